/**
 * How Google's front end reads a JSON body into a protobuf message, with its words for what does not fit.
 * `declaration.ts` and `request.ts` call it. Message tables: google/ai/generativelanguage/v1beta/content.proto
 * and google/cloud/aiplatform/v1/openapi.proto, read 2026-11.
 */

/**
 * A field: a scalar, `Value` (any JSON), `Struct` (a JSON object), a message or an enum by name;
 * `[]` behind it is repeated, `{}` is a map with string keys.
 */
type Fields = Record<string, string>

export interface Dialect {
  /** Type names in messages start with it. */
  package: string
  messages: Record<string, Fields>
  enums: Record<string, readonly string[]>
}

const schema: Fields = {
  type: 'Type',
  format: 'string',
  title: 'string',
  description: 'string',
  nullable: 'bool',
  enum: 'string[]',
  items: 'Schema',
  maxItems: 'int64',
  minItems: 'int64',
  properties: 'Schema{}',
  required: 'string[]',
  minProperties: 'int64',
  maxProperties: 'int64',
  minimum: 'double',
  maximum: 'double',
  minLength: 'int64',
  maxLength: 'int64',
  pattern: 'string',
  example: 'Value',
  anyOf: 'Schema[]',
  propertyOrdering: 'string[]',
  default: 'Value',
}

const functionCall: Fields = { id: 'string', name: 'string', args: 'Struct' }

const messages: Record<string, Fields> = {
  Schema: schema,
  FunctionDeclaration: {
    name: 'string',
    description: 'string',
    parameters: 'Schema',
    parametersJsonSchema: 'Value',
    response: 'Schema',
    responseJsonSchema: 'Value',
    behavior: 'Behavior',
  },
  Tool: {
    functionDeclarations: 'FunctionDeclaration[]',
    googleSearch: 'Value',
    googleSearchRetrieval: 'Value',
    codeExecution: 'Value',
    urlContext: 'Value',
  },
  FunctionCallingConfig: { mode: 'Mode', allowedFunctionNames: 'string[]' },
  ToolConfig: { functionCallingConfig: 'FunctionCallingConfig', retrievalConfig: 'Value' },
  FunctionCall: functionCall,
  FunctionResponse: {
    id: 'string',
    name: 'string',
    response: 'Struct',
    parts: 'Value[]',
    willContinue: 'bool',
    scheduling: 'Scheduling',
  },
  Part: {
    text: 'string',
    thought: 'bool',
    thoughtSignature: 'bytes',
    functionCall: 'FunctionCall',
    functionResponse: 'FunctionResponse',
    inlineData: 'Value',
    fileData: 'Value',
    executableCode: 'Value',
    codeExecutionResult: 'Value',
    videoMetadata: 'Value',
    mediaResolution: 'Value',
  },
  Content: { role: 'string', parts: 'Part[]' },
  Request: {
    model: 'string',
    contents: 'Content[]',
    systemInstruction: 'Content',
    tools: 'Tool[]',
    toolConfig: 'ToolConfig',
    generationConfig: 'Value',
    safetySettings: 'Value[]',
    cachedContent: 'string',
    labels: 'Value',
    serviceTier: 'string',
  },
}

const types = ['TYPE_UNSPECIFIED', 'STRING', 'NUMBER', 'INTEGER', 'BOOLEAN', 'ARRAY', 'OBJECT']
const enums = {
  Type: [...types, 'NULL'],
  Mode: ['MODE_UNSPECIFIED', 'AUTO', 'ANY', 'NONE', 'VALIDATED'],
  Behavior: ['UNSPECIFIED', 'BLOCKING', 'NON_BLOCKING'],
  Scheduling: ['SCHEDULING_UNSPECIFIED', 'SILENT', 'WHEN_IDLE', 'INTERRUPT'],
}

export const developer: Dialect = { package: 'google.ai.generativelanguage.v1beta', messages, enums }

/**
 * Vertex alone streams arguments. Its Schema has `additionalProperties`, `ref`, `defs` and no NULL; `oneOf` and
 * `allOf` are in no proto, yet a measured probe (2026-09) accepted them.
 */
export const vertex: Dialect = {
  package: 'google.cloud.aiplatform.v1',
  messages: {
    ...messages,
    Schema: {
      ...schema,
      additionalProperties: 'Value',
      ref: 'string',
      defs: 'Schema{}',
      oneOf: 'Schema[]',
      allOf: 'Schema[]',
    },
    FunctionCallingConfig: {
      mode: 'Mode',
      allowedFunctionNames: 'string[]',
      streamFunctionCallArguments: 'bool',
    },
    FunctionCall: { ...functionCall, partialArgs: 'PartialArg[]', willContinue: 'bool' },
    PartialArg: {
      jsonPath: 'string',
      stringValue: 'string',
      numberValue: 'double',
      boolValue: 'bool',
      nullValue: 'string',
      willContinue: 'bool',
    },
  },
  enums: { ...enums, Type: types },
}

/** The JSON reader stops at this nesting of messages. */
const deepest = 100

/** The message with its field names in camelCase, and every problem in document order, as the service lists them. */
export function readProto(dialect: Dialect, name: string, value: unknown, path = ''): [Message, string[]] {
  const found: string[] = []
  return [readMessage(dialect, name, value, path, 0, found), found]
}

export type Message = Record<string, unknown>

function readMessage(
  d: Dialect,
  name: string,
  value: unknown,
  path: string,
  depth: number,
  found: string[],
): Message {
  const message: Message = {}
  if (!isObject(value)) {
    found.push(
      `Invalid value at '${path}' (type.googleapis.com/${d.package}.${name}), ${JSON.stringify(value)}`,
    )
    return message
  }
  const fields = d.messages[name] ?? {}
  for (const [key, content] of Object.entries(value)) {
    const unknownName = (why: string) => {
      const place = path === '' ? '' : ` at '${path}'`
      found.push(`Invalid JSON payload received. Unknown name "${key}"${place}: ${why}`)
    }
    // Both spellings of a field name are JSON names of it (protobuf JSON mapping).
    const field = key.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
    const kind = Object.hasOwn(fields, field) ? fields[field] : undefined
    const at = path === '' ? snake(field) : `${path}.${snake(field)}`
    const read = (item: unknown, place: string) =>
      readField(d, kind?.replace(/[[{].*/, '') ?? '', item, place, depth + 1, found)
    if (kind === undefined) unknownName('Cannot find field.')
    else if (content === null) continue
    else if (depth >= deepest)
      found.push(
        `Invalid JSON payload received. Message too deep. Max recursion depth reached for key '${key}'`,
      )
    else if (kind.endsWith('[]')) {
      const items = Array.isArray(content) ? content : [content]
      message[field] = items.map((item, i) => read(item, `${at}[${i}]`))
    } else if (Array.isArray(content) && kind !== 'Value')
      unknownName('Proto field is not repeating, cannot start list.')
    else if (kind.endsWith('{}') && isObject(content)) {
      // A map is read as a list of entries, so places in it are counted, not named.
      message[field] = Object.fromEntries(
        Object.entries(content).map(([k, item], i) => [k, read(item, `${at}[${i}].value`)]),
      )
    } else message[field] = read(content, at)
  }
  return message
}

function readField(d: Dialect, kind: string, value: unknown, path: string, depth: number, found: string[]) {
  const invalid = (type: string) => {
    found.push(`Invalid value at '${path}' (${type}), ${JSON.stringify(value)}`)
  }
  if (Object.hasOwn(d.messages, kind)) return readMessage(d, kind, value, path, depth, found)
  if (Object.hasOwn(d.enums, kind)) {
    // Lower-case names are read too: Google's own samples for `type` use both.
    const upper = typeof value === 'string' ? value.toUpperCase() : ''
    if (!d.enums[kind]?.includes(upper)) invalid(`type.googleapis.com/${d.package}.${kind}`)
    return upper
  }
  if (kind === 'Struct') {
    if (!isObject(value)) invalid('type.googleapis.com/google.protobuf.Struct')
  } else if (scalars[kind]?.(value) === false) invalid(`TYPE_${kind.toUpperCase()}`)
  return value
}

/** Which JSON values a scalar takes: 64-bit integers and doubles also as text. */
const scalars: Record<string, (value: unknown) => boolean> = {
  string: value => typeof value === 'string',
  bool: value => typeof value === 'boolean',
  bytes: value => typeof value === 'string' && /^[\w+/-]*={0,2}$/.test(value),
  int64: value => Number.isSafeInteger(value) || (typeof value === 'string' && /^-?\d{1,19}$/.test(value)),
  double: value =>
    typeof value === 'number' ||
    (typeof value === 'string' && value.trim() !== '' && !Number.isNaN(Number(value))),
}

const snake = (name: string) => name.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
