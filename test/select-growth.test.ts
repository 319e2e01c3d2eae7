/** Cost follows the selection: of an operation that nobody selects, its id is read and nothing else. */
import { describe, expect, it } from 'vitest'
import type { Json, JsonObject } from '../src/runtime/contract.ts'
import { scan } from '../src/select/scan.ts'
import { select } from '../src/select/select.ts'
import type { Selection } from '../src/select/selected.ts'
import type { Spec } from '../src/spec/spec.ts'
import { findings, specOf } from './support/spec.ts'

const many = 300

/** The object, telling of every key that is looked at; `*` for all of them. */
function watched(value: JsonObject, look: (key: string) => void): JsonObject {
  const telling =
    <Rest extends unknown[], R>(act: (target: JsonObject, key: string | symbol, ...rest: Rest) => R) =>
    (target: JsonObject, key: string | symbol, ...rest: Rest): R => {
      if (typeof key === 'string') look(key)
      return act(target, key, ...rest)
    }
  return new Proxy(value, {
    get: telling(Reflect.get),
    has: telling(Reflect.has),
    getOwnPropertyDescriptor: telling(Reflect.getOwnPropertyDescriptor),
    ownKeys: target => {
      look('*')
      return Reflect.ownKeys(target)
    },
  })
}

/** A document of many operations, and what was looked at of each, by path. */
function large(extra: (i: number) => JsonObject = () => ({})) {
  const looks = new Map<string, string[]>()
  const paths = Object.fromEntries(
    Array.from({ length: many }, (_, i): [string, Json] => {
      const path = `/p${i}`
      looks.set(path, [])
      const operation = {
        operationId: `get${i}`,
        summary: 'Reads.',
        parameters: [],
        responses: {},
        ...extra(i),
      }
      return [path, { get: watched(operation, key => looks.get(path)?.push(key)) }]
    }),
  )
  const spec = specOf({ paths })
  let asked = 0
  const counting: Spec = {
    ...spec,
    resolve: (ref, at) => {
      asked++
      return spec.resolve(ref, at)
    },
    scalarText: at => {
      asked++
      return spec.scalarText(at)
    },
  }
  return { spec: counting, looks, asked: () => asked }
}

const inline = (...names: string[]): Selection => ({
  place: 'inline',
  operations: names,
  at: { file: 'openapi-tools.config.ts', pointer: '' },
})

describe.each<[string, Selection, (i: number) => JsonObject]>([
  ['by operationId', inline('get7'), () => ({})],
  ['by method and path', inline('GET /p7'), () => ({})],
  ['by the document', { place: 'spec' }, i => (i === 7 ? { 'x-agent-tool': true } : {})],
])('one of many operations, selected %s', (_, selection, extra) => {
  const { spec, looks, asked } = large(extra)
  const { report, codes } = findings()
  const selected = select(spec, selection, report)

  it('is read', () => {
    expect(selected.map(s => s.operation.id)).toEqual(['get7'])
    expect(codes()).toEqual([])
    expect(looks.get('/p7')).toContain('summary')
  })

  it('leaves the others alone, but for their ids and marks', () => {
    const others = [...looks].filter(([path]) => path !== '/p7').map(([, keys]) => keys)
    expect(others).toHaveLength(many - 1)
    expect(new Set(others.flat())).toEqual(new Set(['$ref', 'operationId', 'x-agent-tool']))
    // One pass, or two where ids are compared with those that are marked.
    const passes = selection.place === 'spec' ? 2 : 1
    expect(Math.max(...others.map(keys => keys.length))).toBeLessThanOrEqual(4 * passes)
  })

  it('asks the document for nothing', () => {
    expect(asked()).toBe(0)
  })
})

it('a candidate is made of what is wanted only', () => {
  const { spec } = large()
  expect(scan(spec, ({ id }) => id === 'get7').candidates.map(c => c.key)).toEqual(['GET /p7'])
  expect(scan(spec).candidates).toHaveLength(many)
})

it('a name that is not there is looked for in all of them', () => {
  const { report, list } = findings()
  expect(select(large().spec, inline('get7x'), report)).toEqual([])
  expect(list).toMatchObject([{ code: 'selection-unmatched', fix: expect.stringContaining('get7') }])
})
