/** Offsets of places in valid JSON text, found by skipping what is not asked for. Only `parse.ts` calls it. */
import { skipSpace } from './json-scan.ts'

/** The offset of a key or an item; of the nearest place above it when there is none. */
export type FindOffset = (path: readonly string[]) => number

interface Member {
  /** Where the member is shown: the key of an object, the item of an array. */
  place: number
  value: number
}

/** What is known of one container: the members found so far. The text after the last one is not read yet. */
interface Container {
  members: Map<string, Member>
  last: Member | undefined
}

/**
 * Every container remembers how far it was read, so many questions cost one pass per level.
 * The first of two equal keys is found, while `JSON.parse` keeps the last; `pin` warns about them.
 */
export function createJsonIndex(text: string): FindOffset {
  const containers = new Map<number, Container>()
  return path => {
    let here: Member = { place: skipSpace(text, 0), value: skipSpace(text, 0) }
    for (const token of path) {
      const member = find(text, containers, here.value, token)
      if (member === undefined) break
      here = member
    }
    return here.place
  }
}

function find(
  text: string,
  containers: Map<number, Container>,
  at: number,
  token: string,
): Member | undefined {
  const open = text.charAt(at)
  if (open !== '{' && open !== '[') return undefined
  let container = containers.get(at)
  if (container === undefined) {
    container = { members: new Map(), last: undefined }
    containers.set(at, container)
  }
  while (!container.members.has(token)) {
    const place = container.last ? afterMember(text, container.last.value) : skipSpace(text, at + 1)
    if (']}'.includes(text.charAt(place))) return undefined
    const keyEnd = open === '{' ? stringEnd(text, place) : place
    const value = open === '{' ? skipSpace(text, skipSpace(text, keyEnd) + 1) : place
    // The text was parsed before: this slice is a JSON string.
    const name: string = open === '{' ? JSON.parse(text.slice(place, keyEnd)) : String(container.members.size)
    container.last = { place, value }
    if (!container.members.has(name)) container.members.set(name, container.last)
  }
  return container.members.get(token)
}

/** Where the next member starts, or the bracket that closes the container. */
function afterMember(text: string, value: number): number {
  const end = skipSpace(text, valueEnd(text, value))
  return text.charAt(end) === ',' ? skipSpace(text, end + 1) : end
}

function stringEnd(text: string, start: number): number {
  let at = start + 1
  for (let c = text.charCodeAt(at); c !== 34; c = text.charCodeAt(at)) at += c === 92 ? 2 : 1
  return at + 1
}

function valueEnd(text: string, start: number): number {
  let depth = 0
  for (let at = start; at < text.length; ) {
    const c = text.charCodeAt(at)
    if (c === 34) {
      at = stringEnd(text, at)
      if (depth === 0) return at
      continue
    }
    at++
    if (c === 123 || c === 91) depth++
    else if (c === 125 || c === 93) {
      if (--depth === 0) return at
    } else if (depth === 0 && !/[-+.\w]/.test(text.charAt(at))) return at
  }
  return text.length
}
