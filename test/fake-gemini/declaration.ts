/**
 * What the Gemini API answers to function declarations: every documented 400, in the words of both back ends.
 * The fake server calls it, and tests of the compiler use it as an oracle that shares no code with the compiler.
 */
import { type Dialect, developer, isObject, readProto, vertex } from './proto.ts'

/** Where back ends, models and sources differ. The defaults are the strictest of them. */
export interface Rules {
  /** 64 in the protos and in every public 400; newer SDK texts say 128. */
  nameLength: number
  /** An OBJECT without properties: refused until 2025, accepted by some models since. */
  emptyObject: 'accept' | 'reject'
  /** Nested OBJECT and ARRAY levels, the root counted. The real number is not published. */
  maxDepth: number
  /** 512 measured; Vertex documents 128. */
  maxDeclarations: number
  /** Rules that only documentation states and no public 400 shows. Their wording is ours. */
  documentedOnly: 'accept' | 'reject'
}

export const strictest: Rules = {
  nameLength: 64,
  emptyObject: 'reject',
  maxDepth: 8,
  maxDeclarations: 512,
  documentedOnly: 'reject',
}

/** All problems at once, as the Developer API lists them; an empty list is an accepted request. */
export function developerErrors(declarations: object[], rules: Partial<Rules> = {}): string[] {
  const [tool, unparsed] = parse(developer, declarations)
  // A message that cannot be parsed is judged no further.
  return unparsed.length > 0 ? unparsed : [...toolErrors([tool], { ...strictest, ...rules }, developerWords)]
}

/** At most one problem: Vertex reports the first. */
export function vertexErrors(declarations: object[], rules: Partial<Rules> = {}): string[] {
  const [tool, unparsed] = parse(vertex, declarations)
  const all = unparsed.length > 0 ? unparsed : toolErrors([tool], { ...strictest, ...rules }, vertexWords)
  for (const problem of all) return [problem]
  return []
}

function parse(dialect: Dialect, functionDeclarations: object[]): [Tool, string[]] {
  const [message, unparsed] = readProto(dialect, 'Tool', { functionDeclarations }, 'tools[0]')
  // Where no problem was found, the message has the shape that the tables of `proto.ts` give it.
  return [message as Tool, unparsed]
}

interface Schema {
  type?: string
  format?: string
  description?: string
  enum?: string[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  pattern?: string
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  propertyOrdering?: string[]
}

export interface Declaration {
  name?: string
  description?: string
  parameters?: Schema
  parametersJsonSchema?: unknown
  response?: Schema
  responseJsonSchema?: unknown
}

export interface Tool {
  functionDeclarations?: Declaration[]
}

/** Where the back ends differ: how a place is introduced, and what is checked of one `parameters`. */
export interface Words {
  start: string
  parameters(root: Schema, name: string, at: string, rules: Rules): Iterable<string>
}

const invalidProto = 'The GenerateContentRequest proto is invalid:\n'
export const developerWords: Words = { start: '* GenerateContentRequest.', parameters: developerSchemaErrors }
export const vertexWords: Words = { start: `${invalidProto}  * `, parameters: vertexSchemaErrors }

/** What is wrong with the `tools` of a parsed request. */
export function* toolErrors(tools: readonly Tool[], rules: Rules, words: Words): Generator<string> {
  const seen = new Set<string>()
  const legalName = new RegExp(`^[A-Za-z_][A-Za-z0-9_.:-]{0,${rules.nameLength - 1}}$`)
  for (const [t, { functionDeclarations = [] }] of tools.entries()) {
    const list = `tools[${t}].function_declarations`
    if (functionDeclarations.length > rules.maxDeclarations)
      yield `${invalidProto}  * ${list}: [FIELD_INVALID] At most ${rules.maxDeclarations} function declarations can be specified.`
    for (const [i, declaration] of functionDeclarations.entries()) {
      const { name = '', description = '', parameters } = declaration
      const at = `${words.start}${list}[${i}]`
      if (!legalName.test(name))
        yield `${at}.name: [FIELD_INVALID] Invalid function name. Must start with a letter or an underscore. Must be a-z, A-Z, 0-9, or contain underscores (_), dots (.), colons (:), or dashes (-), with a maximum length of ${rules.nameLength}.`
      if (seen.has(name)) yield `Duplicate function declaration found: ${name}`
      seen.add(name)
      if (rules.documentedOnly === 'reject' && description.trim() === '')
        yield `${at}.description: must be specified`
      yield* jsonSchemaErrors(declaration, at, rules)
      if (parameters === undefined) continue
      yield* words.parameters(parameters, name, `${at}.parameters`, rules)
      if (depth(parameters) > rules.maxDepth)
        yield `FunctionDeclaration '${name}' in the request exceeds the maximum allowed nesting depth.`
    }
  }
}

function* developerSchemaErrors(root: Schema, _name: string, at: string, rules: Rules): Generator<string> {
  if (typeOf(root) !== 'OBJECT') yield `${at}: parameters schema should be of type OBJECT`
  for (const { schema, path } of nodes(root)) {
    yield* nodeErrors(schema, at + path, rules)
    // Vertex takes any format (measured); here the two others are refused.
    if (schema.format && typeOf(schema) === 'STRING' && !['enum', 'date-time'].includes(schema.format))
      yield `${at}${path}.format: only 'enum' and 'date-time' are supported for STRING type`
  }
}

/** Vertex names the function and the place by property names. */
function* vertexSchemaErrors(root: Schema, name: string, at: string, rules: Rules): Generator<string> {
  const unable = (rest: string) =>
    `Unable to submit request because \`${name}\` functionDeclaration ${rest} Learn more: https://cloud.google.com/vertex-ai/generative-ai/docs/multimodal/function-calling`
  if (typeOf(root) !== 'OBJECT') yield unable('parameters schema should be of type OBJECT.')
  for (const { schema, path, names } of nodes(root)) {
    const place = `\`${['parameters', ...names].join('.')}\` schema`
    if (schema.anyOf?.length && Object.keys(schema).length > 1)
      yield unable(
        `${place} specified other fields alongside any_of. When using any_of, it must be the only field set.`,
      )
    if (typeOf(schema) === undefined && !isUnion(schema))
      yield unable(`${place} didn't specify the schema type field.`)
    yield* nodeErrors(schema, at + path, rules)
  }
}

/** What both back ends check of one schema. */
function* nodeErrors(schema: Schema, at: string, rules: Rules): Generator<string> {
  const type = typeOf(schema)
  const names = Object.keys(schema.properties ?? {})
  const required = schema.required ?? []
  if (type === undefined && !isUnion(schema))
    yield `${at}.type: must be specified when not using one_of, any_of or all_of fields`
  if (schema.enum?.length && type !== 'STRING') yield `${at}.enum: only allowed for STRING type`
  for (const [i, member] of (schema.enum ?? []).entries())
    if (member === '') yield `${at}.enum[${i}]: cannot be empty`
  if (schema.format === 'enum' && type === 'STRING' && !schema.enum?.length)
    yield `${at}.enum: should be non-empty for STRING type with enum format`
  if (type === 'ARRAY' && schema.items == null) yield `${at}.items: missing field.`
  if (schema.items != null && type !== 'ARRAY')
    yield `${at}.items: field predicate failed: $type == Type.ARRAY`
  if (type === 'OBJECT' && names.length === 0 && rules.emptyObject === 'reject')
    yield `${at}.properties: should be non-empty for OBJECT type`
  if (names.length > 0 && type !== 'OBJECT') yield `${at}.properties: only allowed for OBJECT type`
  if (required.length > 0 && type !== 'OBJECT') yield `${at}.required: only allowed for OBJECT type`
  for (const [i, name] of required.entries())
    if (!names.includes(name)) yield `${at}.required[${i}]: property is not defined`
  if (rules.documentedOnly === 'reject') yield* documentedErrors(schema, at)
}

const formats: Record<string, string[]> = { INTEGER: ['int32', 'int64'], NUMBER: ['float', 'double'] }

function* documentedErrors(schema: Schema, at: string): Generator<string> {
  const type = typeOf(schema) ?? ''
  const names = Object.keys(schema.properties ?? {})
  for (const name of names)
    if (!/^[A-Za-z_][A-Za-z0-9_]{0,63}$/.test(name))
      yield `${at}.properties[${name}]: must start with a letter or an underscore and contain only a-z, A-Z, 0-9 or underscores, with a maximum length of 64`
  if (schema.format && type !== 'STRING' && !formats[type]?.includes(schema.format))
    yield `${at}.format: '${schema.format}' is not supported for ${type} type`
  if (new Set(schema.enum).size !== (schema.enum?.length ?? 0)) yield `${at}.enum: members must be distinct`
  for (const name of schema.propertyOrdering ?? [])
    if (!names.includes(name)) yield `${at}.property_ordering: property ${name} is not defined`
  if (schema.pattern !== undefined && !isLinear(schema.pattern)) yield `${at}.pattern: not an RE2 expression`
}

/** RE2 (github.com/google/re2/wiki/Syntax) has no look-around and no back-references. */
function isLinear(pattern: string): boolean {
  const bare = pattern.replace(/\\[^1-9k]/g, '').replace(/\[(?:\\.|[^\]])*\]/g, '')
  return !/\(\?<?[=!]|\\[1-9k]/.test(bare)
}

const jsonFields = [
  ['parameters', 'parametersJsonSchema', 'parameters_json_schema'],
  ['response', 'responseJsonSchema', 'response_json_schema'],
] as const

/** A field and its JSON Schema twin exclude each other; of the twin, one rule about references is published. */
function* jsonSchemaErrors(declaration: Declaration, at: string, rules: Rules): Generator<string> {
  for (const [plain, twin, words] of jsonFields) {
    const root = declaration[twin]
    if (root === undefined) continue
    if (declaration[plain] !== undefined) yield `${at}: ${plain} and ${words} are mutually exclusive`
    const describesObject = isObject(root) && root.type === 'object'
    if (rules.documentedOnly === 'reject' && twin === 'parametersJsonSchema' && !describesObject)
      yield `${at}.${words}: must describe an object`
    if (hasReferenceSiblings(root))
      yield 'If a schema node has $ref set, then only description and default can be set alongside it'
  }
}

function hasReferenceSiblings(root: unknown): boolean {
  const open: { value: unknown; isMap: boolean }[] = [{ value: root, isMap: false }]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { value, isMap } = next
    if (Array.isArray(value)) for (const item of value) open.push({ value: item, isMap: false })
    if (!isObject(value)) continue
    // A property may be called `$ref`: the keys of a map of schemas are names.
    const siblings = Object.keys(value).filter(key => !['$ref', 'description', 'default'].includes(key))
    if (!isMap && Object.hasOwn(value, '$ref') && siblings.length > 0) return true
    for (const [key, item] of Object.entries(value)) {
      const holdsMap = ['properties', '$defs', 'definitions', 'patternProperties'].includes(key)
      open.push({ value: item, isMap: !isMap && holdsMap })
    }
  }
  return false
}

const typeOf = ({ type }: Schema) => (type === 'TYPE_UNSPECIFIED' ? undefined : type)
const isUnion = ({ anyOf, oneOf, allOf }: Schema) => [anyOf, oneOf, allOf].some(list => list?.length)

interface Node {
  schema: Schema
  /** As the Developer API writes it. */
  path: string
  /** As Vertex writes it: names of properties, and `items`. */
  names: string[]
}

/** Every schema position, depth first. Positions only: a property may be called `items`. */
function* nodes(schema: Schema, path = '', names: string[] = []): Generator<Node> {
  yield { schema, path, names }
  if (schema.items) yield* nodes(schema.items, `${path}.items`, [...names, 'items'])
  for (const [name, property] of Object.entries(schema.properties ?? {}))
    yield* nodes(property, `${path}.properties[${name}]`, [...names, name])
  for (const union of ['anyOf', 'oneOf', 'allOf'] as const)
    for (const [i, branch] of (schema[union] ?? []).entries())
      yield* nodes(branch, `${path}.${union.replace('O', '_o')}[${i}]`, names)
}

/** Levels of OBJECT and ARRAY on the longest way down. */
function depth({ type, items, properties = {}, anyOf = [], oneOf = [], allOf = [] }: Schema): number {
  const inner = [...(items ? [items] : []), ...Object.values(properties), ...anyOf, ...oneOf, ...allOf]
  return (type === 'OBJECT' || type === 'ARRAY' ? 1 : 0) + Math.max(0, ...inner.map(depth))
}
