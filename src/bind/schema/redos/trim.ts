/** Patterns with the same answers and less to try. For `bind/schema/pattern.ts`. */
import type { AST } from '@eslint-community/regexpp'

type End = 'first' | 'last'

/**
 * A pattern is searched for, so what may be empty at its first or last end adds nothing: `.*\S.*` is found in the same
 * texts as `\S`, `[a-z]+:` as `[a-z]:`. The less is cut, the earlier in the list.
 */
export function trimmed(source: string, parse: (source: string) => AST.Pattern | undefined): string[] {
  // Groups go away, and with them what refers to them.
  if (/\\[1-9k]/.test(source)) return []
  const cut = (text: string, end: End) =>
    parse(text)
      ?.alternatives.map(a => alternative(a, end))
      .join('|') ?? source
  const first = cut(source, 'first')
  return [first, cut(source, 'last'), cut(first, 'last')].filter(text => text !== source)
}

function alternative({ elements }: AST.Alternative, end: End): string {
  let rest: readonly AST.Element[] = startFirst(elements)
  for (;;) {
    const edge = end === 'first' ? rest[0] : rest.at(-1)
    const others = end === 'first' ? rest.slice(1) : rest.slice(0, -1)
    const around = (text: string) => {
      const raw = others.map(e => e.raw).join('')
      return end === 'first' ? text + raw : raw + text
    }
    const once = edge?.type === 'Quantifier' ? edge.element : edge
    if (edge?.type === 'Quantifier' && edge.min !== 1) {
      if (edge.min > 1) return around(`${edge.element.raw}{${edge.min}}`)
    } else if (once?.type === 'Group' || once?.type === 'CapturingGroup') {
      const inner = once.alternatives.map(a => alternative(a, end))
      if (!inner.includes('')) return around(`(?:${inner.join('|')})`)
    } else {
      if (!once || once === edge) return rest.map(e => e.raw).join('')
      // In a group of its own, so that `\0+1` does not become `\01`.
      return around(once.type === 'Character' && once.raw.startsWith('\\') ? `(?:${once.raw})` : once.raw)
    }
    rest = others
  }
}

/** `(?!a)^b` is `^(?!a)b`, which needs no search. */
function startFirst(elements: readonly AST.Element[]): readonly AST.Element[] {
  const consuming = elements.findIndex(e => e.type !== 'Assertion')
  const start = elements.findIndex(e => e.type === 'Assertion' && e.kind === 'start')
  if (start < 1 || (consuming !== -1 && start > consuming)) return elements
  return elements.flatMap((e, i) => (i === 0 ? [elements[start] ?? e, e] : i === start ? [] : [e]))
}
