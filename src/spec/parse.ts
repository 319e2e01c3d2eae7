/** Bytes → values that can be located: decodes, tells JSON from YAML, refuses what has no single reading. */
import { extname } from 'node:path'
import type { Position } from '../diagnostic.ts'
import type { Json } from '../runtime/contract.ts'
import { conflictAt } from '../text/conflict.ts'
import { createJsonIndex } from './json-index.ts'
import { scanJson } from './json-scan.ts'
import { isSuspect } from './json-suspect.ts'
import { maxBytes } from './limits.ts'
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
  const whole = decode(bytes)
  if (whole === undefined) return { fault: { reason: wrongEncoding(bytes) } }
  const bom = whole.startsWith('\ufeff')
  const text = bom ? whole.slice(1) : whole
  const result = isJson(text, file) ? parseJson(text, bom) : parseYaml(text, bom)
  const conflict = 'fault' in result ? conflictAt(text) : undefined
  if (conflict === undefined || 'parsed' in result) return result
  // What a parser makes of it says nothing to the person who has to resolve it.
  const position = createLocator(text)(conflict)
  return { fault: { ...result.fault, reason: 'it has conflict markers of a merge', position } }
}

/** By the file's name, else by the first character. YAML can say all of JSON, but much slower. */
function isJson(text: string, file: string): boolean {
  const ext = extname(file).toLowerCase()
  return ext === '.json' || (ext !== '.yaml' && ext !== '.yml' && /^\s*[{[]/.test(text))
}

const wrongEncoding = ([a, b]: Uint8Array): string =>
  (a === 0xff && b === 0xfe) || (a === 0xfe && b === 0xff)
    ? 'it is written in UTF-16; save it as UTF-8'
    : 'it is not UTF-8'

/** The text of UTF-8 bytes, with its byte order mark; undefined when they are something else. */
function decode(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}

function parseJson(text: string, bom: boolean): ParseResult {
  const broken = (offset: number, reason: string): ParseResult => ({
    fault: { reason, syntax: 'JSON', position: createLocator(text)(offset) },
  })
  const value = attempt(text)
  if (value === undefined || isSuspect(value)) {
    const { fault, infinite } = scanJson(text)
    if (fault) return broken(fault.offset, fault.reason)
    const number = infinite[0]
    if (number) return broken(number.offset, 'a number that no parser can hold')
  }
  if (value === undefined) throw new Error('JSON.parse and scanJson disagree')
  const lazy: { offset?: ReturnType<typeof createJsonIndex>; locate?: ReturnType<typeof createLocator> } = {}
  const locate: Parsed['locate'] = path => {
    lazy.offset ??= createJsonIndex(text)
    lazy.locate ??= createLocator(text)
    return lazy.locate(lazy.offset(path))
  }
  return { parsed: { value, text, bom, locate, scalarText: () => undefined } }
}

/** `JSON.parse` says where it stopped in words that differ between engines and quote the text. */
function attempt(text: string): Json | undefined {
  try {
    // What JSON text stands for is JSON.
    return JSON.parse(text) as Json
  } catch {
    return undefined
  }
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
