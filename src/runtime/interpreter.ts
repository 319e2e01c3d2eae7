/** Checks a value against an exact schema by walking both: no code generation, bounded work. */
import type { ArgumentProblem } from './bound-tool.ts'
import type { InputSchema, Json, JsonObject, TypeName } from './contract.ts'
import { formatProblem, int64Digits } from './formats.ts'
import { stableText } from './json-text.ts'
import { isObject, own } from './object.ts'
import { child, expects, found, typeName } from './words.ts'

const maxProblems = 20
const maxDepth = 300
const maxSteps = 500_000

/** A compiled pattern, or null for one that no engine flag accepts (the build records such a loss). */
const patterns = new WeakMap<InputSchema, RegExp | null>()

/**
 * The problems of a JSON value, in document order, at most twenty; none when the schema accepts it.
 * The value must be plain JSON (see `plain`).
 */
export function check(schema: InputSchema, value: Json, root: InputSchema = schema): ArgumentProblem[] {
  let steps = maxSteps

  const visit = (schema: InputSchema, value: Json, path: string, depth: number): ArgumentProblem[] => {
    const problems: ArgumentProblem[] = []
    const add = (...more: ArgumentProblem[]) => problems.push(...more.slice(0, maxProblems - problems.length))
    const problem = (expected: string, got = found(value), at = path) => add({ path: at, expected, got })
    const apply = (next: InputSchema, to = value, at = path) => {
      if (problems.length < maxProblems) add(...visit(next, to, at, depth + 1))
    }
    const within = (size: number, min = 0, max = Number.POSITIVE_INFINITY, unit = '') => {
      if (size < min) problem(`at least ${min}${unit}`)
      else if (size > max) problem(`at most ${max}${unit}`)
      else return true
      return false
    }

    if (--steps < 0 || depth > maxDepth) {
      problem('something simpler', 'arguments that take too long to check')
      return problems
    }
    const { type, format, pattern, allOf, anyOf, oneOf, not } = schema
    if (type && ![type].flat().some(name => hasType(name, value))) {
      problem(expects(schema), found(value, schema))
      return problems
    }
    if (
      (schema.enum && !schema.enum.some(member => same(member, value))) ||
      (schema.const !== undefined && !same(schema.const, value))
    )
      problem(expects(schema))
    const wrongFormat = format && formatProblem(schema, value)
    if (wrongFormat) problem(wrongFormat)

    const number = typeof value === 'number' ? value : int64Digits(schema, value)
    if (number !== undefined) checkNumber(schema, number, problem)
    if (typeof value === 'string') {
      // Lengths first: they bound what a pattern has to read.
      if (
        within([...value].length, schema.minLength, schema.maxLength, ' characters') &&
        pattern !== undefined
      )
        if (compiled(schema, pattern)?.test(value) === false) problem(`text that matches ${pattern}`)
    } else if (Array.isArray(value)) {
      const { prefixItems = [], items } = schema
      within(value.length, schema.minItems, schema.maxItems, ' items')
      if (schema.uniqueItems && new Set(value.map(stableText)).size < value.length)
        problem('items that all differ')
      value.forEach((item, i) => {
        const next = prefixItems[i] ?? items
        if (next) apply(next, item, child(path, i))
      })
      if (items === false) within(value.length, 0, prefixItems.length, ' items')
    } else if (isObject(value)) checkObject(schema, value, path, problem, apply, within)

    if (schema.$ref !== undefined) apply(resolve(schema, root))
    for (const part of allOf ?? []) apply(part)
    if (anyOf) {
      const results: ArgumentProblem[][] = []
      if (!anyOf.some(branch => !results[results.push(visit(branch, value, path, depth + 1)) - 1]?.length))
        add(...closest(results, path))
    }
    if (oneOf) {
      const results = oneOf.map(branch => visit(branch, value, path, depth + 1))
      const fits = results.filter(result => !result.length).length
      if (!fits) add(...closest(results, path))
      if (fits > 1) problem('a value of exactly one of the forms', `one that fits ${fits} of them`)
    }
    if (not && !visit(not, value, path, depth + 1).length) problem(`anything but ${expects(not)}`)
    return problems
  }
  return visit(schema, value, '', 0)
}

type Report = (expected: string, got?: string, at?: string) => void

function checkNumber(schema: InputSchema, number: number | bigint, problem: Report): void {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema
  if (minimum !== undefined && number < minimum) problem(`at least ${minimum}`)
  if (maximum !== undefined && number > maximum) problem(`at most ${maximum}`)
  if (exclusiveMinimum !== undefined && number <= exclusiveMinimum) problem(`more than ${exclusiveMinimum}`)
  if (exclusiveMaximum !== undefined && number >= exclusiveMaximum) problem(`less than ${exclusiveMaximum}`)
  if (multipleOf && !Number.isInteger(Number(number) / multipleOf)) problem(`a multiple of ${multipleOf}`)
}

function checkObject(
  schema: InputSchema,
  value: JsonObject,
  path: string,
  problem: Report,
  apply: (next: InputSchema, to: Json, at: string) => void,
  within: (size: number, min: number | undefined, max: number | undefined, unit: string) => void,
): void {
  const { properties = {}, additionalProperties, required = [], dependentRequired = {} } = schema
  const entries = Object.entries(value)
  within(entries.length, schema.minProperties, schema.maxProperties, ' properties')
  for (const name of required)
    if (!Object.hasOwn(value, name))
      problem(expects(own(properties, name) ?? {}), 'nothing', child(path, name))
  for (const [name, others] of Object.entries(dependentRequired))
    if (Object.hasOwn(value, name))
      for (const other of others)
        if (!Object.hasOwn(value, other))
          problem(`a value, because ${name} is given`, 'nothing', child(path, other))
  for (const [name, item] of entries) {
    const next = own(properties, name) ?? additionalProperties
    if (next === false)
      problem(expects({ enum: Object.keys(properties) }), 'an unknown name', child(path, name))
    else if (next && next !== true) apply(next, item, child(path, name))
  }
}

/** The schema behind `$ref`. One that leads nowhere accepts nothing. */
export const resolve = ({ $ref = '' }: InputSchema, root: InputSchema): InputSchema =>
  own(root.$defs, $ref.slice('#/$defs/'.length)) ?? { not: {} }

const hasType = (name: TypeName, value: Json): boolean =>
  name === 'integer' ? Number.isInteger(value) : name === typeName(value)

const same = (a: Json, b: Json): boolean =>
  a === b || (typeof a === 'object' && typeof b === 'object' && stableText(a) === stableText(b))

function compiled(schema: InputSchema, pattern: string): RegExp | null {
  let regExp = patterns.get(schema)
  if (regExp === undefined) {
    regExp = null
    for (const flag of ['', 'u'])
      try {
        regExp = new RegExp(pattern, flag)
      } catch {}
    patterns.set(schema, regExp)
  }
  return regExp
}

/** The problems of the branch that the value was most likely meant for. */
function closest(results: ArgumentProblem[][], path: string): ArgumentProblem[] {
  // A wrong type tells most against a branch, then a wrong constant (a discriminator), then the rest.
  const distance = (result: ArgumentProblem[]) =>
    result.reduce((sum, p) => sum + (p.path === path ? 100 : /^(?:one of )?"/.test(p.expected) ? 10 : 1), 0)
  const [first = [], ...others] = [...results].sort((a, b) => distance(a) - distance(b))
  const [head] = first
  if (!head || first.length > 1 || head.path !== path) return first
  const wanted = new Set([first, ...others].flatMap(([p]) => (p?.path === path ? [p.expected] : [])))
  return [{ ...head, expected: [...wanted].join(' or ') }]
}
