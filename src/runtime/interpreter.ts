/** Checks a value against an exact schema by walking both: no code generation, bounded work. */
import type { InputSchema, Json, JsonObject } from './contract.ts'
import type { Problem } from './errors.ts'
import { mismatch } from './keywords.ts'
import { own } from './object.ts'
import { expects, found, oneOf, type Place, pathOf } from './words.ts'

const maxProblems = 20
const maxSteps = 200_000

interface Walk {
  root: InputSchema
  steps: number
}

/**
 * The problems of a JSON value, at most twenty; none when the schema accepts it. The value must be
 * plain JSON (see `plain`).
 */
export function check(schema: InputSchema, value: Json, root = schema): Problem[] {
  try {
    return visit(schema, value, undefined, { root, steps: maxSteps }).slice(0, maxProblems)
  } catch {
    // Out of steps, or of stack. A verdict on a part would be wrong under `not` and `oneOf`.
    return [{ path: '', expected: 'something simpler', got: 'too much to check' }]
  }
}

function visit(schema: InputSchema, value: Json, place: Place, walk: Walk): Problem[] {
  if (walk.steps-- < 0) throw new RangeError()
  const expected = mismatch(schema, value)
  if (expected) return [{ path: pathOf(place), expected, got: found(value, expected) }]
  const { anyOf, oneOf: one, not, prefixItems = [], items } = schema
  const parts = Array.isArray(value)
    ? value.flatMap((item, i) => part(schema, prefixItems[i] ?? items, item, [place, i], walk))
    : typeof value === 'object' && value
      ? members(schema, value, place, walk)
      : []
  return [
    ...parts,
    ...always(schema, walk.root).flatMap(s => visit(s, value, place, walk)),
    ...(anyOf ? union(anyOf, value, place, walk, 1) : []),
    ...(one ? union(one, value, place, walk, 2) : []),
    ...(not && !visit(not, value, place, walk).length
      ? [{ path: pathOf(place), expected: `anything but ${expects(not)}`, got: found(value, '') }]
      : []),
  ]
}

const part = (
  { properties = {} }: InputSchema,
  next: InputSchema | boolean | undefined,
  value: Json,
  place: Place,
  walk: Walk,
): Problem[] =>
  next === false
    ? [{ path: pathOf(place), expected: oneOf(Object.keys(properties)), got: 'an unknown name' }]
    : typeof next === 'object'
      ? visit(next, value, place, walk)
      : []

function members(schema: InputSchema, value: JsonObject, place: Place, walk: Walk): Problem[] {
  const { properties = {}, required = [], dependentRequired = {}, additionalProperties } = schema
  const absent = (names: string[], expected?: string) =>
    names
      .filter(name => !Object.hasOwn(value, name))
      .map(name => ({
        path: pathOf([place, name]),
        expected: expected ?? expects(own(properties, name) ?? {}),
        got: 'nothing',
      }))
  return [
    ...absent(required),
    ...Object.entries(dependentRequired).flatMap(([name, others]) =>
      Object.hasOwn(value, name) ? absent(others, `a value beside ${name}`) : [],
    ),
    ...Object.entries(value).flatMap(([name, item]) =>
      part(schema, own(properties, name) ?? additionalProperties, item, [place, name], walk),
    ),
  ]
}

/** None when a branch accepts and, of `oneOf`, no second one; else the problems of the closest branch. */
function union(branches: InputSchema[], value: Json, place: Place, walk: Walk, enough: number): Problem[] {
  const results: Problem[][] = []
  let fits = 0
  for (const branch of branches) {
    const problems = visit(branch, value, place, walk)
    if (problems.length) results.push(problems)
    else if (++fits === enough) break
  }
  if (fits === 1) return []
  const path = pathOf(place)
  if (fits) return [{ path, expected: 'exactly one of the forms', got: 'what fits several' }]
  // A branch that refuses the value as a whole is not what was meant; of the others, the one with the least to say.
  const [inner] = results.filter(([first]) => first?.path !== path).sort((a, b) => a.length - b.length)
  const expected = [...new Set(results.map(([first]) => first?.expected))].join(' or ')
  return inner ?? [{ path, expected, got: found(value, expected) }]
}

/** The schemas that apply wherever this one does. A `$ref` that leads nowhere accepts nothing. */
export const always = ({ $ref, allOf = [] }: InputSchema, root: InputSchema): InputSchema[] =>
  $ref === undefined ? allOf : [...allOf, own(root.$defs, $ref.slice('#/$defs/'.length)) ?? { not: {} }]
