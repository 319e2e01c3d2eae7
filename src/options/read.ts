/** Reads the fields of a configuration one by one, and reports what they cannot be. Only `options/` calls it. */
import type { Code, Report } from '../diagnostic.ts'
import { suggestion } from '../json/nearest.ts'
import { join, tokens } from '../json/pointer.ts'

/** Says what a value must be, at the field or below it; returns nothing, so that a kind can return the call. */
export type Refuse = (expected: string, ...below: (string | number)[]) => undefined
/** What a field may hold: the value to use, or a call of `refuse`. */
export type Kind<T> = (value: unknown, refuse: Refuse) => T | undefined

/** One object of the configuration. */
export interface Fields {
  /** Whether the field is set. An explicit `undefined` means that it is not. */
  has(name: string): boolean
  /** Whether the field is an object, to be read with `inside`. */
  holdsObject(name: string): boolean
  /** The field's value; the fallback when it is not set, or refused. */
  take<T>(name: string, kind: Kind<T>, fallback: T): T
  /** The fields of an object inside this one; undefined when it is not set, or no object. */
  inside(name: string, known?: readonly string[]): Fields | undefined
  names(): string[]
  refuse(code: Code, message: string, fix: string, ...below: (string | number)[]): void
}

/** `known` closes the object: any other field is an error that names the nearest one. */
export function readFields(
  value: unknown,
  at: { file: string; pointer: string },
  report: Report,
  known?: readonly string[],
): Fields | undefined {
  const { file, pointer } = at
  const refuse: Fields['refuse'] = (code, message, fix, ...below) =>
    report({ code, message, fix, at: { file, pointer: join(pointer, ...below) } })
  const invalid = (expected: string, found: unknown, ...below: (string | number)[]): undefined => {
    const name = optionName(join(pointer, ...below))
    refuse(
      'option-invalid',
      `${name} must be ${expected}; it is ${shown(found)}`,
      `Make it ${expected}`,
      ...below,
    )
  }
  if (!isObject(value)) return invalid('an object', value)
  for (const name of Object.keys(value)) {
    if (known === undefined || known.includes(name)) continue
    const inner = optionName(join(pointer, name))
    refuse(
      'option-unknown',
      `${inner} is not known`,
      `Correct or remove it: ${suggestion(name.slice(0, 60), known)}`,
      name,
    )
  }
  const written = (name: string): unknown => (Object.hasOwn(value, name) ? value[name] : undefined)
  return {
    has: name => written(name) !== undefined,
    holdsObject: name => isObject(written(name)),
    take(name, kind, fallback) {
      const found = written(name)
      if (found === undefined) return fallback
      return (
        kind(found, (expected, ...below) => invalid(expected, valueAt(found, below), name, ...below)) ??
        fallback
      )
    },
    inside: (name, names) =>
      written(name) === undefined
        ? undefined
        : readFields(written(name), { file, pointer: join(pointer, name) }, report, names),
    names: () => Object.keys(value).filter(name => value[name] !== undefined),
    refuse,
  }
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  Object.prototype.toString.call(value) === '[object Object]'

/** `specs.orders.sha256`, as one writes it in code. */
function optionName(pointer: string): string {
  const path = tokens(pointer).map((token, i) => {
    if (/^[A-Za-z_$][\w$]*$/.test(token)) return i === 0 ? token : `.${token}`
    return `[${/^\d+$/.test(token) ? token : shown(token)}]`
  })
  return path.length === 0 ? 'The configuration' : `The option ${path.join('')}`
}

/** A value in a message: short, and on one line. */
function shown(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value.length > 60 ? `${value.slice(0, 60)}…` : value)
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : 'a list'
  if (typeof value === 'object' && value !== null) return 'an object'
  return typeof value === 'function' ? 'a function' : String(value)
}

function valueAt(value: unknown, path: readonly (string | number)[]): unknown {
  let inner = value
  // Kinds name places that they have just seen.
  for (const token of path) inner = (inner as Record<string | number, unknown>)[token]
  return inner
}
