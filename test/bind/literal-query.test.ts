/** A query in the path of the document, and parameters that speak of it. */
import { describe, expect, it } from 'vitest'
import { errorsFor, type Parts, query, toolFor, urlOf } from '../support/operation.ts'

const text = { type: 'string' }

describe('a parameter that the literal query names', () => {
  const path = '/x?view=status&v=a%20b'

  it('is left out when it can say nothing else (openSUSE OBS /published?view=status)', async () => {
    const parts = {
      path,
      parameters: [query('view', { type: 'string', enum: ['status'] }), query('v', { const: 'a b' })],
    }
    expect(await urlOf(parts, {})).toBe('/x?view=status&v=a%20b')
    expect(toolFor(parts).losses.map(l => l.reason)).toEqual([
      'view: the query of the path says it',
      'v: the query of the path says it',
    ])
  })

  it('behind a reference, nullable and required too', async () => {
    const parts: Parts = {
      path,
      parameters: [query('view', { $ref: '#/components/schemas/View' }, { required: true })],
      schemas: { View: { type: ['string', 'null'], enum: ['status', null] } },
    }
    expect(await urlOf(parts, {})).toBe('/x?view=status&v=a%20b')
  })

  it.each([
    ['can say something else', { type: 'string', enum: ['status', 'other'] }],
    ['says something else', { type: 'string', enum: ['other'] }],
    [
      'can be a list (openSUSE OBS /build?view=fileinfo)',
      { type: 'array', items: { type: 'string', enum: ['status'] } },
    ],
    ['is a text', text],
  ])('is refused when it %s', (_, schema) => {
    const parts: Parts = { path, parameters: [query('view', schema)] }
    expect(errorsFor(parts)).toEqual([
      'wire-name-taken: doIt: the path itself and the query parameter view both write "view" into the query (#/paths/~1x?view=status&v=a%20b/get/parameters/0)',
    ])
    expect(errorsFor({ ...parts, params: { view: { hide: true } } })).toEqual([])
  })

  it('is sent once when a directive gives it the value of the path', async () => {
    const list = query('view', { type: 'array', items: text }, { required: true })
    const parts = (value: string[]): Parts => ({ path, parameters: [list], params: { view: { value } } })
    expect(await urlOf(parts(['status']), {})).toBe('/x?view=status&v=a%20b')
    expect(errorsFor(parts(['status', 'more']))).toMatchObject(
      [/^wire-name-taken/].map(r => expect.stringMatching(r)),
    )
  })

  it('in another place is another parameter', async () => {
    const parts = { path, parameters: [{ name: 'view', in: 'header', schema: text }] }
    expect(await urlOf(parts, { view: 'x' })).toBe('/x?view=status&v=a%20b')
  })

  it('sent twice by the path itself comes twice', async () => {
    expect(await urlOf({ path: '/x?a=1&a=2', parameters: [query('b', text)] }, { b: '3' })).toBe(
      '/x?a=1&a=2&b=3',
    )
  })
})
