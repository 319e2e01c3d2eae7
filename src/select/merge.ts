/** Several directives about one operation as one, and who said what. For select.ts. */
import type { Location } from '../diagnostic.ts'
import type { Directive } from '../options.ts'
import { below } from './scan.ts'

/** A directive and where it was said. */
export interface Layer {
  directive: Directive
  /** The place of the directive, or of one of its keys. */
  where(...path: string[]): Location
}

export const layer = (directive: Directive, at: Location): Layer => ({
  directive,
  where: (...path) => below(at, ...path),
})

/** Later layers win: key by key, `params` entry by entry, `response` key by key. */
export function merge(layers: readonly Layer[]): Directive {
  let merged: Directive = {}
  for (const { directive } of layers) {
    const params = { ...merged.params, ...directive.params }
    const response = { ...merged.response, ...directive.response }
    merged = { ...merged, ...directive }
    if (Object.keys(params).length > 0) merged.params = params
    if (Object.keys(response).length > 0) merged.response = response
  }
  return merged
}

/** Where the key was said that the merged directive has; the nearest container that was said at all otherwise. */
export function originIn(layers: readonly Layer[], path: readonly string[], otherwise: Location): Location {
  for (let length = path.length; length >= 0; length--) {
    const said = layers.findLast(l => says(l.directive, path.slice(0, length)))
    if (said !== undefined) return said.where(...path.slice(0, length))
  }
  return otherwise
}

function says(value: unknown, path: string[]): boolean {
  const [key, ...rest] = path
  if (key === undefined) return value !== undefined
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return false
  // An object's own key; its value stays unknown.
  return says((value as Record<string, unknown>)[key], rest)
}
