/** "Or null", in the form that fits. For `bind/schema/convert.ts`. */
import type { TypeName } from '../../../runtime/contract.ts'
import type { Draft } from '../../../schema/draft.ts'

const isNull = (d: Draft) => d.type?.length === 1 && d.type[0] === 'null'
export const acceptsNull = (d: Draft): boolean =>
  d.type?.includes('null') === true && d.enum?.includes(null) !== false

/**
 * OpenAPI 3.0.3 gives `nullable` a meaning beside `type` only. Vendors write it beside `$ref`, `allOf` and `enum`
 * too, and mean it: it is read so everywhere.
 */
export function orNull(d: Draft): Draft {
  const { description, notes, lost, excluded, at, ...assertions } = d
  const text = {
    ...(description !== undefined && { description }),
    ...(notes && { notes }),
    ...(lost && { lost }),
    ...(excluded && { excluded }),
    ...(at && { at }),
  }
  if (Object.keys(assertions).length === 0) return d
  const composed = d.ref !== undefined || d.anyOf || d.oneOf || d.allOf || d.not
  if (!composed && d.type) {
    const type: readonly TypeName[] = d.type.includes('null') ? d.type : ['null', ...d.type]
    return { ...d, type, ...(d.enum && !d.enum.includes(null) && { enum: [...d.enum, null] }) }
  }
  if (!composed && d.enum) return d.enum.includes(null) ? d : { ...d, enum: [...d.enum, null] }
  if (d.anyOf && Object.keys(assertions).length === 1) {
    if (d.anyOf.some(acceptsNull)) return d
    return { ...text, anyOf: [...d.anyOf, { type: ['null'] }] }
  }
  return { ...text, anyOf: [assertions, { type: ['null'] }] }
}

/** `[T, null]` of a union as one nullable T, where T can say so itself; undefined where it cannot. */
export function foldNull(branches: readonly Draft[]): Draft | undefined {
  if (branches.length !== 2) return undefined
  const [value] = branches.filter(b => !isNull(b))
  if (value === undefined || !branches.some(isNull) || acceptsNull(value)) return undefined
  const folded = orNull(value)
  return folded.type ? folded : undefined
}
