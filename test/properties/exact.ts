/** Whether a tool's exact schema accepts the arguments of a body exactly when the document accepts the body. */
import type { CompiledTool } from '../../src/compile.ts'
import { connect } from '../../src/runtime/connect.ts'
import type { Json, JsonObject, SpecInfo } from '../../src/runtime/contract.ts'
import { check } from '../../src/runtime/interpreter.ts'
import { ajvFor, valid } from '../oracle/arbitrary.ts'
import { documentSchema } from '../oracle/document-schema.ts'
import { near } from '../oracle/near.ts'
import { sample } from './tool.ts'

export interface About {
  document: JsonObject
  /** Of the one property `v` of the body. */
  schema: Json
  /** Patterns that the build says it does not enforce. */
  dropped: ReadonlySet<string>
}

/** Throws at the first body on which they differ; the number of values that were tried. */
export async function checkExact(
  { tool, losses }: CompiledTool,
  info: SpecInfo,
  { document, schema, dropped }: About,
  salt: number,
  each = 4,
): Promise<number> {
  // The server fills it: the tool has no such argument.
  if (!Object.hasOwn(tool.inputSchema.properties, 'v')) return 0
  const expected = documentSchema(document, schema, dropped)
  const accepts = ajvFor(expected)
  const about = { schema, expected, inputSchema: tool.inputSchema, losses }
  const good = sample(() => valid(expected), salt, each)
  const almost = good.length > 0 ? sample(() => near(expected), salt, each) : []
  for (const value of [...good, ...almost]) {
    // Past 2^53 a number is not what its digits say: the exact schema asks for a text of digits.
    if (hasUnsafe(value)) continue
    const should = accepts(value)
    const canonical = renamed(value, tool.request.names ?? {})
    const problems = check(tool.inputSchema, { v: canonical })
    // A key may be a renamed property of one branch and a free key of another: then both spellings are right.
    const asKey = canonical !== value && check(tool.inputSchema, { v: value }).length === 0
    if (should !== (problems.length === 0) && !(should && asKey))
      fail('exact schema and document disagree about a body', {
        ...about,
        should,
        value,
        problems,
        errors: accepts.errors,
      })
  }
  const api = connect(info, { baseUrl: 'https://api.example.com/v1/' })
  const own = sample(() => valid(tool.inputSchema), salt, each)
  for (const args of own) {
    const planned = await api.plan(tool, args)
    if (!('body' in planned) || typeof planned.body !== 'string') {
      // A value that has no place in a request is refused with its reason; only numbers past JSON's are.
      fail('no plan', { ...about, args, planned })
      continue
    }
    const body = JSON.parse(planned.body) as JsonObject
    if (!accepts(body.v) && !hasUnsafe(body))
      fail('the body of accepted arguments is not what the document says', {
        ...about,
        args,
        body,
        errors: accepts.errors,
      })
  }
  return good.length + almost.length + own.length
}

const hasUnsafe = (v: Json): boolean =>
  typeof v === 'number'
    ? Number.isInteger(v) && !Number.isSafeInteger(v)
    : typeof v === 'object' && v !== null && Object.values(v).some(hasUnsafe)

/** Every key that some schema renames, renamed. */
function renamed(v: Json, names: Record<string, string>): Json {
  if (Object.keys(names).length === 0) return v
  const canonical = new Map(Object.entries(names).map(([to, wire]) => [wire, to]))
  const visit = (x: Json): Json =>
    Array.isArray(x)
      ? x.map(visit)
      : typeof x === 'object' && x !== null
        ? Object.fromEntries(Object.entries(x).map(([k, y]) => [canonical.get(k) ?? k, visit(y)]))
        : x
  return visit(v)
}

function fail(what: string, about: object): never {
  throw new Error(`${what}\n${JSON.stringify(about, null, 1)}`)
}
