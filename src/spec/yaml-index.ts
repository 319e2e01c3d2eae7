/**
 * Where every node of a YAML document stands, in nine bytes per parser event: filled while the values are made,
 * asked when something must be located. Aliases lead to the text they stand for. Only `yaml.ts` and `parse.ts`
 * call it.
 */
import { CHOMPING_MODE, EVENT_ID, type Event, getScalarValue, SCALAR_STYLE, type ScalarStyle } from 'js-yaml'

export interface YamlIndex {
  /** The offset of a key or an item; of the nearest place above it when there is none. */
  offset(path: readonly string[]): number
  /** The text of a plain scalar without a tag; undefined for everything else. */
  scalarText(path: readonly string[]): string | undefined
}

export interface Places {
  /** Where a node is shown; for a scalar, where its text starts. */
  readonly start: Int32Array
  /** Scalar: where its text ends. Collection: the event that closes it. Alias: the event it stands for. */
  readonly end: Int32Array
  /** The event's type in the low four bits, a scalar's style above; the top bit marks a scalar to be decoded. */
  readonly kind: Uint8Array
  put(i: number, event: Event, offset: number): void
  alias(i: number, target: number): void
  close(open: number, pop: number): void
}

const decoded = 0x80
const tagged = 0x70

export function createPlaces(length: number): Places {
  const start = new Int32Array(length)
  const end = new Int32Array(length)
  const kind = new Uint8Array(length)
  return {
    start,
    end,
    kind,
    put(i, event, offset) {
      start[i] = offset
      kind[i] = event.type
      if (event.type !== EVENT_ID.SCALAR) return
      const style = event.tagStart >= 0 ? tagged : event.style << 4
      kind[i] = event.type | style | (event.fast || event.valueStart < 0 ? 0 : decoded)
      start[i] = event.valueStart < 0 ? offset : event.valueStart
      end[i] = event.valueStart < 0 ? offset : event.valueEnd
    },
    alias(i, target) {
      end[i] = target
    },
    close(open, pop) {
      end[open] = pop
    },
  }
}

export function createYamlIndex(text: string, places: Places): YamlIndex {
  const { start, end, kind } = places
  const type = (i: number): number => (kind[i] ?? 0) & 0x0f
  const style = (i: number): number => ((kind[i] ?? 0) & tagged) >> 4
  const target = (i: number): number => (type(i) === EVENT_ID.ALIAS ? (end[i] ?? 0) : i)
  const isCollection = (i: number) => type(i) === EVENT_ID.MAPPING || type(i) === EVENT_ID.SEQUENCE
  const after = (i: number): number => (isCollection(i) ? (end[i] ?? 0) : i) + 1

  const textOf = (i: number): string => {
    const [valueStart, valueEnd] = [start[i] ?? 0, end[i] ?? 0]
    if (((kind[i] ?? 0) & decoded) === 0) return text.slice(valueStart, valueEnd)
    return getScalarValue(text, {
      type: EVENT_ID.SCALAR,
      valueStart,
      valueEnd,
      // Three bits that `put` took from an event; a tagged or block scalar is never asked for its text.
      style: style(i) as ScalarStyle,
      chomping: CHOMPING_MODE.CLIP,
      indent: -1,
      fast: false,
      anchorStart: -1,
      anchorEnd: -1,
      tagStart: -1,
      tagEnd: -1,
    })
  }

  /** The node at a path, and the place to show for it: a mapping's key, a sequence's item. */
  const walk = (path: readonly string[]): { node: number; shown: number; whole: boolean } => {
    // Event 0 opens the document, event 1 is its value.
    let [node, shown] = [1, 1]
    for (const token of path) {
      const container = target(node)
      const member = find(container, token)
      if (member === undefined) return { node, shown, whole: false }
      shown = member
      node = type(container) === EVENT_ID.MAPPING ? member + 1 : member
    }
    return { node, shown, whole: true }
  }
  const find = (container: number, token: string): number | undefined => {
    const close = end[container] ?? 0
    if (type(container) === EVENT_ID.MAPPING) {
      for (let key = container + 1; key < close; key = after(key + 1)) if (textOf(key) === token) return key
    } else if (type(container) === EVENT_ID.SEQUENCE && /^(?:0|[1-9]\d{0,9})$/.test(token)) {
      let left = Number(token)
      for (let item = container + 1; item < close; item = after(item)) if (left-- === 0) return item
    }
    return undefined
  }
  const isQuoted = (i: number) =>
    style(i) === SCALAR_STYLE.SINGLE_QUOTED || style(i) === SCALAR_STYLE.DOUBLE_QUOTED

  return {
    offset(path) {
      const { shown } = walk(path)
      return (start[shown] ?? 0) - (type(shown) === EVENT_ID.SCALAR && isQuoted(shown) ? 1 : 0)
    },
    scalarText(path) {
      const { node, whole } = walk(path)
      const scalar = target(node)
      const plain = type(scalar) === EVENT_ID.SCALAR && style(scalar) === SCALAR_STYLE.PLAIN
      return whole && plain ? textOf(scalar) : undefined
    },
  }
}
