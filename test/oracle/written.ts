/**
 * Canonical arguments as a model would write them under a declaration, from the declaration and the list of encodings
 * alone. It shares no code with `encode`, which does not know branches: a model writes the form of its own branch.
 */
import type { Encoding, InputSchema, Json, JsonObject } from '../../src/runtime/contract.ts'
import { validators } from './ajv.ts'

/** Undefined when no branch of some union takes the value. */
export function written(
  declared: InputSchema,
  encodings: readonly Encoding[],
  value: Json,
): Json | undefined {
  const oracle = validators(declared)
  const kinds = (pointer: string) => encodings.filter(e => e.pointer === pointer).map(e => e.as)

  const visit = (s: InputSchema, at: string, v: Json, pointer: string): Json | undefined => {
    if (s.anyOf !== undefined) {
      for (const [i, branch] of s.anyOf.entries()) {
        const form = visit(branch, `${at}/anyOf/${i}`, v, pointer)
        if (form !== undefined && oracle.at(`${at}/anyOf/${i}`)(form)) return form
      }
      return undefined
    }
    const types = [s.type ?? []].flat()
    const as = kinds(pointer)
    if (as.includes('json-text') && types.includes('string')) return JSON.stringify(v)
    if (as.includes('int64-text') && types.includes('string') && typeof v === 'number') return String(v)
    if (as.includes('entries') && types.includes('array') && isObject(v)) return entries(s, at, v, pointer)
    if (Array.isArray(v))
      return all(v.map(x => (s.items ? visit(s.items, `${at}/items`, x, `${pointer}/*`) : x)))
    return isObject(v) ? object(s, at, v, pointer) : v
  }

  const object = (s: InputSchema, at: string, v: JsonObject, pointer: string): Json | undefined => {
    const absent = (s.required ?? []).filter(
      name => !Object.hasOwn(v, name) && kinds(`${pointer}/${name}`).includes('null-means-absent'),
    )
    const forms = Object.entries(v).map(([name, x]): [string, Json | undefined] => {
      const declaredHere = s.properties && Object.hasOwn(s.properties, name) ? s.properties[name] : undefined
      if (declaredHere)
        return [name, visit(declaredHere, `${at}/properties/${name}`, x, `${pointer}/${name}`)]
      const rest = s.additionalProperties
      return [
        name,
        typeof rest === 'object' ? visit(rest, `${at}/additionalProperties`, x, `${pointer}/*`) : x,
      ]
    })
    if (all(forms.map(([, form]) => form)) === undefined) return undefined
    return Object.fromEntries([...forms, ...absent.map(name => [name, null])])
  }

  const entries = (s: InputSchema, at: string, v: JsonObject, pointer: string): Json | undefined => {
    const inner = s.items ? s.items.properties?.value : undefined
    if (inner === undefined) throw new Error(`entries without a value at ${at}`)
    return all(
      Object.entries(v).map(([key, x]) => {
        const form = visit(inner, `${at}/items/properties/value`, x, `${pointer}/*`)
        return form === undefined ? undefined : { key, value: form }
      }),
    )
  }
  return visit(declared, '', value, '')
}

const all = (list: (Json | undefined)[]): Json[] | undefined =>
  list.some(x => x === undefined) ? undefined : (list as Json[])
const isObject = (v: Json): v is JsonObject => typeof v === 'object' && v !== null && !Array.isArray(v)
