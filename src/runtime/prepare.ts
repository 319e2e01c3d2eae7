/** What a model or a caller wrote → valid canonical arguments. */
import type { JsonObject, TargetName, Tool } from './contract.ts'
import { decode } from './encoding.ts'
import { stop } from './errors.ts'
import { problemsOf } from './interpreter.ts'
import { mapParts, own } from './object.ts'
import { plain } from './plain.ts'

/** Throws an answer; a TypeError for a target that the tool was not compiled for. */
export const prepare = (tool: Tool, args: unknown, from?: TargetName): JsonObject => {
  const schema = tool.inputSchema
  const target = from && tool.declarations[from]
  if (from && !target) throw new TypeError(`${tool.name}: add ${from} to targets`)
  // Models leave the arguments of a tool without input out altogether.
  const value = mapParts(plain((target ? decode(args, target.encoding) : args) ?? {}), (part, name) => {
    // `null` for an optional argument that is not nullable is how some models leave it out.
    const declared =
      part === null && !schema.required?.includes(name as string) && own(schema.properties, name as string)
    return declared && problemsOf(declared, null, schema).length ? undefined : part
  })
  const problems = problemsOf(schema, value)
  if (problems.length) throw stop('invalid_arguments', { details: problems })
  // The root schema is `type: object`, and the value passed it.
  return value as JsonObject
}
