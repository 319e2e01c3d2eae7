/** What a place of a request gets. For `build.ts` and `draw-body.ts`. */
import type { Fixed, Route } from './contract.ts'
import type { Wire, WireObject } from './json-text.ts'
import { own } from './object.ts'

/** A declared value, or the argument with its declared text. A declared value has no argument, an argument no value. */
export const valueAt = (
  { argument = '', prefix = '', suffix = '', value }: Partial<Route & Fixed>,
  values: WireObject,
): Wire | undefined => {
  const given = value === undefined ? own(values, argument) : value
  return typeof given === 'string' ? prefix + given + suffix : given
}
