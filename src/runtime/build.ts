/** Tool → arguments → secrets → the request: what is the same for every call is done once per tool. */
import { bodyWriter } from './body.ts'
import type { PlannedRequest } from './bound-tool.ts'
import type { JsonObject, Route, Tool } from './contract.ts'
import type { Part } from './credentials.ts'
import { refuse } from './errors.ts'
import type { Check } from './interpreter.ts'
import { type Keyed, own, put } from './object.ts'
import type { Settings } from './options.ts'
import { drawBody, toWire } from './parts.ts'
import type { Clean } from './redact.ts'
import { serializer } from './serializer.ts'
import { valueAt } from './value-at.ts'

/**
 * With masks for secrets, and the texts cleaned of them, it is the request as it is shown. Throws an answer for
 * arguments that make another path.
 */
export type Build = (secrets: Part[], clean: Clean) => PlannedRequest

/** What it gives throws an answer for an argument that has no place in a request. */
export const builder = ({ servers }: Settings, tool: Tool, check: Check): ((args: JsonObject) => Build) => {
  const { inputSchema, operation, request } = tool
  const { media, names, query } = request
  // Every tool that gets to a request has its base.
  const start = own(servers, request.server ?? '') ?? ''
  const template = operation.path.split(/(\{[^{}]*\})/)
  /** Every second piece is one; its name here. */
  const holes = operation.path.split(/\{([^{}]*)\}/)
  const slots = [...request.routes, ...request.fixed].flatMap(place =>
    place.in === 'body'
      ? []
      : // A declared value has no argument.
        [{ ...place, write: serializer(place, (place as Partial<Route>).argument ?? '') }],
  )
  const body = media && drawBody(request, media, bodyWriter(media))

  return args => {
    // Most tools name everything as the API does.
    const values = names ? toWire(inputSchema, names, args, check) : args
    const texts = slots.map(slot => {
      const value = valueAt(slot, values)
      if (value === undefined) return value
      const { in: where, argument = '' } = slot as Partial<Route> & typeof slot
      const text = slot.write(value)
      if (where === 'path' && (!text || ((text[0] === '.' || text.includes('%')) && leavesPath(text))))
        throw badPath(argument)
      // What is left out was required.
      if (text === undefined && inputSchema.required?.includes(argument))
        throw refuse(argument, 'no empty value')
      return text
    })
    const write = body?.(args, values)

    return (secrets, clean) => {
      const pieces = [...template]
      let search = query ? `?${query}` : ''
      let cookie = ''
      let headers: Keyed<string> = { accept: 'application/json, */*' }
      const add = (where: string, name: string, text: string): void => {
        if (where === 'path') {
          // Often one, in a document that is not quite right more.
          for (let i = 1; i < holes.length; i += 2) if (holes[i] === name) pieces[i] = text
        } else if (where === 'query') search += (search ? '&' : '?') + text
        else {
          const header = name.toLowerCase()
          // All cookies are one header.
          if (where === 'cookie' || header === 'cookie') cookie += (cookie && '; ') + text
          else headers = put(headers, header, text)
        }
      }
      slots.forEach(({ in: where, name }, i) => {
        const text = texts[i]
        if (text !== undefined) add(where, name, where === 'header' ? clean(text) : text)
      })
      cookie = cookie && clean(cookie)
      for (const [where, name, text] of secrets) add(where, name, text)
      if (cookie) headers.cookie = cookie
      let url = start
      for (const piece of pieces) url += piece
      // One text is put together, once: the path is a part of it.
      const whole = url + search
      const planned: PlannedRequest = { method: operation.method, url: clean(whole), headers }
      const path = whole.slice(start.length, url.length)
      // No parser sees more in these characters than stands there. A placeholder without a value fails: no URL keeps its
      // braces.
      if (!/^\/[\w~/-]*$/.test(path)) {
        const { origin, pathname } = new URL(url)
        if (leavesPath(path) || origin + pathname !== url) throw badPath('')
      }
      write?.(planned, clean)
      return planned
    }
  }
}

const badPath = (argument: string) => refuse(argument, 'a path part, not . or ..')

/** Whether a server that decodes again, or takes `\` or `;` for a separator, would see `.`, `..` or a control. */
const leavesPath = (text: string): boolean => {
  const decoded = unescape(text)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: controls are what it looks for
  return /(^|[\\/])\.\.?($|[\\/;])|[\0-\x1f\x7f]/.test(text) || (decoded !== text && leavesPath(decoded))
}
