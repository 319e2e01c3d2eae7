/** What a model or a caller wrote → valid canonical arguments. For `call.ts`. */
import type { Json, JsonObject, TargetName, Tool } from './contract.ts'
import { stop } from './errors.ts'
import type { Check } from './interpreter.ts'
import { isObject, own } from './object.ts'
import { decode } from './parts.ts'
import { plain } from './plain.ts'

/** Throws an answer; a TypeError for a target that the tool was not compiled for. */
export const accepted = (tool: Tool, check: Check, args: unknown, from?: TargetName): JsonObject => {
  const schema = tool.inputSchema
  const target = from && tool.declarations[from]
  if (from && !target) throw new TypeError(`${tool.name}: add ${from} to targets`)
  const given = plain(args)
  // Models leave the arguments of a tool without input out altogether. What is decoded of JSON is JSON.
  const value = ((target?.encoding[0] ? decode(given, target.encoding) : given) ?? {}) as Json
  let problems = check(schema, value)
  if (problems[0] && isObject(value)) {
    for (const name of Object.keys(value)) {
      // `null` for an optional argument that is not nullable is how some models leave it out.
      const declared =
        value[name] === null && !schema.required?.includes(name) && own(schema.properties, name)
      if (declared && check(declared, null)[0]) delete value[name]
    }
    problems = check(schema, value)
  }
  if (problems[0]) throw stop('invalid_arguments', { details: problems })
  // The root schema is `type: object`, and the value passed it.
  return value as JsonObject
}
