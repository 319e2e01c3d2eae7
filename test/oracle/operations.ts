/** Random documents of several operations: parameters of every place, style and type, and bodies; for property tests. */
import fc from 'fast-check'
import type { Json, JsonObject } from '../../src/runtime/contract.ts'
import type { Dialect } from './components.ts'
import { openapiSchema, schemaComponents } from './schemas.ts'

// None becomes a name so short that a made-up key may be the same.
const names = fc.constantFrom(
  ...[
    'id',
    'name',
    'page',
    'tags',
    'q',
    'X-Request-ID',
    'page.size',
    'filter[x]',
    '$top',
    'DateSent<',
    'a b',
    '2nd',
    'a/b',
  ],
  ...['__proto__', 'constructor', 'body', 'then'],
)
const headerNames = fc.constantFrom('X-Request-ID', 'X-Tenant', 'If-Match', 'x-a', 'Prefer', 'constructor')
const placeholders = ['id', 'page.size', 'a-b', '__proto__', '$top']

const scalar: fc.Arbitrary<JsonObject> = fc.constantFrom<JsonObject>(
  { type: 'string' },
  { type: 'string', enum: ['a', 'b c', 'x&y'] },
  { type: 'string', format: 'date-time' },
  { type: 'integer' },
  { type: 'integer', format: 'int64' },
  { type: 'number' },
  { type: 'boolean' },
)
const array = scalar.map((items): JsonObject => ({ type: 'array', items }))
const object: fc.Arbitrary<JsonObject> = fc
  .uniqueArray(fc.tuple(names, scalar), { minLength: 1, maxLength: 3, selector: ([name]) => name })
  .map(entries => ({ type: 'object', properties: record(entries), additionalProperties: false }))
const map = scalar.map((values): JsonObject => ({ type: 'object', additionalProperties: values }))
const open = object.map(({ additionalProperties: _, ...rest }): JsonObject => rest)
/** What a place can only partly hold, or what it says nothing about. */
const loose = fc.oneof(
  map,
  open,
  fc.constantFrom<JsonObject>(
    {},
    { type: 'array' },
    { type: 'array', items: {} },
    { type: 'object' },
    { type: 'array', items: { anyOf: [{ type: 'string' }, { type: 'boolean' }] }, maxItems: 3 },
    { anyOf: [{ type: 'string' }, { type: 'object', properties: { q: { type: 'string' } } }] },
  ),
)
/** Below brackets. */
const nested: fc.Arbitrary<JsonObject> = fc
  .uniqueArray(fc.tuple(names, fc.oneof(scalar, array, object, map, loose)), {
    minLength: 1,
    maxLength: 3,
    selector: ([name]) => name,
  })
  .map(entries => ({ type: 'object', properties: record(entries) }))
const union = fc.constantFrom<JsonObject>(
  { oneOf: [{ type: 'string', enum: ['none', 'any'] }, { type: 'integer' }] },
  { anyOf: [{ type: 'boolean' }, { type: 'array', items: { type: 'integer' } }] },
)

interface Cell {
  style?: string
  explode?: boolean
}
const flags = (styles: (string | undefined)[], explodes: (boolean | undefined)[]): Cell[] =>
  styles.flatMap(style =>
    explodes.map(explode => ({ ...(style && { style }), ...(explode !== undefined && { explode }) })),
  )
const any = [undefined, true, false]
/** Per place, the cells that OpenAPI defines, by the kind of value. */
const cells: Record<string, [fc.Arbitrary<JsonObject>, Cell[]][]> = {
  path: [
    [scalar, flags([undefined, 'simple', 'label', 'matrix'], any)],
    [array, flags([undefined, 'simple', 'label', 'matrix'], any)],
    [object, flags([undefined, 'simple', 'label', 'matrix'], any)],
    [union, flags(['simple'], any)],
    [loose, flags(['simple', 'matrix'], any)],
  ],
  query: [
    [scalar, flags([undefined, 'form'], any)],
    [array, flags([undefined, 'form'], any)],
    [array, flags(['spaceDelimited', 'pipeDelimited'], [false, undefined])],
    [object, flags(['form', 'spaceDelimited', 'pipeDelimited'], [false])],
    [object, flags(['deepObject'], [true, undefined])],
    [union, flags(['form'], any)],
    [fc.oneof(object, loose), flags(['form'], any)],
    [nested, flags(['deepObject'], [true])],
  ],
  header: [
    [scalar, flags([undefined, 'simple'], any)],
    [array, flags([undefined, 'simple'], any)],
    [object, flags(['simple'], any)],
    [loose, flags(['simple'], any)],
  ],
  cookie: [
    [scalar, flags([undefined, 'form'], any)],
    [array, flags(['form'], [false])],
    [loose, flags(['form'], [false])],
  ],
}

function parameter(place: string, dialect: Dialect): fc.Arbitrary<JsonObject> {
  const styled = fc.oneof(
    ...(cells[place] ?? []).map(([schema, styles]) =>
      fc.tuple(schema, fc.constantFrom(...styles)).map(([s, cell]): JsonObject => ({ schema: s, ...cell })),
    ),
  )
  const content = openapiSchema(dialect, 2).map(
    (s): JsonObject => ({ content: { 'application/json': { schema: s } } }),
  )
  return fc
    .tuple(
      place === 'header' ? headerNames : names,
      place === 'query' || place === 'cookie'
        ? fc.oneof({ weight: 8, arbitrary: styled }, { weight: 1, arbitrary: content })
        : styled,
      fc.boolean(),
      fc.constantFrom<JsonObject>({}, { description: 'Says.' }, { deprecated: true }),
      place === 'query'
        ? fc.constantFrom<JsonObject>({}, {}, { allowReserved: true })
        : fc.constant<JsonObject>({}),
    )
    .map(([name, how, required, text, more]) => ({
      name,
      in: place,
      ...(required && { required }),
      ...how,
      ...text,
      ...more,
    }))
}

const parameterList = (dialect: Dialect, most: number): fc.Arbitrary<JsonObject[]> =>
  fc.uniqueArray(
    fc.constantFrom('query', 'query', 'query', 'header', 'cookie').chain(p => parameter(p, dialect)),
    {
      maxLength: most,
      selector: p => `${String(p.in)} ${String(p.name).toLowerCase()}`,
    },
  )

const formField = fc.oneof(
  fc.tuple(fc.oneof(nested, loose), fc.constantFrom<Json>(null, null, { contentType: 'application/json' })),
  fc.tuple(scalar, fc.constant<Json>(null)),
  fc.tuple(
    array,
    fc.constantFrom<Json>(
      null,
      { style: 'form', explode: false },
      { style: 'pipeDelimited', explode: false },
    ),
  ),
  fc.tuple(
    object,
    fc.constantFrom<Json>({ style: 'deepObject', explode: true }, { contentType: 'application/json' }),
  ),
)

function requestBody(dialect: Dialect): fc.Arbitrary<JsonObject | undefined> {
  const form = fc
    .uniqueArray(fc.tuple(names, formField), { minLength: 1, maxLength: 4, selector: ([n]) => n })
    .map(
      (fields): JsonObject => ({
        'application/x-www-form-urlencoded': {
          schema: { type: 'object', properties: record(fields.map(([n, [s]]) => [n, s])) },
          encoding: record(fields.flatMap(([n, [, e]]): [string, Json][] => (e === null ? [] : [[n, e]]))),
        },
      }),
    )
  const json = openapiSchema(dialect, 3).map((schema): JsonObject => ({ 'application/json': { schema } }))
  const hoistable = fc
    .uniqueArray(fc.tuple(names, openapiSchema(dialect, 2)), {
      minLength: 1,
      maxLength: 4,
      selector: ([n]) => n,
    })
    .chain(entries =>
      fc.subarray(entries.map(([n]) => n)).map(
        (required): JsonObject => ({
          'application/json': {
            schema: { type: 'object', properties: record(entries), ...(required.length > 0 && { required }) },
          },
        }),
      ),
    )
  return fc.oneof(
    fc.constant(undefined),
    fc
      .tuple(fc.oneof(form, json, hoistable), fc.boolean())
      .map(([content, required]) => ({ content, required })),
  )
}

function pathItem(dialect: Dialect, n: number): fc.Arbitrary<[string, JsonObject]> {
  return fc
    .tuple(
      fc.subarray(placeholders, { maxLength: 2 }),
      parameterList(dialect, 2),
      fc.constantFrom('', '?beta=true', '#part'),
    )
    .chain(([holes, shared, tail]) => {
      const inPath = holes.map(name => parameter('path', dialect).map(p => ({ ...p, name, required: true })))
      return fc
        .tuple(
          fc.tuple(...inPath),
          parameterList(dialect, 4),
          parameterList(dialect, 3),
          requestBody(dialect),
        )
        .map(([own, reading, writing, body]): [string, JsonObject] => [
          `/p${n}${holes.map(h => `/{${h}}`).join('/x')}${tail}`,
          {
            parameters: [...own, ...shared],
            get: { operationId: `get${n}`, summary: 'Reads.', parameters: reading },
            post: {
              operationId: `post${n}`,
              description: 'Writes.',
              parameters: writing,
              ...(body && { requestBody: body }),
            },
          },
        ])
    })
}

/** Three paths with two operations each. */
export const openapiDocument = (dialect: Dialect): fc.Arbitrary<JsonObject> =>
  fc.tuple(pathItem(dialect, 1), pathItem(dialect, 2), pathItem(dialect, 3)).map(items => ({
    openapi: `${dialect}.0`,
    info: { title: 'Test', version: '1' },
    paths: Object.fromEntries(items),
    components: { schemas: schemaComponents(dialect) },
  }))

export const operationIds = ['get1', 'post1', 'get2', 'post2', 'get3', 'post3']

function record(entries: readonly (readonly [string, Json])[]): JsonObject {
  const out: JsonObject = {}
  for (const [key, value] of entries)
    Object.defineProperty(out, key, { value, enumerable: true, configurable: true, writable: true })
  return out
}
