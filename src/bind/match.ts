/** Which input, or which property below one, a key of `params` names. For `bind/directives.ts`. */
import { suggestion } from '../json/nearest.ts'
import { tokens } from '../json/pointer.ts'
import type { ParameterDirective } from '../options.ts'
import type { Context, Input } from './input.ts'

export interface Said {
  key: string
  directive: ParameterDirective
  /** Tokens below the input's own place: a property inside a body that is one argument, or deeper in a hoisted one. */
  below: string[]
}

export function match(c: Context, inputs: readonly Input[]): Map<Input, Said[]> {
  const found = new Map<Input, Said[]>()
  for (const [key, directive] of Object.entries(c.named.directive.params ?? {})) {
    const hits = inputs.flatMap(input => {
      const below = matches(input, key)
      return below ? [{ input, below }] : []
    })
    const at = c.named.origin('params', key)
    if (hits.length > 1) {
      const places = hits.map(h => JSON.stringify(fullKey(h.input))).join(' and ')
      c.problem(
        'parameter-unmatched',
        `params: ${JSON.stringify(key)} is ${places}`,
        'write the key with its place',
        at,
      )
    }
    const [hit] = hits
    if (hit === undefined)
      c.problem(
        'parameter-unmatched',
        `params: the operation has no ${JSON.stringify(key)}`,
        suggestion(key, inputs.map(fullKey)),
        at,
      )
    if (hits.length === 1 && hit)
      found.set(hit.input, [...(found.get(hit.input) ?? []), { key, directive, below: hit.below }])
  }
  return found
}

export const fullKey = ({ place, name, declared }: Input): string =>
  place.in === 'body' ? `body:${place.pointer}` : `${declared ?? place.in}:${name}`

/** The tokens below the input that the key names, or undefined when it names another. */
function matches(input: Input, key: string): string[] | undefined {
  const { place, name } = input
  if (place.in !== 'body') {
    const { declared = place.in } = input
    const same = (n: string) => (place.in === 'header' ? n.toLowerCase() === name.toLowerCase() : n === name)
    return same(key) || (key.startsWith(`${declared}:`) && same(key.slice(declared.length + 1)))
      ? []
      : undefined
  }
  if (key === name && name !== '') return []
  if (!key.startsWith('body:/') && key !== 'body:') return undefined
  const [mine, wanted] = [tokens(place.pointer), tokens(key.slice('body:'.length))]
  return mine.every((t, i) => t === wanted[i]) ? wanted.slice(mine.length) : undefined
}
