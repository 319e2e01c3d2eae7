/** One pair of small documents for each rule: the change and nothing else. For `rules.test.ts`. */
import { goldenText } from '../../src/emit/golden.ts'
import type { RuleId } from '../../src/review/rules.ts'
import type { Json, JsonObject } from '../../src/runtime/contract.ts'
import { compiledOf, errorsOf, everyTarget } from '../support/compile.ts'
import { changed } from './goldens.ts'

/** A document with one operation, and what is said of it. */
export interface Api {
  path?: string
  method?: string
  id?: string
  summary?: string
  parameters?: JsonObject[]
  /** Schema of a JSON body that must be given. */
  body?: JsonObject
  requestBody?: JsonObject
  security?: JsonObject[]
  /** Instead of the schemes `a` and `b`. */
  schemes?: JsonObject
  schemas?: JsonObject
  directive?: JsonObject
  options?: JsonObject
}

const schemes = { a: { type: 'http', scheme: 'bearer' }, b: { type: 'apiKey', in: 'header', name: 'X-B' } }

/** The golden file of its only tool. */
export function goldenOf(api: Api): JsonObject {
  const { path = '/things', method = 'post', id = 'doIt', summary = 'Does it.' } = api
  const json = api.body && { required: true, content: { 'application/json': { schema: api.body } } }
  const requestBody = api.requestBody ?? json
  const document = {
    openapi: '3.1.0',
    info: { title: 'Things', version: '1' },
    paths: {
      [path]: {
        [method]: {
          operationId: id,
          summary,
          ...(api.parameters && { parameters: api.parameters }),
          ...(requestBody && { requestBody }),
          ...(api.security && { security: api.security }),
          responses: {
            200: {
              description: 'ok',
              content: { 'application/json': { schema: { type: 'object', properties: { x: {}, y: {} } } } },
            },
          },
        },
      },
    },
    components: { schemas: api.schemas ?? {}, securitySchemes: api.schemes ?? schemes },
  }
  const compiled = compiledOf(document, { [id]: api.directive ?? {} }, api.options)
  const [tool] = compiled.tools
  if (tool === undefined) throw new Error(errorsOf(compiled).join('\n'))
  return JSON.parse(goldenText(tool)) as JsonObject
}

const string = { type: 'string' }
const integer = { type: 'integer' }
const query = (name: string, schema: JsonObject = string, more: JsonObject = {}): JsonObject => ({
  ...{ name, in: 'query', schema },
  ...more,
})
/** An argument `v` of a body. */
const v = (schema: JsonObject, more: Partial<Api> = {}): Api => ({
  body: { type: 'object', properties: { v: schema } },
  ...more,
})
const object = (properties: JsonObject, more: JsonObject = {}): JsonObject => ({
  type: 'object',
  properties,
  ...more,
})
const params = (schema: JsonObject, ...list: JsonObject[]): Api => ({
  parameters: [query('v', schema), ...list],
})
const directive = (what: JsonObject, more: Partial<Api> = {}): Api => ({ directive: what, ...more })

/** Before and after, as documents or as golden files; `beside` names the rules that the change cannot do without. */
export interface Example {
  before: Api | JsonObject
  after: Api | JsonObject
  beside?: RuleId[]
}
const pair = (before: Api, after: Api, ...beside: RuleId[]): Example => ({ before, after, beside })
/** A golden file that somebody changed by hand, or another version of the compiler wrote. */
function edited(api: Api, changes: Record<string, Json | undefined>): Example {
  const golden = goldenOf(api)
  return { before: { golden }, after: { golden: changed(golden, changes) } }
}
const back = ({ before, after, beside = [] }: Example): Example => ({ before: after, after: before, beside })

const recursive = { Node: object({ next: { $ref: '#/components/schemas/Node' }, id: string }) }
const node: Api = v({ $ref: '#/components/schemas/Node' }, { schemas: recursive })
const form = (schema: JsonObject, encoding: JsonObject = {}): Api => ({
  requestBody: { required: true, content: { 'application/x-www-form-urlencoded': { schema, encoding } } },
})
const connection = (more: JsonObject = {}): Api => ({
  parameters: [query('tenant')],
  directive: { params: { tenant: { from: 'connection', ...more } } },
})
const fixed = (value: Json): Api => ({ ...params(string), directive: { params: { v: { value } } } })
const token = (params_: JsonObject): Api => ({
  parameters: [query('api_key')],
  directive: { params: { api_key: params_ } },
})
const secured = (...security: string[][]): Api => ({
  security: security.map(names => Object.fromEntries(names.map(n => [n, []]))),
})
const withKey = (place: string, name: string): Api => ({
  ...secured(['a']),
  schemes: { a: { type: 'apiKey', in: place, name } },
})
const gemini = '/declarations/gemini/declaration'
const required = (names: string[]) => ({ anyOf: names.map(n => ({ required: [n] })) })

/** The examples of tools that come and go are in tool.test.ts: they are about more than one file. */
export const examples: Record<
  Exclude<RuleId, 'tool-added' | 'tool-removed' | 'tool-name-reused'>,
  Example
> = {
  'tool-renamed': pair({}, { id: 'doThat' }),
  'tool-renamed-known': pair(
    {},
    directive({ name: 'api_other', formerNames: ['api_do_it'] }),
    'former-name-added',
  ),
  'former-name-added': pair({}, directive({ formerNames: ['old'] })),
  'former-name-removed': pair(directive({ formerNames: ['old'] }), {}),
  'operation-id-changed': pair(directive({ name: 'same' }), directive({ name: 'same' }, { id: 'other' })),
  'method-changed': pair({}, { method: 'put' }),
  'path-changed': pair({}, { path: '/others' }),
  'path-respelled': pair({ path: '/v1/things' }, { path: '/v2/things' }),
  'operation-replaced': pair(
    directive({ name: 'same' }),
    directive({ name: 'same' }, { id: 'other', method: 'put', path: '/others' }),
  ),
  'effect-lowered': pair({}, directive({ effect: 'read', confirm: true })),
  'effect-raised': pair(directive({ effect: 'read', confirm: true }), {}),
  'confirm-dropped': pair({}, directive({ confirm: false })),
  'confirm-added': pair(directive({ confirm: false }), {}),
  'description-changed': pair({}, { summary: 'Does it now.' }),
  'words-kept': pair(
    { summary: 'Does it, see https://example.com/v1/docs.' },
    { summary: 'Does it, see https://example.com/v2/docs.' },
  ),
  'unrecognised-change': edited({}, { '/request/extra': 1 }),

  'argument-added': pair(params(string), params(string, query('w'))),
  'required-argument-added': pair(params(string), params(string, query('w', string, { required: true }))),
  'argument-removed': pair(params(string, query('w')), params(string)),
  'argument-renamed': pair(
    { parameters: [{ ...query('X-Site'), in: 'header' }] },
    // The same header (RFC 9110, 5.1).
    { parameters: [{ ...query('x-site'), in: 'header' }] },
    'style-changed',
  ),
  'argument-required': pair(
    { parameters: [query('v')] },
    { parameters: [query('v', string, { required: true })] },
  ),
  'argument-optional': pair(
    { parameters: [query('v', string, { required: true })] },
    { parameters: [query('v')] },
  ),
  'argument-text-changed': pair(
    v({ ...string, description: 'A text.' }),
    v({ ...string, description: 'Another.' }),
  ),
  'credential-exposed': pair(token({ hide: true }), token({ expose: true })),
  'argument-exposed': pair(token({ from: 'connection' }), token({ expose: true })),
  'argument-supplied': pair(token({ expose: true }), token({ from: 'connection' })),
  'argument-unpinned': pair(fixed('x'), params(string)),
  'argument-pinned': pair(params(string), fixed('x')),
  'type-changed': pair(v(string), v(integer)),
  'type-narrowed': pair(v({ type: 'number' }), v(integer)),
  // Inside a JSON text, so that no declaration has another type.
  'type-widened': pair(
    v(object({}, { additionalProperties: integer }), { options: { targets: ['gemini'] } }),
    v(object({}, { additionalProperties: { type: 'number' } }), { options: { targets: ['gemini'] } }),
  ),
  'null-refused': pair(v({ type: ['string', 'null'] }), v(string)),
  'null-accepted': pair(v(string), v({ type: ['string', 'null'] })),
  'values-listed': pair(v(string), v({ ...string, enum: ['a', 'b'] })),
  'values-unlisted': pair(v({ ...string, enum: ['a', 'b'] }), v(string)),
  'value-removed': pair(v({ ...string, enum: ['a', 'b'] }), v({ ...string, enum: ['a'] })),
  'value-added': pair(v({ ...string, enum: ['a'] }), v({ ...string, enum: ['a', 'b'] })),
  'limit-tightened': pair(v({ ...integer, minimum: 1 }), v({ ...integer, exclusiveMinimum: 1 })),
  'limit-loosened': pair(v({ ...string, maxLength: 5 }), v({ ...string, maxLength: 6 })),
  'limit-changed': pair(v({ ...integer, multipleOf: 2 }), v({ ...integer, multipleOf: 3 })),
  'pattern-added': pair(v(string), v({ ...string, pattern: '^a$' })),
  'pattern-removed': pair(v({ ...string, pattern: '^a$' }), v(string)),
  'pattern-changed': pair(v({ ...string, pattern: '^a$' }), v({ ...string, pattern: '^b$' })),
  'format-added': pair(v(string), v({ ...string, format: 'date' })),
  'format-removed': pair(v({ ...string, format: 'uuid' }), v(string)),
  'format-changed': pair(v({ ...string, format: 'date' }), v({ ...string, format: 'date-time' })),
  'format-narrowed': pair(v({ ...integer, format: 'int64' }), v({ ...integer, format: 'int32' })),
  'format-widened': pair(v({ ...integer, format: 'int32' }), v({ ...integer, format: 'int64' })),
  'digits-accepted': pair(v(integer), v({ ...integer, format: 'int64' })),
  'digits-refused': pair(v({ ...integer, format: 'int64' }), v(integer)),
  'further-narrowed': pair(
    v(object({ x: string })),
    v(object({ x: string }, { additionalProperties: false })),
  ),
  'further-widened': pair(
    v(object({ x: string }, { additionalProperties: false })),
    v(object({ x: string })),
  ),
  'further-stated': pair(
    v(object({ x: string }), { options: { targets: ['gemini'] } }),
    v(object({ x: string }, { additionalProperties: true }), { options: { targets: ['gemini'] } }),
  ),
  'tuple-changed': pair(
    v({ type: 'array', prefixItems: [string], items: integer }),
    v({ type: 'array', prefixItems: [string, string], items: integer }),
  ),
  'dependency-added': pair(
    v(object({ x: string, y: string })),
    v(object({ x: string, y: string }, { dependentRequired: { x: ['y'] } })),
  ),
  'dependency-removed': pair(
    v(object({ x: string, y: string }, { dependentRequired: { x: ['y'] } })),
    v(object({ x: string, y: string })),
  ),
  'form-added': pair(v({ anyOf: [string, integer] }), v({ anyOf: [string, integer, { type: 'boolean' }] })),
  'form-removed': pair(v({ anyOf: [string, integer, { type: 'boolean' }] }), v({ anyOf: [string, integer] })),
  'forms-exclusive': pair(v({ anyOf: [string, integer] }), v({ oneOf: [string, integer] })),
  'forms-inclusive': pair(v({ oneOf: [string, integer] }), v({ anyOf: [string, integer] })),
  'condition-added': pair(
    v(object({ x: string, y: string })),
    v(object({ x: string, y: string }, required(['x', 'y']))),
  ),
  'condition-removed': pair(
    v(object({ x: string, y: string }, required(['x', 'y']))),
    v(object({ x: string, y: string })),
  ),
  'condition-implied': pair(
    v(object({ x: string, y: string }, { required: ['x'] })),
    v(object({ x: string, y: string }, required(['x', 'y']))),
    'argument-optional',
  ),
  'exclusion-added': pair(v(string), v({ ...string, not: { enum: ['a'] } })),
  'exclusion-removed': pair(v({ ...string, not: { enum: ['a'] } }), v(string)),
  'exclusion-changed': pair(v({ ...string, not: { enum: ['a'] } }), v({ ...string, not: { enum: ['b'] } })),
  'schema-rewritten': edited(v(string), { '/inputSchema/properties/v/minLength': 0 }),
  'order-changed': pair(v({ ...string, enum: ['a', 'b'] }), v({ ...string, enum: ['b', 'a'] })),

  'target-added': pair(
    { options: { targets: ['gemini'] } },
    { options: { targets: everyTarget.slice(0, 2) } },
  ),
  'target-removed': pair(
    { options: { targets: everyTarget.slice(0, 2) } },
    { options: { targets: ['gemini'] } },
  ),
  'default-added': pair(v(string), v({ ...string, default: 'a' })),
  'default-removed': pair(v({ ...string, default: 'a' }), v(string)),
  'default-changed': pair(v({ ...string, default: 'a' }), v({ ...string, default: 'b' })),
  'argument-deprecated': pair(v(string), v({ ...string, deprecated: true })),
  'argument-restored': pair(v({ ...string, deprecated: true }), v(string)),
  'declared-name-changed': edited({}, { [`${gemini}/name`]: 'other' }),
  'declared-text-changed': pair(
    v({ ...string, format: 'email' }),
    v({ ...string, format: 'uri' }),
    'loss-changed',
  ),
  'declared-argument-added': back(edited(v(string), { [`${gemini}/parameters/properties/v`]: undefined })),
  'declared-argument-removed': edited(v(string), { [`${gemini}/parameters/properties/v`]: undefined }),
  'declared-narrower': edited(v(string), { [`${gemini}/parameters/properties/v/maxLength`]: '5' }),
  'declared-wider': edited(v({ ...string, maxLength: 5 }), {
    [`${gemini}/parameters/properties/v/maxLength`]: undefined,
  }),
  'declared-otherwise': edited(v(string), { [`${gemini}/parameters/properties/v/type`]: 'INTEGER' }),
  'encoding-added': pair(
    v(object({}, { additionalProperties: string }), { options: { targets: ['gemini'], maps: 'json-text' } }),
    v(object({}, { additionalProperties: string }), { options: { targets: ['gemini'], maps: 'entries' } }),
    'encoding-removed',
    'loss-changed',
  ),
  'encoding-removed': edited(node, { '/declarations/gemini/encoding/0': undefined }),
  'loss-added': edited(v(string), {
    '/losses/-': { pointer: '/v', keyword: 'x', reason: 'y', enforcedBy: 'none' },
  }),
  'loss-removed': edited(v({ ...string, format: 'email' }), { '/losses/0': undefined }),
  'loss-changed': edited(v({ ...string, format: 'email' }), { '/losses/0/reason': 'why not' }),
  'links-changed': pair({ summary: 'See the docs.' }, { summary: 'See the [docs](https://example.com).' }),
  'hidden-text-changed': pair({}, { summary: 'Does\u200b it.' }),

  'location-changed': pair({ parameters: [query('v')] }, { parameters: [{ ...query('v'), in: 'header' }] }),
  // The name is another parameter's now: it takes the first name that is free.
  'wire-name-changed': pair(
    { parameters: [query('a$')] },
    { parameters: [query('a_'), query('a$')] },
    'argument-added',
  ),
  'style-changed': pair(
    { parameters: [query('v', { type: 'array', items: string })] },
    { parameters: [query('v', { type: 'array', items: string }, { explode: false })] },
  ),
  'affix-changed': pair(
    { ...params(string), directive: { params: { v: { prefix: 'a' } } } },
    { ...params(string), directive: { params: { v: { prefix: 'b' } } } },
  ),
  'route-added': back(edited(params(string, query('w')), { '/request/routes/1': undefined })),
  'route-removed': edited(params(string, query('w')), { '/request/routes/1': undefined }),
  'fixed-added': edited(fixed('x'), {
    '/request/fixed/-': { in: 'query', name: 'w', style: 'form', explode: true, value: 1 },
  }),
  'fixed-removed': edited(fixed('x'), { '/request/fixed/0': undefined }),
  'fixed-changed': pair(fixed('x'), fixed('y')),
  'supplied-added': back(edited(connection(), { '/request/supplied/0': undefined })),
  'supplied-removed': edited(connection(), { '/request/supplied/0': undefined }),
  'supplied-renamed': edited(connection(), { '/request/supplied/0/parameter': 'query:tenant' }),
  'body-added': back(edited(v(string), { '/request/media': undefined })),
  'body-removed': edited(v(string), { '/request/media': undefined }),
  'media-changed': pair(v(string), form(object({ v: string }))),
  'body-required': back(edited(v(string), { '/request/media/required': false })),
  'body-optional': edited(v(string), { '/request/media/required': false }),
  'query-text-changed': pair({ path: '/things?a=1' }, { path: '/things?a=2' }),
  'idempotency-added': pair({}, directive({ idempotencyHeader: 'Idempotency-Key' })),
  'idempotency-removed': pair(directive({ idempotencyHeader: 'Idempotency-Key' }), {}),
  'idempotency-changed': pair(
    directive({ idempotencyHeader: 'Idempotency-Key' }),
    directive({ idempotencyHeader: 'X-Once' }),
  ),
  'security-dropped': pair(secured(['a', 'b']), secured(['a'])),
  'security-added': pair(secured(), secured(['a'])),
  'security-changed': pair(secured(['a']), secured(['b'])),
  'security-choice-added': pair(secured(['a']), secured(['a'], ['b'])),
  'security-choice-removed': pair(secured(['a'], ['b']), secured(['a'])),
  'security-reordered': pair(secured(['a'], ['b']), secured(['b'], ['a'])),
  'credential-moved': pair(withKey('header', 'X-Key'), withKey('cookie', 'key')),
  'credential-in-url': pair(withKey('header', 'X-Key'), withKey('query', 'key')),
  'credential-respelled': pair(withKey('header', 'X-Key'), withKey('header', 'x-key')),
  'server-changed': pair({}, directive({ server: 'eu' })),
  'result-narrowed': pair({}, directive({ response: { pick: ['x'] } })),
  'result-widened': pair(directive({ response: { pick: ['x'] } }), {}),
  'result-field-removed': pair(
    directive({ response: { pick: ['x', 'y'] } }),
    directive({ response: { pick: ['x'] } }),
  ),
  'result-field-added': pair(
    directive({ response: { pick: ['x'] } }),
    directive({ response: { pick: ['x', 'y'] } }),
  ),
  'result-limit-changed': pair({}, directive({ response: { maxItems: 5 } })),
  'result-header-removed': pair(directive({ response: { headers: ['X-A'] } }), {}),
  'result-header-added': pair({}, directive({ response: { headers: ['X-A'] } })),
}
