/** Tool → arguments → secrets → the request: what is the same for every call is done once per tool. */
import { writeBody } from './body.ts'
import type { PlannedRequest } from './bound-tool.ts'
import type { Fixed, JsonObject, Route, Tool } from './contract.ts'
import type { Part } from './credentials.ts'
import { refuse } from './errors.ts'
import type { Check } from './interpreter.ts'
import type { Wire, WireObject } from './json-text.ts'
import { eachPart, isObject, own, tokens } from './object.ts'
import type { Settings } from './options.ts'
import { serializer } from './serializer.ts'
import { toWire } from './wire.ts'

/** With masks for secrets it is the request as it is shown. Throws an answer for arguments that make another path. */
export type Build = (secrets: Part[], idempotencyKey: string | undefined) => PlannedRequest

/** What it gives throws an answer for an argument that has no place in a request. */
export const builder = ({ servers }: Settings, tool: Tool, check: Check): ((args: JsonObject) => Build) => {
  const { inputSchema, operation, request } = tool
  const { media, query, idempotencyHeader } = request
  // Every tool that gets to a request has its base.
  const start = own(servers, request.server ?? '')
  // Every second piece is the name of a placeholder.
  const pieces = operation.path.split(/\{([^{}]*)\}/)
  const slots = [...request.routes, ...request.fixed].map(place => slotOf(place, inputSchema.required ?? []))
  const whole = media?.nestedForm && request.routes.find(route => route.in === 'body' && !route.pointer)

  return args => {
    const drawn: Drawn = {
      parts: [['header', 'accept', 'application/json, */*']],
      body: media?.required ? {} : undefined,
    }
    if (whole)
      eachPart(args[whole.argument], (_, name) => {
        // No declared name has brackets before it is the API's: this one is free, and would be read as nested.
        if (/[[\]]/.test(`${name}`)) throw refuse(`${whole.argument}.${name}`, 'names without [ and ]')
      })
    const values = toWire(tool, args, check)
    for (const slot of slots) slot(values, drawn)
    let body: string | undefined
    if (media && drawn.body !== undefined) {
      body = writeBody(media, drawn.body)
      drawn.parts.push(['header', 'content-type', media.type])
    }

    return (secrets, idempotencyKey) => {
      const holes = new Map<string, string>()
      const headers: [string, string][] = []
      let [search, cookie] = [query ? `?${query}` : '', '']
      const put = ([where, name, text]: Part) => {
        if (where === 'path') holes.set(name, text)
        else if (where === 'header') headers.push([name.toLowerCase(), text])
        else if (where === 'query') search += (search ? '&' : '?') + text
        else cookie += (cookie && '; ') + text
      }
      // Nothing goes beside a secret under its name.
      drawn.parts.filter(([where, name]) => !secrets.some(s => s[0] === where && s[1] === name)).forEach(put)
      if (idempotencyHeader && idempotencyKey) put(['header', idempotencyHeader, idempotencyKey])
      secrets.forEach(put)
      if (cookie) put(['header', 'cookie', cookie])
      // A placeholder without a value fails.
      const path = pieces.map((piece, i) => (i % 2 ? (holes.get(piece) ?? '{}') : piece)).join('')
      const url = `${start}${path}`
      if (!isPlain(path) || path[0] !== '/') {
        const { origin, pathname } = new URL(url)
        if (leavesPath(path) || origin + pathname !== url) throw badPath('')
      }
      return {
        method: operation.method,
        url: url + search,
        headers: Object.fromEntries(headers),
        // Nothing tells a body that is undefined from none.
        body,
      } as PlannedRequest
    }
  }
}

/** What arguments and declared values put into a request. */
interface Drawn {
  parts: Part[]
  body: Wire | undefined
}

/** Draws the value of one place. */
const slotOf = (place: Route | Fixed, required: string[]): ((args: WireObject, drawn: Drawn) => void) => {
  // A declared value has none of them.
  const { argument = '', prefix = '', suffix = '' } = place as Partial<Route>
  const keys = place.in === 'body' ? tokens(place.pointer) : []
  const write = place.in === 'body' ? undefined : serializer(place, argument)
  return (args, drawn) => {
    const given = 'value' in place ? place.value : own(args, argument)
    if (given === undefined) return
    const value = typeof given === 'string' ? prefix + given + suffix : given
    if (place.in === 'body') drawn.body = insert(drawn.body, keys, value)
    else {
      const text = write?.(value)
      if (place.in === 'path' && (!text || leavesPath(text))) throw badPath(argument)
      if (text !== undefined) drawn.parts.push([place.in, place.name, text])
      // What is left out was required.
      else if (required.includes(argument)) throw refuse(argument, 'something that is not empty')
    }
  }
}

const badPath = (argument: string) => refuse(argument, 'a path part, not . or ..')

/** Whether no parser sees more in it than stands there. */
const isPlain = (text: string) => /^[\w~/-]*$/.test(text)

/** Whether a server that decodes again, or takes `\` or `;` for a separator, would see `.`, `..` or a control. */
const leavesPath = (text: string): boolean => {
  if (isPlain(text)) return false
  const decoded = unescape(text)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: controls are what it looks for
  return /(^|[\\/])\.\.?($|[\\/;])|[\0-\x1f\x7f]/.test(text) || (decoded !== text && leavesPath(decoded))
}

/** The body with `value` at the place. A computed key is defined, not assigned. */
const insert = (body: Wire | undefined, [key, ...rest]: string[], value: Wire): Wire => {
  if (key === undefined) return value
  const object: WireObject = isObject(body) ? body : {}
  return { ...object, [key]: insert(own(object, key), rest, value) }
}
