/** Text and marks that assert nothing: description, readOnly, deprecated, and keywords nobody knows. For `bind/schema/convert.ts`. */
import type { JsonObject } from '../../../runtime/contract.ts'
import { type Draft, own } from '../../../schema/draft.ts'
import { combine, lost, note } from '../context.ts'
import { fate } from '../fate.ts'

export function text(value: JsonObject): Partial<Draft> {
  // A const with a title is one value of a commented list, the form that JSON Schema has for it.
  const description =
    own(value, 'description') ?? (Object.hasOwn(value, 'const') ? own(value, 'title') : undefined)
  return combine(
    typeof description === 'string' && description.trim() !== '' ? { description } : undefined,
    own(value, 'readOnly') === true ? { excluded: true } : undefined,
    own(value, 'deprecated') === true ? note('Deprecated.') : undefined,
    Object.hasOwn(value, 'externalDocs') ? lost('externalDocs', 'a link is no use to a model') : undefined,
  )
}

/** JSON Schema ignores a keyword it does not know; so do we, and say so. `x-` extensions are meant for others. */
export function unknownKeywords(value: JsonObject): Partial<Draft> | undefined {
  const unknown = Object.keys(value).filter(key => !Object.hasOwn(fate, key) && !key.startsWith('x-'))
  return unknown.length > 0
    ? {
        lost: unknown.map(keyword => ({
          keyword,
          reason: 'no keyword of JSON Schema or OpenAPI',
          enforcedBy: 'none',
        })),
      }
    : undefined
}
