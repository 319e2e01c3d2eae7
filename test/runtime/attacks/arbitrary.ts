/** Any tool, any arguments, any response, any hook: what a run time may meet. For property tests. */
import fc from 'fast-check'
import type { Media, ParameterPlace, Route, Tool } from '../../../src/runtime/contract.ts'
import { tool } from '../tools.ts'

export const secret = 'canary-7f3k9'

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.string({ maxLength: 12 }),
  fc.constantFrom(
    '',
    '.',
    '..',
    '%2e%2e',
    '__proto__',
    'then',
    'constructor',
    '{b}',
    '$&',
    'a,b',
    'a|b',
    'a;b=c',
    secret,
    '\r\nx: y',
    '9007199254740993',
  ),
)
const value = fc.letrec(tie => ({
  any: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    text,
    fc.integer(),
    fc.double(),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('any'), { maxLength: 3 }),
    fc.dictionary(text, tie('any'), { maxKeys: 3 }),
  ),
})).any
/** Not even JSON. */
export const junk = fc.oneof(
  value,
  fc.constantFrom<unknown>(
    undefined,
    1n,
    Number.NaN,
    Symbol('s'),
    () => 1,
    new Map([[1, 2]]),
    new Date(0),
    Object.create(null),
  ),
)

const place = (argument: string): fc.Arbitrary<Route> =>
  fc.oneof(
    fc
      .record({
        in: fc.constantFrom('query', 'cookie', 'header', 'path' as const),
        style: fc.constantFrom<ParameterPlace['style']>(
          'simple',
          'label',
          'matrix',
          'form',
          'spaceDelimited',
          'pipeDelimited',
          'deepObject',
        ),
        explode: fc.boolean(),
        media: fc.option(fc.constant('application/json'), { nil: undefined }),
      })
      .map(({ media, ...rest }) => ({
        argument,
        name: argument,
        ...rest,
        // A style has its places, as the build makes sure.
        style: {
          query: /form|Delim|deep/.test(rest.style) ? rest.style : 'form',
          cookie: 'form',
          header: 'simple',
          path: /simple|label|matrix/.test(rest.style) ? rest.style : 'simple',
        }[rest.in] as ParameterPlace['style'],
        ...(media && { media }),
      })),
    fc.constantFrom<Route>(
      { argument, in: 'body', pointer: `/${argument}` },
      { argument, in: 'body', pointer: `/__proto__/${argument}` },
    ),
  )
const media = fc.constantFrom<Media>(
  { type: 'application/json', required: true },
  { type: 'application/x-www-form-urlencoded', required: false, nestedForm: 'brackets' },
  { type: 'application/x-www-form-urlencoded', required: true },
)
export const anyTool: fc.Arbitrary<Tool<'shop'>> = fc
  .record({
    method: fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD' as const),
    routes: fc.tuple(place('a'), place('b'), place('c')),
    media,
    security: fc.subarray(['bearer', 'header', 'query', 'cookie']),
    response: fc.constantFrom<Tool['response']>(
      {},
      { maxBytes: 200 },
      { maxItems: 1 },
      { headers: ['Content-Type', 'X-No'] },
      { pick: { a: true as const } },
    ),
  })
  .map(({ method, routes, media, security, response }) => {
    const bodied = !/GET|HEAD|DELETE/.test(method)
    const used = routes.filter(route => bodied || route.in !== 'body')
    const path = used.filter(route => route.in === 'path').map(route => `{${route.argument}}`)
    return tool({
      operation: { id: null, method, path: `/${['x', ...path].join('/')}` },
      properties: Object.fromEntries(used.map(route => [route.argument, {}])),
      request: { routes: used, security: security.length ? [security] : [], ...(bodied && { media }) },
      response,
    })
  })
export const args = fc.oneof(
  { weight: 8, arbitrary: fc.record({ a: value, b: value, c: value }, { requiredKeys: [] }) },
  { weight: 1, arbitrary: junk },
  { weight: 1, arbitrary: fc.record({ a: junk, other: junk }) },
)

export const response = fc.record({
  status: fc.constantFrom(200, 200, 200, 201, 204, 304, 301, 400, 401, 404, 429, 500, 503),
  type: fc.constantFrom(
    'application/json',
    'application/problem+json; charset=utf-8',
    'text/plain',
    'text/event-stream',
    'image/png',
    '',
  ),
  /** `echo`: the request, with all its headers. */
  body: fc.oneof(
    fc.constant('echo' as const),
    value.map(json => Buffer.from(JSON.stringify(json) ?? '')),
    fc.uint8Array({ maxLength: 40 }),
    fc
      .constantFrom(
        '{"error":"declined","message":"x"}',
        `{"${secret}":"${secret}-q"}`,
        '{"__proto__":{"a":1},"then":2}',
        '[12345678901234567890]',
        '{',
        '',
      )
      .map(s => Buffer.from(s)),
  ),
})

/** Mostly ones that can be sent. */
export const few = fc.oneof(
  { weight: 4, arbitrary: fc.record({ a: fc.integer() }, { requiredKeys: [] }) },
  args,
)

const anything = fc.oneof(
  junk,
  fc.constantFrom<unknown>(true, {}, new Error(secret), { error: 'declined', message: secret }),
)
/** What somebody else's function does: nothing, or it returns, resolves, throws or rejects with something. */
const hook = (what: fc.Arbitrary<unknown>) =>
  fc.oneof(
    { weight: 4, arbitrary: fc.constant(undefined) },
    what.map(value => () => value),
    what.map(value => async () => value),
    anything.map(thrown => () => {
      throw thrown
    }),
    anything.map(thrown => () => Promise.reject(thrown)),
  )
export const hooks = fc.record({
  before: hook(anything),
  confirm: hook(anything),
  sign: hook(anything),
  redact: hook(value),
  onCall: hook(anything),
  fetch: hook(anything),
})
