/** Checks a value against an exact schema by walking both: no code generation, bounded work. */
import type { InputSchema, Json } from './contract.ts'
import type { Problem } from './errors.ts'
import { mismatch } from './keywords.ts'
import { isObject, own, partsOf } from './object.ts'
import { found, type Place, pathOf, wanted } from './words.ts'

interface Walk {
  root: InputSchema
  steps: number
}

/** As `problemsOf`, for callers that have no answer to throw. */
export const check = (schema: InputSchema, value: Json, root = schema): Problem[] => {
  try {
    return problemsOf(schema, value, root)
  } catch {
    return [problem([], 'something simpler', 'too much to check')]
  }
}

/**
 * The problems of a JSON value, at most twenty; none when the schema accepts it. The value must be plain JSON
 * (see `plain`). Throws a RangeError when it runs out of steps or of stack: a verdict on a part would be wrong
 * under `not` and `oneOf`.
 */
export const problemsOf = (schema: InputSchema, value: Json, root = schema): Problem[] =>
  visit(schema, value, [], { root, steps: 200_000 }).slice(0, 20)

type Schema = InputSchema | boolean | undefined

/** `parent` is the object schema whose part the value is; it knows the names that there are. */
const visit = (schema: Schema, value: Json, place: Place, walk: Walk, parent?: InputSchema): Problem[] => {
  if (!walk.steps--) throw new RangeError()
  if (schema === false)
    return [problem(place, wanted(Object.keys(parent?.properties ?? {})), 'an unknown name')]
  if (typeof schema !== 'object') return []
  const expected = mismatch(schema, value)
  if (expected) return [problem(place, expected, found(value))]
  return [
    ...(isObject(value) ? absent(schema, Object.keys(value), place) : []),
    ...partsOf<Json>(value).flatMap(([key, part]) =>
      visit(schemaOf(schema, key), part, [...place, key], walk, schema),
    ),
    ...always(schema, walk.root).flatMap(s => visit(s, value, place, walk)),
    ...union(schema.anyOf, value, place, walk, 1),
    ...union(schema.oneOf, value, place, walk, 2),
    ...(schema.not && !visit(schema.not, value, place, walk).length
      ? [problem(place, `not ${wanted(schema.not)}`, found(value))]
      : []),
  ]
}

/** The required names that are not there. */
const absent = (schema: InputSchema, names: string[], place: Place): Problem[] =>
  [...(schema.required ?? []), ...names.flatMap(name => own(schema.dependentRequired, name) ?? [])]
    .filter(name => !names.includes(name))
    .map(name => problem([...place, name], wanted(own(schema.properties, name) ?? {}), 'nothing'))

/** None when a branch accepts and, of `oneOf`, no second one; else the problems of the closest branch. */
const union = (
  branches: InputSchema[] = [],
  value: Json,
  place: Place,
  walk: Walk,
  tooMany: number,
): Problem[] => {
  const refusals: Problem[][] = []
  let fits = 0
  for (const branch of branches) {
    const problems = visit(branch, value, place, walk)
    if (problems.length) refusals.push(problems)
    else if (++fits === tooMany) break
  }
  if (fits === 1 || !branches.length) return []
  // A branch that refuses the value as a whole is not what was meant; of the others, the one with the least to say.
  const [inner] = refusals
    .filter(([first]) => first?.path !== pathOf(place))
    .sort((a, b) => a.length - b.length)
  const expected = fits
    ? 'one form only'
    : [...new Set(refusals.map(([first]) => first?.expected))].join(' or ')
  return inner ?? [problem(place, expected, found(value))]
}

const problem = (place: Place, expected: string, got: string): Problem => ({
  path: pathOf(place),
  expected,
  got,
})

/** The schema of an item or a property; true or undefined for one that is not described. */
export const schemaOf = (schema: InputSchema, key: string | number): InputSchema | boolean | undefined =>
  typeof key === 'number'
    ? (schema.prefixItems?.[key] ?? schema.items)
    : (own(schema.properties, key) ?? schema.additionalProperties)

/** The schemas that apply wherever this one does. A `$ref` that leads nowhere accepts nothing. */
export const always = (schema: InputSchema, root: InputSchema): InputSchema[] => [
  ...(schema.allOf ?? []),
  ...(schema.$ref === undefined
    ? []
    : [own(root.$defs, schema.$ref.slice('#/$defs/'.length)) ?? { not: {} }]),
]
