/**
 * Numbers and strings for several schemas at once; for `arbitrary.ts`. What comes may miss: the caller checks.
 * `draw` replays a value when its builder is the same function with equal arguments, so builders stand outside.
 */
import fc, { type GeneratorValue } from 'fast-check'
import type { InputSchema } from '../../src/runtime/contract.ts'
import { regExp } from './ajv.ts'

export function numberFor(
  type: 'integer' | 'number',
  schemas: InputSchema[],
  draw: GeneratorValue,
): number | undefined {
  const formats = schemas.map(s => s.format)
  const [low, high] = formats.includes('int32')
    ? [-(2 ** 31), 2 ** 31 - 1]
    : [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER]
  const step =
    schemas.find(s => s.multipleOf !== undefined)?.multipleOf ?? (type === 'integer' ? 1 : undefined)
  const bound = (pick: (s: InputSchema) => number | undefined) =>
    schemas.flatMap(s => pick(s) ?? []).filter(Number.isFinite)
  const min = Math.max(...bound(s => s.minimum), ...bound(s => s.exclusiveMinimum), low)
  const max = Math.min(...bound(s => s.maximum), ...bound(s => s.exclusiveMaximum), high)
  if (min > max) return undefined
  if (step === undefined) {
    const number = draw(fc.double, { min, max, noNaN: true, noDefaultInfinity: true })
    return number === 0 ? 0 : number
  }
  const first = Math.max(Math.ceil(min / step), Number.MIN_SAFE_INTEGER)
  const last = Math.min(Math.floor(max / step), Number.MAX_SAFE_INTEGER)
  if (first > last) return undefined
  const count = draw(whole, first, last)
  // 3 * 0.1 is not the number that JSON text `0.3` means.
  return Number((count * step).toPrecision(15))
}

/** Small numbers and the bounds are where faults are; the middle is wide and dull. */
const whole = (min: number, max: number) =>
  fc.oneof(fc.integer({ min, max: Math.min(max, min + 20) }), fc.integer({ min, max }), fc.constant(max))

const day = fc.date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
const byFormat: Record<string, fc.Arbitrary<string>> = {
  date: day.map(d => d.toISOString().slice(0, 10)),
  'date-time': fc
    .tuple(day, fc.constantFrom('Z', '+02:00', '-11:30'))
    .map(([d, zone]) => d.toISOString().replace('Z', zone)),
  uuid: fc.uuid(),
  int64: fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map(String),
  int32: fc.integer().map(String),
}

const formatted = (format: string) => byFormat[format] ?? fc.string()

export function stringFor(schemas: InputSchema[], draw: GeneratorValue): string {
  const min = Math.max(0, ...schemas.map(s => s.minLength ?? 0))
  const max = Math.min(min + 12, ...schemas.map(s => s.maxLength ?? 1e9))
  const format = schemas.map(s => s.format ?? '').find(f => Object.hasOwn(byFormat, f))
  if (format !== undefined) return draw(formatted, format)
  const pattern = schemas.find(s => s.pattern !== undefined)?.pattern
  if (pattern !== undefined) return draw(matching, pattern, min, max)
  if (max < min) return ''
  return draw(plain, min, max)
}

const plain = (minLength: number, maxLength: number): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 3, arbitrary: fc.string({ minLength, maxLength, unit: 'grapheme-ascii' }) },
    // One unit is one code point, which is what lengths count.
    { weight: 1, arbitrary: fc.string({ minLength, maxLength, unit: 'binary' }) },
    {
      weight: 1,
      arbitrary: fc
        .array(fc.constantFrom(...' /?#&=+%,;|.[]\\"\'<>éñ日𝒳0'), { minLength, maxLength })
        .map(units => units.join('')),
    },
  )

/** For expressions that fast-check cannot turn around: texts that real documents' patterns accept. */
const samples = fc.oneof(
  fc.stringMatching(/^[a-z0-9]{1,20}$/),
  fc.stringMatching(/^[A-Z]{2,5}[-_]?\d{0,8}$/),
  fc.stringMatching(/^[a-z]+(?:[./:-][a-z0-9]+){0,3}$/),
  fc.constantFrom(
    'a@example.com',
    'https://example.com/a',
    '2024-01-31',
    '+15551234567',
    '10.0.0.1',
    '#a1b2c3',
  ),
)

function matching(pattern: string, min: number, max: number): fc.Arbitrary<string> {
  const expression = regExp(pattern)
  const arbitrary = invertible(expression) ?? samples
  // An unanchored expression gets random text around it; cut to length, it often still matches.
  return arbitrary.map(made => {
    const points = [...made]
    if (points.length > max) {
      for (let start = 0; start + max <= points.length && start < 40; start++) {
        const cut = points.slice(start, start + max).join('')
        if (expression.test(cut)) return cut
      }
    }
    for (let longer = made; [...longer].length < min; longer += longer.at(-1)) {
      const next = longer + longer.at(-1)
      if (longer === '' || !expression.test(next)) break
      if ([...next].length >= min) return next
    }
    return made
  })
}

function invertible(expression: RegExp): fc.Arbitrary<string> | undefined {
  try {
    return fc.stringMatching(expression)
  } catch {
    return undefined
  }
}
