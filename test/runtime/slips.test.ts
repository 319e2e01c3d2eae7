/** What `invalid_arguments` says for the commonest slips of a model: enough to mend the call from it alone. */
import { describe, expect, it } from 'vitest'
import type { InputSchema } from '../../src/runtime/contract.ts'
import type { Problem } from '../../src/runtime/errors.ts'
import { connect } from '../../src/runtime/index.ts'
import { spec, tool } from './tools.ts'

const form = (kind: string, name: string): InputSchema => ({
  type: 'object',
  properties: { kind: { const: kind }, [name]: { type: 'string' } },
  required: ['kind', name],
  additionalProperties: false,
})
const tickets = tool({
  properties: {
    count: { type: 'integer', minimum: 1 },
    open: { type: 'boolean' },
    status: { type: 'string', enum: ['open', 'on_hold'] },
    tags: { type: 'array', items: { type: 'string', minLength: 2 } },
    address: {
      type: 'object',
      properties: { street: { type: 'string' }, zip: { type: 'string', pattern: '^\\d{5}$' } },
      required: ['street'],
      additionalProperties: false,
    },
    pay: { oneOf: [form('card', 'number'), form('iban', 'account')] },
  },
  required: ['count'],
})

const connection = connect(spec, {
  baseUrl: 'https://api.test',
  fetch: async () => Response.json({ fine: true }),
})
/** The details of the answer; none for a call that was sent. */
const details = async (args: unknown, t = tickets): Promise<Problem[]> => {
  const answer = await connection.call(t, args as never)
  return (answer as { details?: Problem[] }).details ?? []
}

describe('what is said', () => {
  it.each<[string, unknown, Problem[]]>([
    [
      'JSON text instead of an object',
      { count: 1, address: '{"street":"x"}' },
      [{ path: 'address', expected: 'type "object"', got: 'JSON text "{\\"street\\":\\"x\\"}"' }],
    ],
    [
      'JSON text instead of a list',
      { count: 1, tags: ' ["ab"]' },
      [{ path: 'tags', expected: 'type "array"', got: 'JSON text " [\\"ab\\"]"' }],
    ],
    [
      'JSON text instead of all arguments',
      '{"count":1}',
      [{ path: '', expected: 'type "object"', got: 'JSON text "{\\"count\\":1}"' }],
    ],
    [
      'text with a comma instead of a list',
      { count: 1, tags: 'ab,cd' },
      [{ path: 'tags', expected: 'type "array"', got: '"ab,cd"' }],
    ],
    ['a number as text', { count: '5' }, [{ path: 'count', expected: 'type "integer"', got: '"5"' }]],
    [
      'a truth as text',
      { count: 1, open: 'true' },
      [{ path: 'open', expected: 'type "boolean"', got: '"true"' }],
    ],
    ['a fraction', { count: 1.5 }, [{ path: 'count', expected: 'type "integer"', got: '1.5' }]],
    ['a number too small', { count: 0 }, [{ path: 'count', expected: 'minimum 1', got: '0' }]],
    [
      'another spelling of a member',
      { count: 1, status: 'On Hold' },
      [{ path: 'status', expected: 'enum ["open","on_hold"]', got: '"On Hold"' }],
    ],
    [
      'a name close to one that there is',
      { count: 1, address: { street: 'x', zipcode: '12345' } },
      [{ path: 'address.zipcode', expected: '["street","zip"]', got: 'an unknown name' }],
    ],
    [
      'a required name spelled otherwise: both halves are said',
      { cuont: 1 },
      [
        { path: 'count', expected: '{"type":"integer","minimum":1}', got: 'nothing' },
        {
          path: 'cuont',
          expected: '["count","open","status","tags","address","pay"]',
          got: 'an unknown name',
        },
      ],
    ],
    ['nothing', {}, [{ path: 'count', expected: '{"type":"integer","minimum":1}', got: 'nothing' }]],
    [
      'one item of a list',
      { count: 1, tags: ['ab', 'c'] },
      [{ path: 'tags[1]', expected: 'minLength 2', got: '"c"' }],
    ],
    [
      'a part of the form of a union that was meant',
      { count: 1, pay: { kind: 'card' } },
      [{ path: 'pay.number', expected: '{"type":"string"}', got: 'nothing' }],
    ],
    [
      'text where a union wants an object',
      { count: 1, pay: 'card' },
      [{ path: 'pay', expected: 'type "object"', got: '"card"' }],
    ],
  ])('%s', async (_, args, expected) => {
    expect(await details(args)).toEqual(expected)
  })

  it('is short, whatever was written: a long list of names and a long value are cut, twenty problems at most', async () => {
    const names = Array.from({ length: 200 }, (_, i) => `property_number_${i}`)
    const wide = tool({ properties: Object.fromEntries(names.map(name => [name, { type: 'string' }])) })
    const [unknown] = await details({ [`${'x'.repeat(5_000)}`]: 1 }, wide)
    expect(unknown?.expected).toMatch(/^\["property_number_0",.*…$/)
    const wrong = await details(Object.fromEntries(names.map(name => [name, ['y'.repeat(500)]])), wide)
    expect(wrong).toHaveLength(20)
    for (const { path, expected, got } of [unknown, ...wrong] as Problem[]) {
      expect(path.length).toBeLessThan(70)
      expect(expected.length).toBeLessThan(510)
      expect(got?.length).toBeLessThan(90)
    }
  })
})

/**
 * A stand-in for the model that knows neither the schema nor what was meant: it reads the details and does what they
 * say, one after the other. What it can mend, a model can.
 */
function mended(args: unknown, problems: Problem[]): unknown {
  const root = { args: structuredClone(args) }
  for (const { path, expected, got } of problems) {
    const keys = ['args', ...(path.match(/[^.[\]]+/g) ?? [])]
    const last = keys.pop() as string
    // The keys lead through what the arguments hold, so each step is an object or a list.
    const holder = keys.reduce(
      (at, key) => at[key] as Record<string, unknown>,
      root as Record<string, unknown>,
    )
    const value = holder[last]
    const [keyword = '', limit = ''] = expected.split(/ (.*)/)
    if (got === 'an unknown name') {
      const near = (JSON.parse(expected) as string[]).find(name => alike(name, last))
      if (near) holder[near] = value
      delete holder[last]
    } else if (got === 'nothing') holder[last] ??= example(JSON.parse(expected) as InputSchema)
    else if (keyword === 'type' && got?.startsWith('JSON text')) holder[last] = JSON.parse(value as string)
    else if (keyword === 'type' && limit === '"array"') holder[last] = String(value).split(',')
    else if (keyword === 'type' && limit === '"integer"') holder[last] = Math.round(Number(value))
    else if (keyword === 'type' && limit === '"boolean"') holder[last] = value === 'true'
    else if (keyword === 'enum')
      holder[last] = (JSON.parse(limit) as string[]).find(member => alike(member, String(value)))
    else if (keyword === 'const' || keyword === 'minimum') holder[last] = JSON.parse(limit)
  }
  return root.args
}

const letters = (text: string) => [...text.toLowerCase().replace(/[^a-z]/g, '')].sort().join('')
const alike = (one: string, other: string) =>
  letters(one) === letters(other) || other.toLowerCase().startsWith(one.toLowerCase())
const example = (schema: InputSchema): unknown =>
  schema.const ?? schema.enum?.[0] ?? (schema.type === 'string' ? 'some text' : (schema.minimum ?? {}))

describe('a call can be mended from the details alone', () => {
  it.each<[unknown, unknown]>([
    [
      { count: 1, address: '{"street":"x"}' },
      { count: 1, address: { street: 'x' } },
    ],
    [
      { count: 1, tags: '["ab"]' },
      { count: 1, tags: ['ab'] },
    ],
    [
      { count: 1, tags: 'ab,cd' },
      { count: 1, tags: ['ab', 'cd'] },
    ],
    ['{"count":1}', { count: 1 }],
    [{ count: '5' }, { count: 5 }],
    [
      { count: 0, open: 'true' },
      { count: 1, open: true },
    ],
    [{ cuont: 4 }, { count: 4 }],
    [{}, { count: 1 }],
    [
      { count: 1, status: 'On Hold' },
      { count: 1, status: 'on_hold' },
    ],
    [
      { count: 1, address: { street: 'x', zipcode: '12345' } },
      { count: 1, address: { street: 'x', zip: '12345' } },
    ],
    [
      { count: 1, pay: { kind: 'card' } },
      { count: 1, pay: { kind: 'card', number: 'some text' } },
    ],
    // Two rounds: what stands in the text is wrong too.
    [
      { count: '2', address: '{"street":"x","zipcode":"12345"}' },
      { count: 2, address: { street: 'x', zip: '12345' } },
    ],
  ])('%j', async (args, meant) => {
    let now = args
    for (let round = 0; round < 3; round++) {
      const problems = await details(now)
      // Positive control: it was wrong.
      if (round === 0) expect(problems).not.toEqual([])
      now = mended(now, problems)
    }
    expect(now).toEqual(meant)
    expect(await connection.call(tickets, now as never)).toEqual({ fine: true })
  })
})
