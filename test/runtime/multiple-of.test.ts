/** `multipleOf` is decimal: it holds for the numbers as they are written, whatever binary makes of them. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { InputSchema, Json } from '../../src/runtime/contract.ts'
import { check } from '../../src/runtime/interpreter.ts'
import { isMultiple } from '../oracle/ajv.ts'

const holds = (multipleOf: number, value: Json, more: InputSchema = {}) =>
  check({ ...more, multipleOf }, value).length === 0

describe('multipleOf', () => {
  const finite = { noNaN: true, noDefaultInfinity: true } as const
  /** Prices, steps, exponents at both ends. */
  const number = fc.oneof(
    fc.integer(),
    fc
      .tuple(fc.integer({ min: -1e6, max: 1e6 }), fc.integer({ min: 0, max: 8 }))
      .map(([n, d]) => Number(`${n}e-${d}`)),
    fc.double(finite),
    fc.constantFrom(0, -0, 5e-324, 1e-7, 1e21, 2 ** 53, Number.MAX_VALUE),
  )
  const divisor = number.map(Math.abs).filter(n => n > 0)

  it('agrees with integers of any size', () => {
    fc.assert(
      fc.property(number, divisor, (value, of) => {
        expect([value, of, holds(of, value)]).toEqual([value, of, isMultiple(value, of)])
      }),
      { numRuns: 2000 },
    )
  })

  it('accepts what is counted in steps, which binary division mostly refuses', () => {
    const seen = { binary: 0, all: 0 }
    fc.assert(
      fc.property(fc.integer({ min: -1e6, max: 1e6 }), fc.constantFrom(2, 3, 4, 7), (count, digits) => {
        const of = Number(`1e-${digits}`)
        const value = Number(`${count}e-${digits}`)
        seen.all++
        if ((value / of) % 1) seen.binary++
        expect(holds(of, value)).toBe(true)
        // Half a step further it is none (positive control).
        expect(holds(of, Number(`${count}5e-${digits + 1}`))).toBe(false)
      }),
    )
    expect(seen.binary).toBeGreaterThan(seen.all / 20)
  })

  it('holds for the digits of an int64 too, also past 2^53', () => {
    const int64: InputSchema = { type: ['integer', 'string'], format: 'int64' }
    fc.assert(
      fc.property(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }), divisor, (value, of) => {
        expect(holds(of, `${value}`, int64)).toBe(isMultiple(value, of))
      }),
    )
    expect([holds(1.5, '3', int64), holds(1.5, '4', int64)]).toEqual([true, false])
  })

  it('says nothing of what is no number', () => {
    for (const value of ['0.005', null, true, [], {}]) expect(holds(0.01, value)).toBe(true)
  })
})
