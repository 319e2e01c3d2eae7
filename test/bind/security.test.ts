/** Security requirements: every place of a request holds one credential. */
import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../src/runtime/contract.ts'
import { bodyDocument, compiledOf, errorsOf } from '../support/compile.ts'
import { errorsFor, type Parts, planned, toolFor } from '../support/operation.ts'

const key = (place: string, name: string): JsonObject => ({ type: 'apiKey', in: place, name })
const securitySchemes: JsonObject = {
  header: key('header', 'X-Api-Key'),
  sameHeader: key('header', 'x-api-key'),
  query: key('query', 'api_key'),
  sameQuery: key('query', 'api_key'),
  cookie: key('cookie', 'sid'),
  sameCookie: key('cookie', 'sid'),
  plain: key('header', 'Authorization'),
  type: key('header', 'content-TYPE'),
  basic: { type: 'http', scheme: 'basic' },
  bearer: { type: 'http', scheme: 'bearer' },
  oauth: { type: 'oauth2', flows: {} },
  oidc: { type: 'openIdConnect', openIdConnectUrl: 'https://example.com' },
}
const asks = (...names: string[]): JsonObject => Object.fromEntries(names.map(name => [name, []]))
const parts = (...security: JsonObject[]): Parts => ({ security, securitySchemes })
const keyErrors = (idempotencyHeader: string, ...security: JsonObject[]) => {
  const document = { ...bodyDocument('3.1.0', {}), security }
  const components = { securitySchemes }
  return errorsOf(compiledOf({ ...document, components }, { doIt: { idempotencyHeader } }))
}
const sentBy = (p: Parts) => toolFor(p).tool.request.security

describe('schemes of one requirement', () => {
  it.each<[string, string[], string[]]>([
    ['one query parameter (fec.gov)', ['header', 'query', 'sameQuery'], ['header', 'query']],
    ['one header, in any case', ['header', 'sameHeader'], ['header']],
    ['one cookie', ['cookie', 'sameCookie'], ['cookie']],
    ['two flows of one bearer token (Google)', ['oauth', 'bearer', 'oidc'], ['oauth']],
  ])('%s: the first is sent, once', async (_, names, kept) => {
    expect(sentBy(parts(asks(...names)))).toEqual([kept])
    const { losses } = toolFor(parts(asks(...names)))
    expect(losses.filter(l => l.keyword === 'security')).toHaveLength(names.length - kept.length)
  })

  it('that differ in place are all sent', async () => {
    const all = asks('header', 'query', 'cookie', 'bearer')
    expect(await planned(parts(all), {})).toMatchObject({
      url: expect.stringMatching(/^https:\/\/api\.example\.com\/x\?api_key=[^&]+$/),
      headers: {
        'x-api-key': expect.any(String),
        cookie: expect.stringMatching(/^sid=/),
        authorization: expect.stringMatching(/^Bearer /),
      },
    })
    expect(toolFor(parts(all)).losses.filter(l => l.keyword === 'security')).toEqual([])
  })

  it.each([
    ['basic', 'bearer'],
    ['basic', 'plain'],
    ['plain', 'oauth'],
  ])('%s and %s in one header cannot be met', (...names) => {
    expect(errorsFor(parts(asks(...names)))).toEqual([
      `security-unsupported: doIt: no security requirement can be met: ${names[1]} and ${names[0]} need two values in one header authorization (#/paths/~1x/get/security)`,
    ])
    // Another alternative can.
    expect(sentBy(parts(asks(...names), asks('bearer')))).toEqual([['bearer']])
  })

  it('of a body cannot take its Content-Type', () => {
    const json = { type: 'object', properties: { a: { type: 'string' } } }
    const typed = parts(asks('type'))
    expect(errorsFor({ ...typed, json })).toEqual([
      'security-unsupported: doIt: no security requirement can be met: type is sent as content-TYPE, which the body has (#/paths/~1x/post/security)',
    ])
    expect(sentBy({ ...parts(asks('type'), asks('bearer')), json })).toEqual([['bearer']])
    expect(sentBy(typed)).toEqual([['type']])
  })

  it('has no scheme that nobody asks for', () => {
    const { tool } = toolFor(parts(asks('query', 'sameQuery')))
    expect(tool.request.security).toEqual([['query']])
    expect(sentBy(parts(asks('query', 'sameQuery'), asks('sameQuery')))).toEqual([['query'], ['sameQuery']])
  })
})

describe('the header of an idempotency key', () => {
  it.each(['Content-type', 'Accept', 'authorization', 'Cookie', 'Host', 'TE'])('is not %s', name => {
    expect(keyErrors(name)).toEqual([
      `directive-invalid: doIt: idempotencyHeader is ${name}, which is set by the connection or by HTTP itself (#/specs/test/operations/doIt/idempotencyHeader)`,
    ])
  })

  it('is not the one of a scheme, of whichever requirement', () => {
    expect(keyErrors('x-api-KEY', asks('bearer'), asks('sameHeader'))).toEqual([
      'directive-invalid: doIt: idempotencyHeader is x-api-KEY, which a security scheme fills (#/specs/test/operations/doIt/idempotencyHeader)',
    ])
    expect(keyErrors('x-api-KEY', asks('bearer'), asks('query'))).toEqual([])
  })
})
