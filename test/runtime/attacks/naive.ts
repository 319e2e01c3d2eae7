/** What anybody would write first, each version with the fault that an attack needs. For the attack tables only. */
import { connect } from 'node:net'

export type Values = Record<string, unknown>

/** Values into placeholders as they are, the rest by `URL`. */
export const spliced = (base: string, template: string, values: Values) =>
  fetch(
    new URL(
      Object.entries(values).reduce((path, [k, v]) => path.replace(`{${k}}`, `${v}`), template),
      base,
    ),
  )

/** Values percent-encoded: the usual advice. */
export const encoded = (base: string, template: string, values: Values) =>
  fetch(
    base +
      Object.entries(values).reduce(
        (path, [k, v]) => path.replace(`{${k}}`, encodeURIComponent(`${v}`)),
        template,
      ),
  )

/** A query as `name=value`, lists with commas, nothing encoded. */
export const glued = (base: string, values: Values) =>
  fetch(
    `${base}/x?${Object.entries(values)
      .map(([k, v]) => `${k}=${v}`)
      .join('&')}`,
  )

/** A query as the platform writes one, of what is truthy. */
export const params = (base: string, values: Values) => {
  const pairs = Object.entries(values).flatMap(([k, v]) => (v ? [[k, `${v}`]] : []))
  return fetch(`${base}/x${pairs.length ? '?' : ''}${new URLSearchParams(pairs)}`)
}

/** Every argument that is no part of the path is JSON of the body. */
export const posted = (base: string, body: unknown, headers: Record<string, string> = {}) =>
  fetch(`${base}/x`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })

/**
 * HTTP by hand: header lines joined, text written as latin-1. A last request, `/end`, closes the connection; what a
 * server finds before it was in the first one.
 */
export const byHand = (base: string, headers: Record<string, string>, method = 'GET', body = '') =>
  new Promise<void>(resolve => {
    const { host, port } = new URL(base)
    const socket = connect(Number(port), '127.0.0.1')
    const lines = Object.entries({ host, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`)
    socket.write(`${method} /x HTTP/1.1\r\n${lines.join('')}\r\n${body}`, 'latin1')
    socket.write(`GET /end HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n\r\n`)
    socket.on('error', () => {})
    socket.on('close', () => resolve())
    socket.resume()
  })

/** Puts a value at a path of keys by assignment. */
export const assigned = (target: object, keys: string[], value: unknown): void => {
  const last = keys.at(-1) ?? ''
  // Whatever is on the way is taken for an object: that is the fault.
  const holder = keys.slice(0, -1).reduce((at, key) => {
    at[key] ??= {}
    return at[key] as Values
  }, target as Values)
  holder[last] = value
}

/** A client with the platform's defaults: follows redirects, reads all, believes JSON, and tells what went wrong. */
export async function call(url: string, init: RequestInit = {}): Promise<unknown> {
  try {
    const response = await fetch(url, init)
    return await response.json()
  } catch (error) {
    const { message, cause } = error as Error & { cause?: unknown }
    return { error: `${init.method ?? 'GET'} ${url}: ${message}: ${cause}` }
  }
}

/** Sends again until something answers. */
export async function persistent(url: string, init: RequestInit = {}, attempts = 3): Promise<unknown> {
  for (let left = attempts; left; left--) {
    const response = await fetch(url, init).catch(() => undefined)
    if (response?.ok) return response.json()
    const wait = Number(response?.headers.get('retry-after') ?? 0)
    if (wait) await new Promise(wake => setTimeout(wake, wait * 1000))
  }
  return { error: 'gave up' }
}
