/** Tool → arguments → secrets → the request: what is the same for every call is done once per tool. */
import { writeBody } from './body.ts'
import type { PlannedRequest } from './bound-tool.ts'
import type { Fixed, JsonObject, Route, Tool } from './contract.ts'
import type { Part } from './credentials.ts'
import { refuse } from './errors.ts'
import type { Check } from './interpreter.ts'
import { ascii, type Wire, type WireObject } from './json-text.ts'
import { eachPart, isObject, type Keyed, mapParts, own, put, tokens } from './object.ts'
import type { Settings } from './options.ts'
import type { Clean } from './redact.ts'
import { serializer } from './serializer.ts'
import { toWire } from './wire.ts'

/**
 * With masks for secrets, and the texts cleaned of them, it is the request as it is shown. Throws an answer for
 * arguments that make another path.
 */
export type Build = (secrets: Part[], clean: Clean) => PlannedRequest

/** What it gives throws an answer for an argument that has no place in a request. */
export const builder = ({ servers }: Settings, tool: Tool, check: Check): ((args: JsonObject) => Build) => {
  const { inputSchema, operation, request } = tool
  const { media, query } = request
  // Every tool that gets to a request has its base.
  const start = own(servers, request.server ?? '')
  const pieces = operation.path.split(/(\{[^{}]*\})/)
  const slots = [...request.routes, ...request.fixed].map(place => slotOf(place, inputSchema.required ?? []))
  const whole = media?.nestedForm && request.routes.find(route => route.in === 'body' && !route.pointer)

  return args => {
    const drawn: Drawn = {
      pieces: [...pieces],
      search: query ? `?${query}` : '',
      cookie: '',
      headers: {},
      body: media?.required ? {} : undefined,
    }
    if (whole)
      eachPart(args[whole.argument], (_, name) => {
        // No declared name has brackets before it is the API's: this one is free, and would be read as nested.
        if (/[[\]]/.test(`${name}`)) throw refuse(`${whole.argument}.${name}`, 'names without [ and ]')
      })
    const values = toWire(tool, args, check)
    for (const slot of slots) slot(values, drawn)
    const text = media && drawn.body !== undefined ? writeBody(media, drawn.body) : undefined
    const headers: Keyed<string> = { accept: 'application/json, */*' }
    if (media && text !== undefined) headers['content-type'] = media.type

    return (secrets, clean) => {
      const whole = {
        ...drawn,
        pieces: [...drawn.pieces],
        cookie: drawn.cookie && clean(drawn.cookie),
        headers: { ...headers, ...mapParts(drawn.headers, (text: string) => clean(text)) },
      }
      for (const secret of secrets) add(whole, secret)
      if (whole.cookie) add(whole, ['header', 'cookie', whole.cookie])
      let path = ''
      for (const piece of whole.pieces) path += piece
      const url = `${start}${path}`
      // A placeholder without a value fails: no URL keeps its braces.
      if (!isPlain(path) || path[0] !== '/') {
        const { origin, pathname } = new URL(url)
        if (leavesPath(path) || origin + pathname !== url) throw badPath('')
      }
      return {
        method: operation.method,
        url: clean(url + whole.search),
        headers: whole.headers,
        // What nobody would see is written so that it is seen: it is the same JSON.
        ...(text !== undefined && { body: clean(text, ascii) }),
      }
    }
  }
}

/** What arguments, declared values and secrets put into a request. */
interface Drawn {
  pieces: string[]
  search: string
  cookie: string
  headers: Keyed<string>
  body: Wire | undefined
}

const add = (drawn: Drawn, [where, name, text]: Part): void => {
  if (where === 'path') {
    const hole = `{${name}}`
    // Often one, in a document that is not quite right more.
    for (let at = drawn.pieces.indexOf(hole); at >= 0; at = drawn.pieces.indexOf(hole))
      drawn.pieces[at] = text
  } else if (where === 'query') drawn.search += (drawn.search ? '&' : '?') + text
  else if (where === 'cookie') drawn.cookie += (drawn.cookie && '; ') + text
  else drawn.headers = { ...drawn.headers, [name.toLowerCase()]: text }
}

/** Draws the value of one place. */
const slotOf = (place: Route | Fixed, required: string[]): ((args: WireObject, drawn: Drawn) => void) => {
  // A declared value has no argument, and an argument no value.
  const { argument = '', prefix = '', suffix = '', value: fixed } = place as Partial<Route & Fixed>
  const { in: where } = place
  const keys = where === 'body' ? tokens(place.pointer) : []
  const name = where === 'body' ? '' : place.name
  const write = where === 'body' ? undefined : serializer(place, argument)
  return (args, drawn) => {
    const given = fixed === undefined ? own(args, argument) : fixed
    if (given === undefined) return
    const value = typeof given === 'string' ? prefix + given + suffix : given
    if (where === 'body')
      drawn.body =
        keys[0] !== undefined
          ? insert(isObject(drawn.body) ? drawn.body : {}, keys, value)
          : isObject(value)
            ? { ...value }
            : value
    else {
      const text = write?.(value)
      if (where === 'path' && (!text || (/[%.]/.test(text) && leavesPath(text)))) throw badPath(argument)
      if (text !== undefined) add(drawn, [where, name, text])
      // What is left out was required.
      else if (required.includes(argument)) throw refuse(argument, 'no empty value')
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

/** The body with `value` at the place. It is ours to change; what is in it may be a caller's or the tool's. */
const insert = (body: WireObject, [key = '', ...rest]: string[], value: Wire): WireObject =>
  put(body, key, rest[0] === undefined ? value : insert(copyOf(own(body, key)), rest, value))

const copyOf = (value: Wire | undefined): WireObject => (isObject(value) ? { ...value } : {})
