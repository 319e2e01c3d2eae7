/** Objects, maps and free-form values. For `lower/node.ts`. */
import { type Draft, isNever, own, record } from '../../schema/draft.ts'
import { below, type Lowering, maxLevels, type Place } from '../context.ts'
import type { Sketch } from '../sketch.ts'
import { bounds } from './bounds.ts'
import { jsonText } from './json-text.ts'

export function object(l: Lowering, d: Draft, place: Place): Sketch {
  // What may not be sent is not offered.
  const names = Object.entries(d.properties ?? {}).flatMap(([name, p]) => (isNever(p) ? [] : [name]))
  if (place.depth >= maxLevels) return jsonText(l, d, place, 'properties', `deeper than ${maxLevels} levels`)
  if (names.length === 0 && place.pointer !== '') return map(l, d, place)
  const further = typeof d.additionalProperties === 'object' ? d.additionalProperties : undefined
  if (further && l.target.closed)
    return jsonText(
      l,
      d,
      place,
      'additionalProperties',
      'further properties have no place beside declared ones',
    )
  const properties = names.map(name => [name, property(l, d, name, place)] as const)
  const declared = further && l.target.maps ? beside(l, further, place) : undefined
  if (further && !declared)
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
    ...(declared && { additionalProperties: declared }),
    ...dependent(l, d, place),
  })
}

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
