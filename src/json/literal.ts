/**
 * The only way from data to JavaScript text: JSON values as literals that mean the same in a module
 * and stay harmless inside HTML. Pure; `emit` calls it.
 */
import type { Json } from '../runtime/contract.ts'

// `<` for </script> and <!--, U+2028/9 for old parsers, lone surrogates because UTF-8 cannot carry them.
const unsafe = /[<\u2028\u2029]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g

/** A string literal in double quotes. */
export const stringLiteral = (text: string): string =>
  JSON.stringify(text).replace(unsafe, c => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`)

/**
 * A JavaScript expression with exactly the given own properties. `__proto__` becomes a computed key, since
 * `{"__proto__": x}` would set the prototype (ECMA-262, B.3.1).
 */
export function literal(value: Json): string {
  if (typeof value === 'string') return stringLiteral(value)
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw new Error(`not a JSON number: ${value}`)
    return Object.is(value, -0) ? '-0' : String(value)
  }
  if (value === null || typeof value === 'boolean') return String(value)
  if (Array.isArray(value)) return `[${value.map(literal).join(',')}]`
  const entries = Object.entries(value).map(
    ([k, v]) => `${k === '__proto__' ? '["__proto__"]' : stringLiteral(k)}:${literal(v)}`,
  )
  return `{${entries.join(',')}}`
}
