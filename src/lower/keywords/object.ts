/** Objects, maps and free-form values. For `lower/node.ts`. */
import { type Draft, own, record } from '../../schema/draft.ts'
import { below, type Lowering, maxLevels, type Place } from '../context.ts'
import type { Sketch } from '../sketch.ts'
import { bounds } from './bounds.ts'
import { jsonText } from './json-text.ts'

export function object(l: Lowering, d: Draft, place: Place): Sketch {
  const names = Object.keys(d.properties ?? {})
  if (place.depth >= maxLevels) return jsonText(l, d, place, 'properties', `deeper than ${maxLevels} levels`)
  if (names.length === 0 && place.pointer !== '') return map(l, d, place)
  const properties = names.map(name => [name, property(l, d, name, place)] as const)
  if (typeof d.additionalProperties === 'object')
    l.lose(
      place,
      'additionalProperties',
      'further properties are accepted and cannot be declared',
      'additionalProperties',
    )
  else if (d.additionalProperties === false && place.pointer !== '' && !l.target.closed)
    l.lose(
      place,
      'additionalProperties',
      'that no other property is accepted cannot be declared',
      'additionalProperties',
    )
  else if (d.additionalProperties !== false && l.target.closed)
    l.lose(place, 'additionalProperties', 'further properties are accepted and cannot be declared', 'none')
  const required =
    l.target.optional === 'null' ? names : (d.required ?? []).filter(name => names.includes(name))
  return bounds(l, d, 'object', place, {
    type: 'object',
    properties: record(properties),
    ...(required.length > 0 && { required }),
    ...dependent(l, d, place),
  })
}

function property(l: Lowering, d: Draft, name: string, place: Place): Sketch {
  const at = below(place, name)
  const schema = own(d.properties, name) ?? {}
  const optional = l.target.optional === 'null' && !d.required?.includes(name)
  if (!optional) return l.lower(schema, at)
  l.encode(at, 'null-means-absent')
  const sketch = l.lower(schema, at)
  return sketch.anyOf
    ? { ...sketch, anyOf: sketch.anyOf.map((b, i) => (i === 0 ? { ...b, nullable: true } : b)) }
    : { ...sketch, nullable: true }
}

/** `dependentRequired` in words. */
function dependent(l: Lowering, d: Draft, place: Place): Pick<Sketch, 'text'> {
  const entries = Object.entries(d.dependentRequired ?? {})
  if (entries.length === 0) return {}
  l.lose(place, 'dependentRequired', 'it cannot be declared', 'dependentRequired')
  const needs = new Map<string, string[]>()
  for (const [name, list] of entries)
    for (const needed of list) needs.set(needed, [...(needs.get(needed) ?? []), name])
  return {
    text: [...needs].map(
      ([needed, by]) =>
        `${needed} is required when ${by.length > 6 ? 'another of these' : by.join(' or ')} is given.`,
    ),
  }
}

/** An object whose property names the document does not give. */
function map(l: Lowering, d: Draft, place: Place): Sketch {
  const values = d.additionalProperties
  if (l.target.maps) {
    return bounds(l, d, 'object', place, {
      type: 'object',
      additionalProperties: typeof values === 'object' ? l.lower(values, below(place, '*')) : true,
    })
  }
  if (l.options.maps === 'entries' && typeof values === 'object' && place.depth + 2 <= maxLevels) {
    l.encode(place, 'entries')
    l.lose(place, 'additionalProperties', 'written as a list of keys and values', 'additionalProperties')
    const at: Place = { ...below(place, '*'), depth: place.depth + 2 }
    const entry: Sketch = {
      type: 'object',
      properties: { key: { type: 'string' }, value: l.lower(values, at) },
      required: ['key', 'value'],
    }
    return { type: 'array', items: entry }
  }
  return jsonText(l, d, place, 'additionalProperties', 'its property names are free')
}
