/** OpenAI's rules for structured outputs (platform docs, "Supported schemas"; `openai/lib/transform.js`), from outside. */
import type { Json, JsonObject } from '../../src/runtime/contract.ts'

const keywords = new Set(
  `type description enum anyOf properties required additionalProperties items minItems maxItems minimum maximum
  exclusiveMinimum exclusiveMaximum multipleOf pattern format`.split(/\s+/),
)
const formats = new Set('date-time time date duration email hostname ipv4 ipv6 uuid'.split(' '))

/** What strict mode refuses in a root schema. */
export function strictErrors(root: JsonObject): string[] {
  const found: string[] = []
  if (root.type !== 'object' || root.anyOf !== undefined) found.push('the root is no plain object')
  const queue: [JsonObject, string][] = [[root, '']]
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    const [node, at] = next
    for (const key of Object.keys(node)) if (!keywords.has(key)) found.push(`${at}: ${key}`)
    const types = [node.type ?? []].flat()
    if (types.length === 0 && !Array.isArray(node.anyOf)) found.push(`${at}: neither type nor anyOf`)
    if (types.includes('array') && !isObject(node.items)) found.push(`${at}: an array without items`)
    if (typeof node.format === 'string' && !formats.has(node.format))
      found.push(`${at}: format ${node.format}`)
    if (typeof node.pattern === 'string' && /\(\?<?[=!]|\\[1-9k]/.test(node.pattern))
      found.push(`${at}: pattern ${node.pattern}`)
    const properties = isObject(node.properties) ? node.properties : {}
    if (types.includes('object')) {
      if (node.additionalProperties !== false) found.push(`${at}: an open object`)
      const required = Array.isArray(node.required) ? node.required : []
      if (JSON.stringify([...required].sort()) !== JSON.stringify(Object.keys(properties).sort()))
        found.push(`${at}: required is not every property`)
    } else if (node.properties !== undefined) found.push(`${at}: properties without type object`)
    for (const [name, child] of Object.entries(properties))
      isObject(child) ? queue.push([child, `${at}/${name}`]) : found.push(`${at}/${name}: no schema`)
    if (isObject(node.items)) queue.push([node.items, `${at}/*`])
    if (Array.isArray(node.anyOf))
      for (const [i, branch] of node.anyOf.entries())
        isObject(branch) ? queue.push([branch, `${at}|${i}`]) : found.push(`${at}|${i}: no schema`)
  }
  return found
}

const isObject = (v: Json | undefined): v is JsonObject =>
  typeof v === 'object' && v !== null && !Array.isArray(v)
