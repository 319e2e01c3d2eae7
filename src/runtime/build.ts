/** Valid canonical arguments + a tool → the request, before base URL and credentials. */
import { writeBody } from './body.ts'
import type { BodyPlace, Json, JsonObject, ParameterPlace, Supplied, Tool } from './contract.ts'
import { invalid } from './errors.ts'
import type { Wire, WireObject } from './json-text.ts'
import { isObject, own, put } from './object.ts'
import { percent, serialize } from './serializer.ts'
import { toWire } from './wire.ts'

export interface Draft {
  /** Encoded, starting with `/`, without the base path. */
  path: string
  query: string[]
  headers: Record<string, string>
  cookies: string[]
  body?: string
}

/** Throws `Stop` for a value that has no place in a request. */
export function build(tool: Tool, args: JsonObject, supply: (from: Supplied) => Json): Draft {
  const { request, inputSchema } = tool
  const given = toWire(inputSchema, args, request.names) as WireObject
  const inPath = new Map<string, string>()
  const draft: Draft = {
    path: '',
    query: request.query ? [literal(request.query)] : [],
    headers: {},
    cookies: [],
  }
  let body: Wire | undefined
  let fed = !request.routes.some(route => route.in === 'body')

  const place = (to: ParameterPlace, value: Wire, argument: string) => {
    const text = serialize(to, value, argument)
    if (to.in === 'path') {
      if (!text || leavesPath(text))
        throw invalid({
          path: argument,
          expected: 'text that stays one part of a path, not empty, no . or ..',
          got: 'a value that does not',
        })
      inPath.set(to.name, text)
    } else if (text !== undefined) {
      if (to.in === 'header') put(draft.headers, to.name.toLowerCase(), text)
      else draft[to.in === 'query' ? 'query' : 'cookies'].push(text)
    }
  }
  const inBody = ({ pointer }: BodyPlace, value: Wire) => {
    body = insert(body, pointer.split('/').slice(1), value)
  }

  for (const route of request.routes) {
    const value = own(given, route.argument)
    if (value === undefined) continue
    const whole = route.prefix || route.suffix ? `${route.prefix ?? ''}${value}${route.suffix ?? ''}` : value
    if (route.in === 'body') {
      inBody(route, whole)
      fed = true
    } else place(route, whole, route.argument)
  }
  for (const fixed of request.fixed)
    if (fixed.in !== 'body') place(fixed, fixed.value, fixed.name)
    else if (fed || request.media?.required) inBody(fixed, fixed.value)
  for (const from of request.supplied) place(from, supply(from), from.name)

  draft.path = tool.operation.path
    .split(/\{([^{}]*)\}/)
    .map((part, i) => {
      if (!(i % 2)) return literal(part)
      const text = inPath.get(part)
      if (text === undefined) throw invalid({ path: part, expected: 'a value', got: 'nothing' })
      return text
    })
    .join('')
  if (leavesPath(draft.path))
    throw invalid({ path: '', expected: 'path arguments that keep the path of the operation', got: 'others' })
  if (request.media && (body !== undefined || request.media.required))
    draft.body = writeBody(request.media, body ?? {})
  return draft
}

/** Document text in a URL: what may stand there stays, the rest is encoded once. */
const literal = (text: string): string => text.replace(/[^\w\-.~%!$&'()*+,;=:@/?]/gu, percent)

/** Whether a server that decodes again, or takes `\` or `;` for a separator, would see `.`, `..` or a control. */
function leavesPath(text: string): boolean {
  for (let before = ''; before !== text; ) {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: controls are what it looks for
    if (/(?:^|[\\/])\.\.?(?:$|[\\/;])|[\0-\x1f\x7f]/.test(text)) return true
    before = text
    text = text.replace(/%([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  }
  return false
}

/** The body with `value` at the place; objects on the way are made. */
function insert(body: Wire | undefined, [head, ...rest]: string[], value: Wire): Wire {
  if (head === undefined) return value
  const key = head.replaceAll('~1', '/').replaceAll('~0', '~')
  const object: WireObject = isObject(body) ? body : {}
  put(object, key, insert(own(object, key), rest, value))
  return object
}
