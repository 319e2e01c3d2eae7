/** Checks values against exact schemas by walking both: no code generation, bounded work. */
import type { InputSchema, Json } from './contract.ts'
import type { Problem } from './errors.ts'
import { type Test, testsOf } from './keywords.ts'
import { eachPart, isObject, own } from './object.ts'
import { found, type Place, pathOf, wanted } from './words.ts'

/**
 * The problems of a JSON value, at most twenty; none when the schema accepts it. The value must be plain JSON
 * (see `plain`). Throws a RangeError when it runs out of steps or of stack: a verdict on a part would be wrong
 * under `not` and `oneOf`.
 */
export type Check = (schema: InputSchema, value: Json) => Problem[]

/** For callers that have no answer to throw. */
export const check = (schema: InputSchema, value: Json, root = schema): Problem[] => {
  try {
    return checker(root)(schema, value)
  } catch {
    return [{ path: '', expected: 'something simpler', got: 'too much to check' }]
  }
}

type Schema = InputSchema | boolean | undefined

/**
 * What is wrong somewhere. Most branches of a union refuse, most items too, and nobody reads why: words wait until they
 * are asked for.
 */
type Finding = [place: Place, expected: () => string, got: Json, instead?: string | undefined]

interface Walk {
  root: InputSchema
  steps: number
  known: Map<InputSchema, Known>
}

/** The tests of a schema, and whether it has other schemas in it. */
type Known = [tests: Test[], composite: boolean]

/** For schemas below one root. What it has learnt of a schema it keeps, so they must not change. */
export const checker = (root: InputSchema): Check => {
  const known = new Map<InputSchema, Known>()
  return (schema, value) =>
    findings(schema, value, undefined, { root, steps: 200_000, known }).slice(0, 20).map(problemOf)
}

const findings = (schema: InputSchema, value: Json, place: Place, walk: Walk): Finding[] => {
  const out: Finding[] = []
  visit(schema, value, place, walk, out)
  return out
}

/** `parent` is the object schema whose part the value is; it knows the names that there are. */
const visit = (
  schema: Schema,
  value: Json,
  place: Place,
  walk: Walk,
  out: Finding[],
  parent?: InputSchema,
): void => {
  if (!walk.steps--) throw new RangeError()
  if (schema === false) {
    const expected = () => {
      const names = Object.keys(parent?.properties ?? {})
      return names[0] ? wanted(names) : 'nothing'
    }
    // An item too many has no name.
    out.push([place, expected, value, typeof place?.[0] === 'string' ? 'an unknown name' : undefined])
  }
  if (typeof schema !== 'object') return
  let known = walk.known.get(schema)
  if (!known) {
    // What a schema is made of beside tests and notes has one of these in its name.
    known = [testsOf(schema), /Of|ref|not|tems|ired|ties/.test(`${Object.keys(schema)}`)]
    walk.known.set(schema, known)
  }
  const [tests, composite] = known
  for (const [keyword, breaks] of tests)
    if (breaks(value)) {
      // A limit is JSON.
      out.push([place, () => `${keyword} ${wanted(schema[keyword] as Json)}`, value])
      return
    }
  if (composite) visitParts(schema, value, place, walk, out)
}

const visitParts = (schema: InputSchema, value: Json, place: Place, walk: Walk, out: Finding[]): void => {
  const { required = [], dependentRequired, properties, allOf = [], not } = schema
  if (isObject(value))
    for (const name of dependentRequired
      ? [...required, ...Object.keys(value).flatMap(key => own(dependentRequired, key) ?? [])]
      : required)
      if (!Object.hasOwn(value, name)) {
        const declared = own(properties, name)
        out.push([[name, place], () => (declared ? wanted(declared) : 'a value'), value, 'nothing'])
      }
  eachPart<Json>(value, (part, key) => visit(schemaOf(schema, key), part, [key, place], walk, out, schema))
  for (const each of allOf) visit(each, value, place, walk, out)
  visit(target(schema, walk.root), value, place, walk, out)
  union(schema.anyOf, value, place, walk, out, 1)
  union(schema.oneOf, value, place, walk, out, 2)
  if (not && !findings(not, value, place, walk).length)
    out.push([place, () => (Object.keys(not)[0] ? `not ${wanted(not)}` : 'nothing'), value])
}

/** Nothing when a branch accepts and, of `oneOf`, no second one; else the problems of the closest branch. */
const union = (
  branches: InputSchema[] | undefined,
  value: Json,
  place: Place,
  walk: Walk,
  out: Finding[],
  tooMany: number,
): void => {
  if (!branches) return
  const refusals: Finding[][] = []
  let fits = 0
  for (const branch of branches) {
    const problems = findings(branch, value, place, walk)
    if (problems.length) refusals.push(problems)
    else if (++fits === tooMany) break
  }
  if (fits === 1) return
  // A branch that refuses the value as a whole is not what was meant; of the others, the one with the least to say.
  const [inner] = refusals.filter(([first]) => first?.[0] !== place).sort((a, b) => a.length - b.length)
  const expected = () =>
    fits ? 'one form only' : [...new Set(refusals.map(([first]) => first?.[1]()))].join(' or ')
  for (const finding of inner ?? [[place, expected, value] as Finding]) out.push(finding)
}

const problemOf = ([place, expected, value, instead]: Finding): Problem => ({
  path: pathOf(place),
  expected: expected(),
  got: instead ?? found(value),
})

/** The schema of an item or a property; true or undefined for one that is not described. */
export const schemaOf = (schema: InputSchema, key: string | number): Schema =>
  typeof key === 'number'
    ? (schema.prefixItems?.[key] ?? schema.items)
    : (own(schema.properties, key) ?? schema.additionalProperties)

/** What `$ref` leads to. Nowhere accepts nothing. */
export const target = ({ $ref }: InputSchema, root: InputSchema): InputSchema | undefined =>
  $ref === undefined ? $ref : (own(root.$defs, $ref.slice('#/$defs/'.length)) ?? { not: {} })
