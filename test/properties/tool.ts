/** The properties of one compiled tool, checked with oracles that share no code with the compiler. */
import fc from 'fast-check'
import type { CompiledTool } from '../../src/compile.ts'
import type { Declaration, Json, TargetName } from '../../src/runtime/contract.ts'
import { decode, encode } from '../../src/runtime/encoding.ts'
import { check } from '../../src/runtime/interpreter.ts'
import { developerErrors, vertexErrors } from '../fake-gemini/declaration.ts'
import { ajvFor, valid } from '../oracle/arbitrary.ts'
import { declared } from '../oracle/declared.ts'
import { narrowed } from '../oracle/narrowings.ts'
import { near } from '../oracle/near.ts'
import { strictErrors } from '../oracle/strict.ts'
import { written } from '../oracle/written.ts'

/** Throws at the first property that does not hold; the number of values that were tried. */
export function checkTool({ tool, losses }: CompiledTool, salt: number, each = 4): number {
  const { inputSchema } = tool
  const accepts = ajvFor(inputSchema)
  const good = sample(() => valid(inputSchema), salt, each)
  const almost = good.length > 0 ? sample(() => near(inputSchema), salt, each) : []
  for (const value of [...good, ...almost]) {
    const problems = check(inputSchema, value)
    const byAjv = accepts(value)
    if (byAjv !== (problems.length === 0))
      fail('interpreter and Ajv disagree', { byAjv, problems, value, inputSchema })
  }
  for (const [target, made] of Object.entries(tool.declarations)) {
    const { declaration, encoding } = made
    cleanUnder(target, declaration)
    const allowed = ajvFor(narrowed(inputSchema, target as TargetName))
    const schema = declared(declaration)
    const takes = ajvFor(schema)
    for (const value of [...good, ...almost.filter(v => accepts(v))]) {
      const about = { target, value, declaration, encoding, inputSchema, losses }
      const encoded = encode(value, encoding)
      const back = decode(encoded, encoding)
      if (!same(back, value)) fail('encoding does not come back', { ...about, encoded, back })
      if (!allowed(value)) continue
      // Where branches differ in what may be left out, only a model knows which nulls its branch has.
      const fills = target === 'openai-strict' && JSON.stringify(declaration).includes('"anyOf"')
      if (!fills && !takes(encoded))
        fail('the declaration refuses what is encoded', { ...about, encoded, errors: takes.errors })
      const form = written(schema, encoding, value)
      if (form === undefined || !takes(form))
        fail('the declaration refuses what the exact schema accepts', {
          ...about,
          form,
          errors: takes.errors,
        })
      const meant = decode(form, encoding)
      if (!same(meant, value)) fail('what the model writes does not come back', { ...about, form, meant })
    }
  }
  return good.length + almost.length
}

/** Throws for a declaration that its API would refuse. */
export function cleanUnder(target: string, declaration: Declaration): void {
  const problems =
    target === 'openai-strict'
      ? strictErrors(declaration.parameters ?? {})
      : [...developerErrors([declaration]), ...vertexErrors([declaration])]
  if (problems.length > 0) fail('not clean', { target, problems, declaration })
}

/** None when the oracle finds no value: a schema may have none. */
export function sample(make: () => fc.Arbitrary<Json>, seed: number, numRuns: number): Json[] {
  try {
    return fc.sample(make(), { numRuns, seed })
  } catch (error) {
    if (error instanceof Error && /no value found/.test(error.message + String(error.cause))) return []
    throw error
  }
}

/** Equal as JSON, whatever the order of keys. */
const same = (a: unknown, b: unknown): boolean => sorted(a) === sorted(b)
const sorted = (v: unknown): string =>
  Array.isArray(v)
    ? `[${v.map(sorted).join()}]`
    : typeof v === 'object' && v !== null
      ? `{${Object.entries(v)
          .map(([key, x]) => `${JSON.stringify(key)}:${sorted(x)}`)
          .sort()
          .join()}}`
      : String(JSON.stringify(v))

function fail(what: string, about: object): never {
  throw new Error(`${what}\n${JSON.stringify(about, null, 1)}`)
}
