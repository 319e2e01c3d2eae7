/** A value that is declared at build: how the run time writes it, or why it has no text, and whether a schema accepts it. For `bind/`. */
import type { Conventions } from '../options.ts'
import { bodyWriter } from '../runtime/body.ts'
import type { InputSchema, Json, JsonObject, Media, ParameterPlace } from '../runtime/contract.ts'
import { isToolError } from '../runtime/errors.ts'
import { check } from '../runtime/interpreter.ts'
import { serializer } from '../runtime/serializer.ts'
import { type Definitions, type Draft, plain, record } from '../schema/draft.ts'
import { serializationFault } from './serialization.ts'

export type Written = { text: string } | { fault: string }

export function writtenParameter(place: ParameterPlace, value: Json, conventions: Conventions): Written {
  const shape = place.media === undefined ? asSchema(value) : {}
  const undefinedForm = serializationFault(
    shape,
    new Map(),
    { ...place, cookie: place.in === 'cookie' },
    conventions,
  )
  if (undefinedForm) return { fault: `it is ${undefinedForm.what}, which has no defined form` }
  const written = attempt(() => serializer(place, '')(value))
  // A part of a path that is empty, `.` or `..` leads to another route.
  if (place.in === 'path' && 'text' in written && !staysInPath(written.text))
    return { fault: 'it is no part of a path' }
  return written
}

/** A property of a form body, at its pointer's tokens. */
export const writtenField = (media: Media, tokens: readonly string[], value: Json): Written =>
  attempt(() => bodyWriter(media)(at(tokens, value)) || undefined)

const at = ([key, ...rest]: readonly string[], value: Json): JsonObject =>
  record([[key ?? '', rest.length === 0 ? value : at(rest, value)]])

function attempt(write: () => string | undefined): Written {
  try {
    const text = write()
    return text === undefined ? { fault: 'it is empty, so nothing would be sent' } : { text }
  } catch (thrown) {
    if (!isToolError(thrown)) throw thrown
    const [problem] = Array.isArray(thrown.details) ? thrown.details : []
    return { fault: `it cannot be written there: expected ${expectedOf(problem)}` }
  }
}

const expectedOf = (problem: unknown): string =>
  typeof problem === 'object' && problem !== null && 'expected' in problem
    ? String(problem.expected)
    : 'another value'

function staysInPath(text: string): boolean {
  const path = `/${text}`
  return text !== '' && new URL(path, 'https://x').pathname === path
}

/** What the value is, in the words of a schema. */
function asSchema(value: Json, depth = 0): Draft {
  if (typeof value !== 'object' || value === null || depth > 6) return {}
  if (Array.isArray(value)) return { type: ['array'], prefixItems: value.map(v => asSchema(v, depth + 1)) }
  return {
    type: ['object'],
    properties: record(Object.entries(value).map(([k, v]) => [k, asSchema(v, depth + 1)] as const)),
  }
}

/** What of the exact schema the value does not meet; undefined when it meets it. */
export function faultOf(schema: Draft, value: Json, definitions: Definitions) {
  const root: InputSchema = { $defs: record([...definitions].map(([id, d]) => [id, plain(d)] as const)) }
  return check(plain(schema), value, root)[0]
}
