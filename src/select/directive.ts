/**
 * Checks what somebody said about an operation: every key known, every value one it can have. For the files of
 * select/; what a key does to a request is bind's matter.
 */
import type { Code, Location, Report } from '../diagnostic.ts'
import { suggestion } from '../json/nearest.ts'
import type { Directive, ParameterDirective, ResponseDirective } from '../options.ts'
import type { Json } from '../runtime/contract.ts'
import { isHeaderName } from '../text/header-name.ts'
import { below } from './scan.ts'

interface Rule {
  test(value: unknown): boolean
  expects: string
}

/** Reads a directive said at `at` about `subject`; undefined when it has a fault, which is then reported. */
export function readDirective(
  value: unknown,
  at: Location,
  subject: string,
  report: Report,
): Directive | undefined {
  const reader = { subject, report, sound: true }
  if (!isRecord(value)) {
    fault(reader, at, `a directive must be an object, not ${shown(value)}`, 'write an object of directives')
    return undefined
  }
  closed(reader, value, at, directiveRules, '')
  if (isRecord(value.params)) {
    for (const [key, entry] of Object.entries(value.params))
      readParameter(reader, key, entry, below(at, 'params', key))
  }
  if (isRecord(value.response))
    closed(reader, value.response, below(at, 'response'), responseRules, 'response.')
  // Sound: each own key is a key of Directive and its value passed that key's rule.
  return reader.sound ? (value as Directive) : undefined
}

/** A record of unknown values: no array, no Date or Map out of a configuration file. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  Object.prototype.toString.call(value) === '[object Object]'

/** A value for a message: short, and harmless when it is huge or a circle. */
export function shown(value: unknown): string {
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'object' && value !== null) return 'an object'
  if (typeof value === 'function') return 'a function'
  const text = typeof value === 'string' ? JSON.stringify(value) : String(value)
  return text.length > 60 ? `${text.slice(0, 60)}…` : text
}

const text: Rule = {
  test: v => typeof v === 'string' && v.trim() !== '',
  expects: 'a text that is not empty',
}
const piece: Rule = { test: v => typeof v === 'string' && v !== '', expects: 'a text that is not empty' }
const isTrue: Rule = { test: v => v === true, expects: 'true' }
const record: Rule = { test: isRecord, expects: 'an object' }
const count: Rule = { test: v => Number.isSafeInteger(v) && Number(v) > 0, expects: 'a whole number above 0' }
const headerName: Rule = {
  test: v => typeof v === 'string' && isHeaderName(v),
  expects: 'the name of a header',
}
const listOf = (item: Rule, what: string): Rule => ({
  test: v => Array.isArray(v) && v.every(item.test) && new Set(v).size === v.length,
  expects: `a list of ${what}, each once`,
})
const oneOf = (...names: string[]): Rule => ({
  test: v => typeof v === 'string' && names.includes(v),
  expects: names.map(n => JSON.stringify(n)).join(' or '),
})

const directiveRules: Record<keyof Directive, Rule> = {
  name: text,
  formerNames: listOf(text, 'tool names'),
  description: text,
  doesNot: text,
  returns: text,
  effect: oneOf('read', 'write'),
  confirm: { test: v => typeof v === 'boolean', expects: 'true or false' },
  params: record,
  body: oneOf('required'),
  response: record,
  idempotencyHeader: headerName,
  server: text,
}

const parameterRules: Record<keyof ParameterDirective, Rule> = {
  value: { test: isJson, expects: 'a JSON value' },
  prefix: piece,
  suffix: piece,
  hide: isTrue,
  from: oneOf('connection'),
  expose: isTrue,
  description: text,
}

const fields = listOf(text, 'fields')
const responseRules: Record<keyof ResponseDirective, Rule> = {
  pick: { test: v => fields.test(v) && Array.isArray(v) && v.length > 0, expects: `${fields.expects}` },
  maxBytes: count,
  maxItems: count,
  headers: listOf(headerName, 'header names'),
}

interface Reader {
  subject: string
  report: Report
  sound: boolean
}

function readParameter(reader: Reader, key: string, entry: unknown, at: Location): void {
  const label = `params[${JSON.stringify(key)}]`
  if (!isRecord(entry) || Object.keys(entry).length === 0) {
    const fix = `write an object with ${Object.keys(parameterRules).join(', ')}`
    fault(reader, at, `${label} must say what to do with the parameter, not ${shown(entry)}`, fix)
    return
  }
  closed(reader, entry, at, parameterRules, `${label}.`)
  // A parameter is fixed, wrapped, hidden, supplied or exposed; two of them contradict each other.
  const kinds = new Set(
    Object.keys(entry)
      .filter(k => k !== 'description' && Object.hasOwn(parameterRules, k))
      .map(k => (k === 'prefix' || k === 'suffix' ? 'prefix and suffix' : k)),
  )
  if (kinds.size > 1)
    fault(
      reader,
      at,
      `${label} has ${[...kinds].join(' beside ')}`,
      'keep one of them; they exclude each other',
    )
}

function closed(
  reader: Reader,
  value: Record<string, unknown>,
  at: Location,
  known: Record<string, Rule>,
  label: string,
): void {
  for (const [key, said] of Object.entries(value)) {
    const rule = Object.hasOwn(known, key) ? known[key] : undefined
    if (rule === undefined) {
      const message = `${JSON.stringify(`${label}${key}`)} is no directive`
      fault(reader, below(at, key), message, suggestion(key, Object.keys(known)), 'directive-unknown')
    } else if (!rule.test(said)) {
      const message = `${label}${key} must be ${rule.expects}, not ${shown(said)}`
      fault(reader, below(at, key), message, `make it ${rule.expects}, or remove it`)
    }
  }
}

function fault(
  reader: Reader,
  at: Location,
  message: string,
  fix: string,
  code: Code = 'directive-invalid',
): void {
  reader.sound = false
  reader.report({ code, message: `${reader.subject}: ${message}`, fix, at })
}

/** Whether a value is JSON, within bounds that end circles and values repeated by YAML aliases. */
function isJson(root: unknown): root is Json {
  const deepest = 64
  let left = 100_000
  const check = (value: unknown, depth: number): boolean => {
    if (--left < 0 || depth > deepest) return false
    if (value === null || typeof value === 'boolean' || typeof value === 'string') return true
    if (typeof value === 'number') return Number.isFinite(value)
    if (Array.isArray(value)) return value.every(v => check(v, depth + 1))
    return isRecord(value) && Object.values(value).every(v => check(v, depth + 1))
  }
  return check(root, 0)
}
