/** Objects, maps and free-form values. For `lower/node.ts`. */
import { type Draft, isNever, own, record } from '../../schema/draft.ts'
import { below, type Lowering, maxLevels, type Place } from '../context.ts'
import { narrow, narrowings } from '../narrowings.ts'
import type { Sketch } from '../sketch.ts'
import { summary } from '../summary.ts'
import { called } from '../words.ts'
import { bounds } from './bounds.ts'
import { jsonText } from './json-text.ts'

export function object(l: Lowering, d: Draft, place: Place): Sketch {
  // What may not be sent is not offered.
  const names = Object.entries(d.properties ?? {}).flatMap(([name, p]) => (isNever(p) ? [] : [name]))
  if (place.depth >= maxLevels) return jsonText(l, d, place, 'properties', `deeper than ${maxLevels} levels`)
  if (names.length === 0 && place.pointer !== '') return map(l, d, place)
  const further = typeof d.additionalProperties === 'object' ? d.additionalProperties : undefined
  // What the document invites in so many words must have a place; silence is taken for none (`narrowings.ts`).
  if (l.target.closed && (further || d.additionalProperties === true))
    return jsonText(
      l,
      d,
      place,
      'additionalProperties',
      'further properties have no place beside declared ones',
    )
  const properties = names.map(name => [name, property(l, d, name, place)] as const)
  const required =
    l.target.optional === 'null' ? names : (d.required ?? []).filter(name => names.includes(name))
  const { text = [], ...rest } = others(l, d, place)
  const said = [...text, ...dependent(l, d, place)]
  return bounds(l, d, 'object', place, {
    type: 'object',
    ...(said.length > 0 && { text: said }),
    properties: record(properties),
    ...(required.length > 0 && { required }),
    ...rest,
  })
}

/** What is said of properties beside the declared ones. */
function others(l: Lowering, d: Draft, place: Place): Pick<Sketch, 'additionalProperties' | 'text'> {
  const further = d.additionalProperties
  if (typeof further === 'object') {
    const declared = l.target.maps ? beside(l, further, place) : undefined
    if (declared) return { additionalProperties: declared }
    lose(l, place, 'further properties are accepted and cannot be declared')
    return { text: [`Any other property may be given: ${summary(further, l.definitions)}.`] }
  }
  // The root is closed for every tool; what needs no words needs no bytes.
  if (further === false && place.pointer !== '') {
    if (l.target.maps) return { additionalProperties: false }
    if (!l.target.closed) lose(l, place, 'that no other property is accepted cannot be declared')
  }
  if (further === undefined && l.target.closed) narrow(l, place, narrowings.closed)
  return {}
}

const lose = (l: Lowering, place: Place, reason: string): void =>
  l.lose(place, 'additionalProperties', reason, 'additionalProperties')

/** What further properties hold; undefined when it is encoded, since `*` would then mean the declared ones too. */
function beside(l: Lowering, further: Draft, place: Place): Sketch | undefined {
  const { value, encodings, losses } = l.apart(() => l.lower(further, below(place, '*')))
  if (encodings.length > 0) return undefined
  l.keep(encodings, losses)
  return value
}

/** Where every property is required, null means that an optional one is left out; a null of its own is then JSON text. */
function property(l: Lowering, d: Draft, name: string, place: Place): Sketch {
  const at = below(place, name)
  const schema = own(d.properties, name) ?? {}
  const optional = l.target.optional === 'null' && !d.required?.includes(name)
  if (!optional) return l.lower(schema, at)
  l.encode(at, 'null-means-absent')
  const { value, encodings, losses } = l.apart(() => l.lower(schema, at))
  const isText = encodings.some(e => e.pointer === at.pointer && e.as === 'json-text')
  if (!isText && (value.anyOf ?? [value]).some(s => s.nullable)) {
    const text = jsonText(l, schema, at, 'nullable', 'null for itself means that it is left out')
    return { ...text, nullable: true }
  }
  l.keep(encodings, losses)
  return value.anyOf
    ? { anyOf: value.anyOf.map((b, i) => (i === 0 ? { ...b, nullable: true } : b)) }
    : { ...value, nullable: true }
}

/** `dependentRequired` in words. */
function dependent(l: Lowering, d: Draft, place: Place): string[] {
  const entries = Object.entries(d.dependentRequired ?? {})
  if (entries.length === 0) return []
  l.lose(place, 'dependentRequired', 'it cannot be declared', 'dependentRequired')
  const needs = new Map<string, string[]>()
  for (const [name, list] of entries)
    for (const needed of list) needs.set(needed, [...(needs.get(needed) ?? []), name])
  return [...needs].map(
    ([needed, by]) =>
      `${called(needed)} is required when ${by.length > 6 ? 'another of these' : by.map(called).join(' or ')} is given.`,
  )
}

/** An object whose property names the document does not give. */
function map(l: Lowering, d: Draft, place: Place): Sketch {
  const values = d.additionalProperties
  if (l.target.maps) {
    return bounds(l, d, 'object', place, {
      type: 'object',
      additionalProperties:
        typeof values === 'object' ? l.lower(values, below(place, '*')) : values !== false,
    })
  }
  if (l.options.maps === 'entries' && typeof values === 'object' && place.depth + 2 <= maxLevels) {
    l.encode(place, 'entries')
    lose(l, place, 'written as a list of keys and values')
    const at: Place = { ...below(place, '*'), depth: place.depth + 2 }
    const entry: Sketch = {
      type: 'object',
      properties: { key: { type: 'string' }, value: l.lower(values, at) },
      required: ['key', 'value'],
    }
    return { type: 'array', items: entry }
  }
  const reason = values === false ? 'it has no properties' : 'its property names are free'
  return jsonText(l, d, place, 'additionalProperties', reason)
}
