/**
 * YAML text → plain values with their places: the 1.2 core schema, cut to what JSON can say. Keys keep the text
 * they are written with; what two parsers read in different ways is refused. Only `parse.ts` calls it.
 */
import { EVENT_ID, type Event, getScalarValue, parseEvents, type ScalarEvent, YAMLException } from 'js-yaml'
import type { Json, JsonObject } from '../runtime/contract.ts'
import { freeExpansion, maxDepth, maxExpansion } from './limits.ts'
import { quoted, type TextFault } from './text.ts'
import { createPlaces, createYamlIndex, type Places, type YamlIndex } from './yaml-index.ts'
import { isBlock, isPlain, isQuoted, isTag, scalarValue, unknownTag } from './yaml-scalar.ts'

export type YamlResult = { value: Json; index: YamlIndex } | { fault: TextFault }

export function readYaml(text: string): YamlResult {
  try {
    // One level more than `construct` allows, since a scalar counts as a level here.
    const events = parseEvents(text, { maxDepth: maxDepth + 2 })
    const places = createPlaces(events.length)
    const value = construct(text, events, places)
    return { value, index: createYamlIndex(text, places) }
  } catch (error) {
    if (error instanceof Refused) return { fault: { offset: error.offset, reason: error.message } }
    if (error instanceof YAMLException)
      return { fault: { offset: error.mark?.position ?? 0, reason: reasonOf(error) } }
    // js-yaml recurses; how deep it gets depends on the stack that is left.
    if (error instanceof RangeError) return { fault: { offset: 0, reason: 'nested too deeply' } }
    throw error
  }
}

const reasonOf = ({ reason }: YAMLException): string =>
  reason.startsWith('nesting exceeded') ? `nested deeper than ${maxDepth} levels` : reason

/** Thrown and caught in this file only, as js-yaml does with its own. */
class Refused extends Error {
  offset: number
  constructor(offset: number, reason: string) {
    super(reason)
    this.offset = offset
  }
}

interface Frame {
  /** The document holds one value; the root of the frames. */
  container: JsonObject | Json[] | undefined
  /** A mapping's key that waits for its value. */
  key: string | undefined
  event: number
  anchor: Anchor | undefined
  /** Levels of containers below this one, and values in it; both with every alias written out. */
  below: number
  size: number
}

interface Anchor {
  value: Json
  event: number
  /** Its collection has not ended: an alias now would make a circle. */
  open: boolean
  levels: number
  size: number
}

function construct(text: string, events: readonly Event[], places: Places): Json {
  const frames: Frame[] = []
  const anchors = new Map<string, Anchor>()
  const budget = freeExpansion + maxExpansion * events.length
  let root: Json | undefined
  let last = 0

  const grow = (frame: Frame, levels: number, size: number, offset: number) => {
    frame.below = Math.max(frame.below, levels)
    frame.size += size
    if (frame.size > budget) throw new Refused(offset, `the aliases expand it to more than ${budget} values`)
  }
  const add = (value: Json, levels: number, size: number, offset: number) => {
    const frame = top(frames)
    if (frames.length - 1 + levels > maxDepth)
      throw new Refused(offset, `nested deeper than ${maxDepth} levels`)
    if (frame.container === undefined) root = value
    else if (Array.isArray(frame.container)) frame.container.push(value)
    else {
      set(frame.container, frame.key ?? '', value)
      frame.key = undefined
    }
    grow(frame, levels, size, offset)
  }

  for (const [i, event] of events.entries()) {
    const offset = offsetOf(event, last)
    last = offset
    places.put(i, event, offset)
    switch (event.type) {
      case EVENT_ID.DOCUMENT: {
        if (i > 0) throw new Refused(offsetOf(events[i + 1], last), 'a second document in one file')
        if (event.directives.some(d => d.kind === 'tag'))
          throw new Refused(0, 'a %TAG directive, which gives tags another meaning')
        frames.push(newFrame(undefined, i, undefined))
        break
      }
      case EVENT_ID.MAPPING:
      case EVENT_ID.SEQUENCE: {
        const container = event.type === EVENT_ID.MAPPING ? {} : []
        if (isKeyNext(frames)) throw new Refused(offset, 'a key that is no plain text')
        const tag = text.slice(Math.max(0, event.tagStart), event.tagEnd)
        if (event.tagStart >= 0 && !isTag(tag, event.type === EVENT_ID.MAPPING ? 'map' : 'seq'))
          throw new Refused(event.tagStart, unknownTag(tag))
        // Its size is added when it ends.
        add(container, 1, 0, offset)
        const anchor = { value: container, event: i, open: true, levels: 1, size: 0 }
        if (event.anchorStart >= 0) anchors.set(text.slice(event.anchorStart, event.anchorEnd), anchor)
        frames.push(newFrame(container, i, anchor))
        break
      }
      case EVENT_ID.SCALAR: {
        if (isKeyNext(frames)) {
          setKey(top(frames), keyText(text, event, offset), offset)
          if (event.anchorStart >= 0) throw new Refused(offset, 'an anchor on a key')
          break
        }
        const read = scalarValue(text, event)
        if ('reason' in read) throw new Refused(event.tagStart < 0 ? offset : event.tagStart, read.reason)
        if (event.anchorStart >= 0) {
          const anchor = { value: read.value, event: i, open: false, levels: 0, size: 1 }
          anchors.set(text.slice(event.anchorStart, event.anchorEnd), anchor)
        }
        add(read.value, 0, 1, offset)
        break
      }
      case EVENT_ID.ALIAS: {
        if (isKeyNext(frames)) throw new Refused(offset, 'an alias as a key')
        const name = text.slice(event.anchorStart, event.anchorEnd)
        const anchor = anchors.get(name)
        if (anchor === undefined)
          throw new Refused(offset, `the alias ${quoted(name)} has no anchor before it`)
        if (anchor.open) throw new Refused(offset, `the alias ${quoted(name)} stands inside what it names`)
        places.alias(i, anchor.event)
        add(anchor.value, anchor.levels, anchor.size, offset)
        break
      }
      case EVENT_ID.POP: {
        const frame = top(frames)
        frames.pop()
        places.close(frame.event, i)
        const ended = { open: false, levels: frame.below + 1, size: frame.size + 1 }
        if (frame.anchor) Object.assign(frame.anchor, ended)
        const parent = frames.at(-1)
        if (parent) grow(parent, ended.levels, ended.size, offset)
      }
    }
  }
  if (root === undefined) throw new Refused(0, 'the file is empty')
  return root
}

/** Where an event stands; an empty value has no place of its own and gets the one before it. */
function offsetOf(event: Event | undefined, before: number): number {
  if (event === undefined) return before
  if ('valueStart' in event && event.valueStart >= 0) return event.valueStart - (isQuoted(event) ? 1 : 0)
  if ('start' in event) return event.start
  if ('tagStart' in event && event.tagStart >= 0) return event.tagStart
  // The name comes after `*` or `&`.
  return 'anchorStart' in event && event.anchorStart >= 0 ? event.anchorStart - 1 : before
}

const newFrame = (container: Frame['container'], event: number, anchor: Anchor | undefined): Frame => ({
  container,
  key: undefined,
  event,
  anchor,
  below: 0,
  size: 0,
})

function top(frames: readonly Frame[]): Frame {
  const frame = frames.at(-1)
  if (frame === undefined) throw new Error('a YAML value outside every document')
  return frame
}

function isKeyNext(frames: readonly Frame[]): boolean {
  const { container, key } = top(frames)
  return container !== undefined && !Array.isArray(container) && key === undefined
}

function setKey(frame: Frame, key: string, offset: number): void {
  if (frame.container && Object.hasOwn(frame.container, key))
    throw new Refused(offset, `the key ${quoted(key)} is given twice`)
  frame.key = key
}

function set(container: JsonObject, key: string, value: Json): void {
  // Assigning to `__proto__` would set the prototype and lose the member.
  if (key === '__proto__')
    Object.defineProperty(container, key, { value, enumerable: true, configurable: true, writable: true })
  else container[key] = value
}

/** A key is the text it is written with: `200`, `08` and `on` are no numbers or booleans here. */
function keyText(text: string, event: ScalarEvent, offset: number): string {
  if (event.tagStart >= 0 && !isTag(text.slice(event.tagStart, event.tagEnd), 'str'))
    throw new Refused(event.tagStart, 'a tag on a key')
  if (isBlock(event)) throw new Refused(offset, 'a key of several lines')
  const key = getScalarValue(text, event)
  if (key === '<<' && isPlain(event) && event.tagStart < 0)
    throw new Refused(offset, 'a merge key (<<), which YAML 1.2 does not have; write its members out')
  return key
}
