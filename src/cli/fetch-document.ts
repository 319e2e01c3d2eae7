/** Fetches one document over https: the only network access of this package. For `add.ts`. */
import type { Finding } from '../diagnostic.ts'
import { maxBytes } from '../spec/limits.ts'
import { visible } from '../spec/text.ts'

export interface FetchOptions {
  fetch: typeof fetch
  /** Told of each redirect. */
  note(text: string): void
}

const mostRedirects = 5
const timeoutMs = 60_000

/** The bytes as they came. What is no document of any kind is refused here; what it says is for others to check. */
export async function fetchDocument(address: string, options: FetchOptions): Promise<Uint8Array | Finding> {
  const signal = AbortSignal.timeout(timeoutMs)
  let url = readUrl(address)
  for (let step = 0; step <= mostRedirects; step++) {
    if (typeof url === 'string') return failed(url)
    const response = await attempt(options.fetch, url, signal)
    if (typeof response === 'string') return failed(`${shown(url)} cannot be fetched: ${response}`)
    const target = response.status >= 300 && response.status < 400 ? response.headers.get('location') : null
    if (target === null) return bodyOf(url, response)
    await response.body?.cancel()
    const next = readUrl(target, url)
    options.note(`${shown(url)} leads to ${typeof next === 'string' ? 'another place' : shown(next)}`)
    url = next
  }
  return failed(`${address} leads on and on, more than ${mostRedirects} times`)
}

const failed = (message: string): Finding => ({
  code: 'fetch-failed',
  message: visible(message),
  fix: 'Use the address of the document itself, or save it and give its path; nothing was stored',
})

/** Without what might be a secret. */
const shown = (url: URL): string =>
  `${url.protocol}//${url.host}${url.pathname}${url.search === '' ? '' : '?…'}`

function readUrl(text: string, base?: URL): URL | string {
  if (!URL.canParse(text, base)) return `${JSON.stringify(text.slice(0, 200))} is no address`
  const url = new URL(text, base)
  if (url.protocol !== 'https:') return `${shown(url)} is not https, so anybody on the way could change it`
  if (url.username !== '' || url.password !== '') return `${shown(url)} has a user name in it`
  return url
}

async function attempt(
  fetch: FetchOptions['fetch'],
  url: URL,
  signal: AbortSignal,
): Promise<Response | string> {
  try {
    return await fetch(url, {
      ...{ redirect: 'manual', credentials: 'omit', signal },
      headers: { accept: 'application/json, application/yaml, text/yaml, text/plain;q=0.9, */*;q=0.1' },
    })
  } catch (error) {
    return reasonOf(error)
  }
}

/** The system's word, when there is one: the messages of fetch say nothing. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) throw error
  if (error.name === 'TimeoutError') return `nothing within ${timeoutMs / 1000} seconds`
  const { cause } = error
  if (!(cause instanceof Error)) return error.message
  const code = 'code' in cause ? String(cause.code) : undefined
  const meaning = code === undefined ? undefined : meanings.get(code)
  return meaning === undefined ? (code ?? cause.message) : `${code}, ${meaning}`
}

const meanings = new Map([
  ['ENOTFOUND', 'there is no such host'],
  ['ECONNREFUSED', 'nothing answers there'],
  ['UND_ERR_SOCKET', 'the connection ended too early'],
  ['Z_DATA_ERROR', 'it is compressed and cannot be unpacked'],
  ['Z_BUF_ERROR', 'it is compressed and cannot be unpacked'],
])

async function bodyOf(url: URL, response: Response): Promise<Uint8Array | Finding> {
  if (response.status !== 200) return failed(`${shown(url)} answers ${response.status}`)
  const bytes = await readBounded(response)
  if (typeof bytes === 'string') return failed(`${shown(url)} cannot be fetched: ${bytes}`)
  const start = new TextDecoder()
    .decode(bytes.slice(0, 200))
    .replace(/^\ufeff/, '')
    .trimStart()
  if (start.startsWith('<')) return failed(`${shown(url)} is a page, not an OpenAPI document`)
  return bytes
}

async function readBounded(response: Response): Promise<Uint8Array | string> {
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    const reader = response.body?.getReader()
    for (let read = await reader?.read(); read?.value !== undefined; read = await reader?.read()) {
      size += read.value.length
      if (size > maxBytes) {
        await reader?.cancel()
        return `it has more than ${maxBytes} bytes`
      }
      chunks.push(read.value)
    }
  } catch (error) {
    return reasonOf(error)
  }
  return Buffer.concat(chunks)
}
