/** The tools that one framework is given, by name; adapters call it at construction. */
import type { BoundTool } from '../bound-tool.ts'
import type { Declaration, JsonObject, TargetName, Tool } from '../contract.ts'
import type { Runner } from './run.ts'

/** A tool, how it is run, and what the model's API is told of it. */
export interface Offered {
  tool: Tool
  run: Runner
  plan: BoundTool['plan']
  declaration: Declaration
}

/**
 * What a target declares; without one, the exact schema and canonical arguments. Throws for a name that two tools
 * have, and for a tool that was not compiled for the target.
 */
export function offer(tools: readonly BoundTool[], api: string, target?: TargetName): Map<string, Offered> {
  const offered = new Map<string, Offered>()
  for (const { tool, call, plan } of tools) {
    const { name } = tool
    const declaration = declared(tool, target)
    if (offered.has(name)) throw new Error(`Two tools are called ${name}`)
    if (!declaration)
      throw new Error(
        `${name} has no declaration for ${api}: add '${target}' to \`targets\` in the configuration`,
      )
    offered.set(name, {
      tool,
      plan,
      declaration,
      run: (args, options) => call(args, target ? { ...options, from: target } : options),
    })
  }
  return offered
}

function declared({ name, declarations, inputSchema }: Tool, target?: TargetName): Declaration | undefined {
  if (target) return declarations[target]?.declaration
  const { description = '' } = Object.values(declarations)[0]?.declaration ?? {}
  // A schema is JSON.
  return { name, description, parameters: inputSchema as unknown as JsonObject }
}

/** Name, text and JSON Schema, in new objects that a framework may write to. Throws for a name it refuses. */
export function described(
  { declaration }: Offered,
  api: string,
): Required<Omit<Declaration, 'parametersJsonSchema'>> {
  const { name, description, parameters, parametersJsonSchema } = declaration
  // The rule of OpenAI and Anthropic; `nameRule: 'wide'` allows more.
  if (!/^[\w-]{1,64}$/.test(name)) throw new Error(`${api} takes no tool called ${name}`)
  return {
    name,
    description,
    parameters: structuredClone(parameters ?? parametersJsonSchema ?? { type: 'object' }),
  }
}
