/** What a model or a caller wrote → valid canonical arguments. */
import type { ArgumentsSchema, JsonObject, TargetName, Tool } from './contract.ts'
import { decode } from './encoding.ts'
import { invalid } from './errors.ts'
import { check } from './interpreter.ts'
import { isObject, own } from './object.ts'
import { plain } from './plain.ts'

/** Throws `Stop`; a TypeError for a target that the tool was not compiled for. */
export function prepare(tool: Tool, args: unknown, from: TargetName | undefined): JsonObject {
  const target = from && tool.declarations[from]
  if (from && !target)
    throw new TypeError(`${tool.name} has no declaration for ${from}: add it to targets in the configuration`)
  // Models leave the arguments of a tool without input out altogether.
  const value = plain((target ? decode(args, target.encoding) : args) ?? {})
  const canonical = isObject(value) ? withoutNulls(tool.inputSchema, value) : value
  const problems = check(tool.inputSchema, canonical)
  if (problems.length) throw invalid(...problems)
  // The root schema is `type: object`, and the value passed it.
  return canonical as JsonObject
}

/** `null` for an optional argument that is not nullable is how some models leave it out. */
const withoutNulls = (schema: ArgumentsSchema, args: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(args).filter(([name, value]) => {
      const declared = own(schema.properties, name)
      const optional = declared && !schema.required?.includes(name)
      return value !== null || !optional || !check(declared, null, schema).length
    }),
  )
