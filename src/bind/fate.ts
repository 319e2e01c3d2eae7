/**
 * What becomes of every field of the OpenAPI objects that an operation is made of: the table behind
 * docs/lowering.md, beside `bind/schema/fate.ts` for the Schema Object. A test walks it. Pure data.
 */
import type { Fate } from './schema/fate.ts'

type Fields = Readonly<Record<string, Fate>>

const annotation: Fate = { fate: 'dropped', how: 'an annotation' }

export const objectFate: Readonly<Record<string, Fields>> = {
  'OpenAPI Object': {
    openapi: { fate: 'read', how: '3.0, 3.1 and 3.2; 3.2 goes the way of 3.1' },
    $self: { fate: 'dropped', how: 'references are resolved by file' },
    info: { fate: 'read', how: 'title and version' },
    jsonSchemaDialect: { fate: 'read', how: 'the OpenAPI base dialect and 2020-12; another one is refused' },
    servers: { fate: 'dropped', how: 'the base URL comes from connect, never from the document' },
    paths: {
      fate: 'read',
      how: 'the selected operations; a query in a path is sent, its fragment is not, operators of URI templates are refused',
    },
    webhooks: { fate: 'dropped', how: 'requests that the API sends' },
    components: { fate: 'read', how: 'what a selected operation refers to' },
    security: { fate: 'carried', how: 'for operations without their own' },
    tags: annotation,
    externalDocs: annotation,
  },
  'Path Item Object': {
    $ref: { fate: 'read', how: 'followed' },
    summary: { fate: 'told', how: 'when the operation has no text' },
    description: { fate: 'told', how: 'when the operation has no text' },
    servers: { fate: 'refused', how: 'unless the directive names a server' },
    parameters: { fate: 'carried', how: 'an operation overrides them by place and name' },
    get: { fate: 'carried', how: 'as an operation' },
    put: { fate: 'carried', how: 'as an operation' },
    post: { fate: 'carried', how: 'as an operation' },
    delete: { fate: 'carried', how: 'as an operation' },
    head: { fate: 'carried', how: 'as an operation' },
    patch: { fate: 'carried', how: 'as an operation' },
    options: { fate: 'refused', how: 'when selected' },
    trace: { fate: 'refused', how: 'when selected' },
    query: { fate: 'refused', how: 'when selected' },
    additionalOperations: { fate: 'refused', how: 'when selected' },
  },
  'Operation Object': {
    operationId: { fate: 'read', how: 'selects and names; a duplicate is refused when selected' },
    summary: { fate: 'told', how: 'without a description' },
    description: { fate: 'told', how: 'cleaned of links, comments and invisible characters' },
    parameters: { fate: 'carried', how: 'one argument each' },
    requestBody: { fate: 'carried', how: 'object bodies as arguments, others as one' },
    responses: { fate: 'read', how: 'for pick and result types' },
    security: { fate: 'carried', how: 'alternatives in order' },
    servers: { fate: 'refused', how: 'unless the directive names a server' },
    deprecated: { fate: 'told', how: 'as a warning of the build' },
    callbacks: { fate: 'dropped', how: 'requests that the API sends' },
    tags: annotation,
    externalDocs: annotation,
  },
  'Parameter Object': {
    name: {
      fate: 'carried',
      how: 'on the wire as written; no header has a name that HTTP does not allow: refused if required, else a loss',
    },
    in: { fate: 'carried', how: 'path, query, header and cookie' },
    required: { fate: 'carried', how: 'path parameters always are' },
    description: { fate: 'told', how: "before the schema's own" },
    deprecated: { fate: 'told', how: 'as a sentence' },
    schema: { fate: 'carried', how: 'as the table of schema keywords says' },
    content: { fate: 'carried', how: 'JSON only' },
    style: { fate: 'carried', how: 'the defined cells of the table of styles' },
    explode: {
      fate: 'carried',
      how: 'with the default of the style; an exploded object whose names could be those of others is refused, or kept from them',
    },
    allowReserved: { fate: 'carried', how: 'in queries' },
    allowEmptyValue: { fate: 'dropped', how: 'an empty value is sent as name=' },
    example: annotation,
    examples: annotation,
  },
  'Request Body Object': {
    description: { fate: 'told', how: 'when the body is one argument' },
    required: { fate: 'carried', how: 'an optional body is sent when an argument of it is given' },
    content: { fate: 'carried', how: 'JSON, then a form; others are refused' },
  },
  'Media Type Object': {
    schema: { fate: 'carried', how: 'as the table of schema keywords says' },
    encoding: { fate: 'carried', how: 'for form bodies' },
    itemSchema: { fate: 'refused', how: 'a stream of items is no body that a tool sends' },
    itemEncoding: { fate: 'refused', how: 'a stream of items is no body that a tool sends' },
    prefixEncoding: { fate: 'refused', how: 'a stream of items is no body that a tool sends' },
    example: annotation,
    examples: annotation,
  },
  'Encoding Object': {
    contentType: { fate: 'carried', how: 'JSON; other types are written as form fields' },
    style: { fate: 'carried', how: 'as for query parameters' },
    explode: { fate: 'carried', how: 'with the default of the style' },
    allowReserved: { fate: 'carried', how: 'exactly' },
    headers: { fate: 'dropped', how: 'a form field has none' },
  },
  'Security Scheme Object': {
    type: { fate: 'carried', how: 'apiKey, http, oauth2 and openIdConnect' },
    name: { fate: 'carried', how: 'of an apiKey; a header name that HTTP does not allow cannot be met' },
    in: { fate: 'carried', how: 'header, query and cookie' },
    scheme: { fate: 'carried', how: 'basic and bearer; others cannot be met' },
    bearerFormat: annotation,
    flows: { fate: 'dropped', how: 'the connection gets the token' },
    openIdConnectUrl: { fate: 'dropped', how: 'the connection gets the token' },
    description: annotation,
  },
}

/**
 * What a value may be where it is no JSON, by place: the exact schema is narrowed to the first column
 * (`bind/carries.ts`), and the run time refuses the letters of the second.
 */
export const placeFate: Readonly<Record<string, { holds: string; letters: string }>> = {
  'path, `simple`, `label`, `matrix`': {
    holds: 'single values, lists and objects of them; nothing empty, no null',
    letters:
      'a value that is `.` or `..` once decoded, or holds control characters; a dot in the items of an exploded label',
  },
  'query and form field, `form`': {
    holds: 'single values, null and what is empty (left out); lists and objects of single values',
    letters: 'none',
  },
  '`spaceDelimited`, `pipeDelimited`': { holds: 'as `form`', letters: 'the delimiter inside an item' },
  '`deepObject`, and a form field with `conventions.nestedForm`': {
    holds:
      'objects of single values; with the conventions, lists and objects of them, nothing empty further down, no null inside',
    letters: 'keys that are empty or have brackets',
  },
  'header, `simple`': {
    holds: 'single values, null and what is empty (left out); lists and objects of single values',
    letters: 'more than one line of latin-1; a comma in an item, a comma or = in a key',
  },
  'cookie, `form`': { holds: 'single values; not exploded, lists and objects of them', letters: 'none' },
  'form body': { holds: 'an object; further fields are single values or lists of them', letters: 'none' },
}
