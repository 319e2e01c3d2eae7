/** Strings, numbers and booleans, with formats and enums. For `lower/node.ts`. */
import type { Draft } from '../../schema/draft.ts'
import { hasType } from '../../schema/types.ts'
import type { Lowering, Place } from '../context.ts'
import { narrow, narrowings } from '../narrowings.ts'
import type { Sketch } from '../sketch.ts'
import { allowedValues, formatWords } from '../words.ts'
import { bounds } from './bounds.ts'

type ScalarType = 'string' | 'integer' | 'number' | 'boolean'

export function scalar(l: Lowering, d: Draft, type: ScalarType, place: Place): Sketch {
  const sketch = enumOf(l, d, type, place, format(l, d, type, place, { type }))
  // An enum says all there is to say about its members.
  return sketch.enum ? sketch : bounds(l, d, type, place, sketch)
}

function format(l: Lowering, d: Draft, type: ScalarType, place: Place, sketch: Sketch): Sketch {
  const name = d.format
  if (name === undefined) return sketch
  if (l.target.formats[type]?.includes(name)) return { ...sketch, format: name }
  if (d.enum) return sketch
  l.lose(place, 'format', `${l.target.name} does not take ${name}`, 'format')
  return { ...sketch, text: [...(sketch.text ?? []), formatWords[name] ?? `Format: ${name}.`] }
}

function enumOf(l: Lowering, d: Draft, type: ScalarType, place: Place, sketch: Sketch): Sketch {
  const members = d.enum?.filter(v => hasType(v, type))
  if (members === undefined) return sketch
  const told = (reason: string): Sketch => {
    l.lose(place, 'enum', reason, 'enum')
    return { ...sketch, text: [...(sketch.text ?? []), allowedValues(members, l.options.enumLimit)] }
  }
  if (members.length > l.options.enumLimit) return told(`it has more than ${l.options.enumLimit} members`)
  if (l.target.enums === 'scalars') return { ...sketch, enum: members }
  if (type !== 'string' || d.enum?.some(v => v !== null && typeof v !== 'string'))
    return told('only strings can be listed')
  const nonEmpty = members.filter(v => v !== '')
  if (nonEmpty.length === 0) return told('an empty text cannot be listed')
  if (nonEmpty.length < members.length) narrow(l, place, narrowings.emptyText)
  return { ...sketch, enum: nonEmpty }
}
