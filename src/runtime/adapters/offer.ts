/** The tools that one framework is given, by name; adapters call it at construction. */
import type { BoundTool } from '../bound-tool.ts'
import type { Declaration, JsonObject, TargetName, Tool } from '../contract.ts'
import type { Runner } from './run.ts'

/** A tool, how it is run, and what the model's API is told of it. */
export interface Offered {
  bound: BoundTool
  run: Runner
  declaration: Declaration
}

/** What a target declares. Throws for a name that two tools have, and for a tool not compiled for the target. */
export const offer = (tools: readonly BoundTool[], api: string, target: TargetName): Map<string, Offered> =>
  collect(tools, bound => {
    const { name, declarations } = bound.tool
    const declaration = declarations[target]?.declaration
    if (!declaration) throw new Error(`${name} has no declaration for ${api}: add '${target}' to \`targets\``)
    return { bound, declaration, run: (args, options) => bound.call(args, { ...options, from: target }) }
  })

/** For an API without a target of its own: the exact schema and canonical arguments. */
export const offerExact = (tools: readonly BoundTool[]): Map<string, Offered> =>
  collect(tools, bound => ({
    bound,
    declaration: exact(bound.tool),
    run: (args, options) => bound.call(args, options),
  }))

export interface Described {
  name: string
  description: string
  parameters: ObjectSchema
}
export type ObjectSchema = JsonObject & { type: 'object' }

/** Name, text and JSON Schema, in new objects that a framework may write to. Throws for a name it refuses. */
export function described(
  { declaration }: Offered,
  api: string,
  // The rule of OpenAI and Anthropic; `nameRule: 'wide'` allows more.
  legal = /^[\w-]{1,64}$/,
): Described {
  const { name, description, parameters, parametersJsonSchema } = declaration
  if (!legal.test(name)) throw new Error(`${api} takes no tool called ${name}`)
  // OpenAI and Anthropic refuse them at the root, so what is made for them and what reaches them through others has
  // none there. A call checks the exact schema, which has them, and its answer says what is missing.
  // A declaration has one of both.
  const schema = (parameters ?? parametersJsonSchema) as JsonObject
  const { oneOf, anyOf, allOf, not, ...rest } = structuredClone(schema)
  return { name, description, parameters: { ...rest, type: 'object' } }
}

function collect(tools: readonly BoundTool[], make: (bound: BoundTool) => Offered): Map<string, Offered> {
  const offered = new Map<string, Offered>()
  for (const bound of tools) {
    const { name } = bound.tool
    if (offered.has(name)) throw new Error(`Two tools are called ${name}`)
    offered.set(name, make(bound))
  }
  return offered
}

function exact({ name, declarations, inputSchema }: Tool): Declaration {
  const { description = '' } = Object.values(declarations)[0]?.declaration ?? {}
  // A schema is JSON.
  return { name, description, parameters: inputSchema as unknown as JsonObject }
}
