/** A declaration's schema in the words of `inputSchema`, and its texts by argument. For `review/tool/declarations.ts`. */
import { join } from '../../json/pointer.ts'
import type { Json, JsonObject } from '../../runtime/contract.ts'
import { own, record } from '../../schema/draft.ts'
import { isObject, listOf, textOf } from '../json.ts'

export interface Canonical {
  /** Without texts. */
  schema: Json | undefined
  /** By path of an argument. */
  texts: Map<string, Said>
}

/** What is said of one argument, in all the forms it has. */
export interface Said {
  texts: string[]
  /** Where the first text stands. */
  pointer: string
}

const capitals: Readonly<Record<string, string>> = {
  STRING: 'string',
  NUMBER: 'number',
  INTEGER: 'integer',
  BOOLEAN: 'boolean',
  ARRAY: 'array',
  OBJECT: 'object',
}
/** Gemini's own type writes counts as decimal strings. */
const counts = ['minLength', 'maxLength', 'minItems', 'maxItems', 'minProperties', 'maxProperties']

/** `isGemini`: the target's own schema type, and not JSON Schema. */
export function canonical(raw: Json | undefined, pointer: string, isGemini: boolean): Canonical {
  const texts: Canonical['texts'] = new Map()
  const visit = (value: Json, at: string, path: string): Json => {
    if (!isObject(value)) return value
    const entries = Object.entries(value).flatMap(([key, v]): [string, Json][] => {
      const inner = join(at, key)
      switch (key) {
        case 'description':
          if (typeof v !== 'string') return [[key, v]]
          say(texts, path, v, inner)
          return []
        case 'properties':
          if (!isObject(v)) return [[key, v]]
          return [
            [
              key,
              record(
                Object.entries(v).map(([k, c]) => [k, visit(c, join(inner, k), join(path, k))] as const),
              ),
            ],
          ]
        case 'items':
        case 'additionalProperties':
          return [[key, visit(v, inner, join(path, '*'))]]
        case 'prefixItems':
          return [[key, Array.isArray(v) ? v.map((c, i) => visit(c, join(inner, i), join(path, '*'))) : v]]
        case 'anyOf':
        case 'oneOf':
        case 'allOf':
          return [[key, Array.isArray(v) ? v.map((c, i) => visit(c, join(inner, i), path)) : v]]
        default:
          return isGemini ? ownWords(key, v, value) : [[key, v]]
      }
    })
    return record(entries)
  }
  return { schema: raw === undefined ? undefined : visit(raw, pointer, ''), texts }
}

function ownWords(key: string, v: Json, holder: JsonObject): [string, Json][] {
  const isNullable = own(holder, 'nullable') === true
  if (key === 'nullable') return typeof v === 'boolean' && Object.hasOwn(holder, 'type') ? [] : [[key, v]]
  if (key === 'type') {
    const name = own(capitals, textOf(v) ?? '')
    // Another spelling is not what the API takes: it stays, and no rule knows it.
    if (name === undefined) return [[key, { spelt: v }]]
    return [[key, isNullable ? [name, 'null'] : name]]
  }
  if (key === 'enum' && isNullable) return [[key, [...listOf(v), null]]]
  if (counts.includes(key) && typeof v === 'string' && /^\d+$/.test(v)) return [[key, Number(v)]]
  return [[key, v]]
}

function say(texts: Canonical['texts'], path: string, text: string, pointer: string): void {
  const known = texts.get(path) ?? { texts: [], pointer }
  known.texts.push(text)
  texts.set(path, known)
}
