/** Bytes → values that can be located: decodes, tells JSON from YAML, refuses what has no single reading. */
import { isAscii, isUtf8, transcode } from 'node:buffer'
import { extname } from 'node:path'
import type { Position } from '../diagnostic.ts'
import type { Json } from '../runtime/contract.ts'
import { createJsonIndex } from './json-index.ts'
import { scanJson } from './json-scan.ts'
import { maxBytes, maxDepth } from './limits.ts'
import { createLocator } from './text.ts'
import { readYaml } from './yaml.ts'

/** A parsed file. Paths are pointer tokens; the one that does not exist is taken for its nearest ancestor. */
export interface Parsed {
  value: Json
  text: string
  /** The file starts with a byte order mark, which `text` leaves out. */
  bom: boolean
  locate(path: readonly string[]): Position
  scalarText(path: readonly string[]): string | undefined
}

export interface Fault {
  /** What is wrong, fit to follow a colon. */
  reason: string
  /** What the text was read as; absent when no text could be read. */
  syntax?: 'JSON' | 'YAML'
  position?: Position
}

/** The first half of a message: what the file is not. */
export const unreadable = (file: string, { syntax }: Fault): string =>
  `${file} ${syntax ? `is not ${syntax} that can be read` : 'cannot be read'}`

export type ParseResult = { parsed: Parsed } | { fault: Fault }

export function parseBytes(bytes: Uint8Array, file: string): ParseResult {
  if (bytes.length > maxBytes)
    return { fault: { reason: `it has ${bytes.length} bytes, more than ${maxBytes}` } }
  if (!isUtf8(bytes)) return { fault: { reason: wrongEncoding(bytes) } }
  const ext = extname(file).toLowerCase()
  const syntax =
    ext === '.json' || (!['.yaml', '.yml'].includes(ext) && startsLikeJson(bytes)) ? 'JSON' : 'YAML'
  const whole = decode(bytes)
  const bom = whole.startsWith('\ufeff')
  const text = bom ? whole.slice(1) : whole
  return syntax === 'JSON' ? parseJson(text, bom, bytes) : parseYaml(text, bom)
}

const startsLikeJson = (bytes: Uint8Array): boolean =>
  /^\ufeff?\s*[{[]/.test(Buffer.from(bytes.subarray(0, 256)).toString('utf8'))

const wrongEncoding = ([a, b]: Uint8Array): string =>
  (a === 0xff && b === 0xfe) || (a === 0xfe && b === 0xff)
    ? 'it is written in UTF-16; save it as UTF-8'
    : 'it is not UTF-8'

/**
 * Valid UTF-8 → text. On Node 20 `toString('utf8')` takes 42 ms for 10 MB that are not all ASCII, as long as
 * `JSON.parse`; the way over UTF-16 takes 25 ms. Bun before 1.3.2 does not have it (oven-sh/bun#24235).
 */
function decode(bytes: Uint8Array): string {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (isAscii(bytes)) return buffer.toString('latin1')
  if ('bun' in process.versions) return buffer.toString('utf8')
  return transcode(buffer, 'utf8', 'utf16le').toString('utf16le')
}

function parseJson(text: string, bom: boolean, bytes: Uint8Array): ParseResult {
  const broken = (offset: number, reason: string): ParseResult => ({
    fault: { reason, syntax: 'JSON', position: createLocator(text)(offset) },
  })
  const strict = (): ParseResult | undefined => {
    const { fault, infinite } = scanJson(text)
    if (fault) return broken(fault.offset, fault.reason)
    const number = infinite[0]
    return number && broken(number.offset, 'a number that no parser can hold')
  }
  // Two cheap questions stand for the exact scan, which most files do not need.
  if (isDeep(bytes) || /\d[eE]\+?\d{3}|\d{309}/.test(text)) {
    const refused = strict()
    if (refused) return refused
  }
  let value: Json
  try {
    value = JSON.parse(text)
  } catch (error) {
    const refused = strict()
    if (refused) return refused
    throw error
  }
  const lazy: { offset?: ReturnType<typeof createJsonIndex>; locate?: ReturnType<typeof createLocator> } = {}
  const locate: Parsed['locate'] = path => {
    lazy.offset ??= createJsonIndex(text)
    lazy.locate ??= createLocator(text)
    return lazy.locate(lazy.offset(path))
  }
  return { parsed: { value, text, bom, locate, scalarText: () => undefined } }
}

/** Whether brackets nest too deeply, in text that may not even be JSON: `JSON.parse` itself has no limit. */
function isDeep(bytes: Uint8Array): boolean {
  let depth = 0
  for (let i = 0; i < bytes.length; i++) {
    const c = bytes[i]
    if (c === 34) {
      for (i++; i < bytes.length && bytes[i] !== 34; i++) if (bytes[i] === 92) i++
    } else if (c === 123 || c === 91) {
      if (++depth > maxDepth) return true
    } else if (c === 125 || c === 93) depth--
  }
  return false
}

function parseYaml(text: string, bom: boolean): ParseResult {
  const result = readYaml(text)
  const locator = createLocator(text)
  if ('fault' in result) {
    const { offset, reason } = result.fault
    return { fault: { reason, syntax: 'YAML', position: locator(offset) } }
  }
  const { value, index } = result
  const locate: Parsed['locate'] = path => locator(index.offset(path))
  return { parsed: { value, text, bom, locate, scalarText: index.scalarText } }
}
