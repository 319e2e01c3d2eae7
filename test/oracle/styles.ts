/** The styles of OpenAPI parameters and form fields, read backwards. For `parse-request.ts`; shares no code with the product. */
import { type Document, Either, either, type Json, type Kind, type Reading } from './typed.ts'

/** One parameter, or one field of a form. */
export interface Field {
  name: string
  style: string
  explode: boolean
  schema: Json | undefined
  /** Names that belong to other exploded objects. */
  others?: string[]
  /** It has the properties that the document names, and no others. */
  named?: boolean
  /** Its object is not spread over the names. */
  together?: boolean
}

/** `name=value` pairs in order; each is taken once, so that what nobody takes shows. */
export class Pairs {
  #left: { name: string; raw: string }[]
  constructor(text: string, separator: '&' | '; ') {
    this.#left = (text === '' ? [] : text.split(separator)).map(pair => {
      const at = pair.indexOf('=')
      return at < 0
        ? { name: decode(pair), raw: '' }
        : { name: decode(pair.slice(0, at)), raw: pair.slice(at + 1) }
    })
  }
  take(wanted: (name: string) => boolean): { name: string; raw: string }[] {
    const taken = this.#left.filter(p => wanted(p.name))
    this.#left = this.#left.filter(p => !wanted(p.name))
    return taken
  }
  get left(): string[] {
    return this.#left.map(p => p.name)
  }
}

/** Where reserved characters pass, a `%XX` of the text passes too, whatever it is the start of. */
export const percentDecoded = (text: string): string =>
  text.replace(/(?:%[\da-f]{2})+/gi, bytes => {
    try {
      return decodeURIComponent(bytes)
    } catch {
      return bytes
    }
  })

/** Servers read `+` as a space; a plus of the value must come encoded. */
export const decode = (text: string): string => percentDecoded(text.replaceAll('+', ' '))

/** A field of a query, a cookie or a form; undefined when it is not there. */
export function fromPairs(field: Field, pairs: Pairs, document: Document): Reading | undefined {
  const { name, style, explode, schema } = field
  if (style === 'deepObject') return fromBrackets(field, pairs, document)
  const kinds = document.kinds(schema)
  const delimiter = style === 'spaceDelimited' ? '%20' : style === 'pipeDelimited' ? /%7C|\|/i : ','
  if (!explode) {
    const [pair, ...others] = pairs.take(n => n === name)
    if (pair === undefined) return undefined
    if (others.length > 0) throw new Error(`${name} stands there twice`)
    return delimited(pair.raw.replaceAll('+', '%20'), delimiter, field, document)
  }
  const spread = kinds.has('object') && !field.together
  const names = spread ? document.declared(schema) : []
  const open = spread && document.open(schema) && !field.named
  const entries = pairs.take(n => n === name || names.includes(n) || (open && !field.others?.includes(n)))
  if (entries.length === 0) return undefined
  // A property may have the parameter's own name.
  const found = entries.flatMap(p => (p.name === name ? [decode(p.raw)] : []))
  const itself = found.length === entries.length
  return readAs(kinds, {
    scalar: () =>
      itself && found.length === 1
        ? document.scalar(found[0] ?? '', schema)
        : no(`${name} stands there twice`),
    array: () =>
      itself ? found.map(text => document.scalar(text, document.items(schema))) : no('not named'),
    object: () => {
      if (new Set(entries.map(p => p.name)).size < entries.length) no('a property twice')
      if (found.length > 0 && !names.includes(name) && !open) no(`no property ${name}`)
      return Object.fromEntries(
        entries.map(p => [p.name, document.scalar(decode(p.raw), document.property(schema, p.name))]),
      )
    },
  })
}

/** `a[b]=c`, with arrays in any of the three spellings. */
export function fromBrackets(field: Field, pairs: Pairs, document: Document): Reading | undefined {
  const { name, schema } = field
  const found = pairs.take(n => n === name || n.startsWith(`${name}[`))
  if (found.length === 0) return undefined
  return tree(
    found.map(({ name: n, raw }) => {
      const rest = n.slice(name.length)
      const keys = [...rest.matchAll(/\[([^\]]*)\]/g)].map(m => m[1] ?? '')
      if (keys.map(k => `[${k}]`).join('') !== rest) throw new Error(`odd brackets in ${n}`)
      return { keys, text: decode(raw) }
    }),
    schema,
    document,
  )
}

interface Leaf {
  keys: string[]
  text: string
}

function tree(leaves: Leaf[], schema: Json | undefined, document: Document): Reading {
  return readAs(document.kinds(schema), {
    scalar: () =>
      leaves.length === 1 && leaves[0]?.keys.length === 0
        ? document.scalar(leaves[0].text, schema)
        : no('several values for a scalar'),
    array: () => {
      const groups: Leaf[][] = []
      for (const { keys, text } of leaves) {
        const [key, ...rest] = keys
        if (key !== undefined && !/^\d*$/.test(key)) no(`${key} is no index`)
        const index = key === undefined || key === '' ? groups.length : Number(key)
        if (index > groups.length) no(`index ${index} before its turn`)
        groups[index] = [...(groups[index] ?? []), { keys: rest, text }]
      }
      return groups.map(g => tree(g, document.items(schema), document))
    },
    object: () => {
      const groups = new Map<string, Leaf[]>()
      for (const { keys, text } of leaves) {
        const [key, ...rest] = keys
        if (key === undefined) return no('an object needs keys')
        groups.set(key, [...(groups.get(key) ?? []), { keys: rest, text }])
      }
      return Object.fromEntries(
        [...groups].map(([k, g]) => [k, tree(g, document.property(schema, k), document)]),
      )
    },
  })
}

/** A value of the path, by its raw text between the literals of the template. */
export function fromPath(raw: string, field: Field, document: Document): Reading {
  const { name, style, explode, schema } = field
  const kinds = document.kinds(schema)
  if (style === 'simple')
    return explode ? assigned(raw, ',', field, document) : delimited(raw, ',', field, document)
  if (style === 'label') {
    if (!raw.startsWith('.')) throw new Error(`no label: ${raw}`)
    const rest = raw.slice(1)
    return explode ? assigned(rest, '.', field, document) : delimited(rest, ',', field, document)
  }
  if (style !== 'matrix') throw new Error(`no style of paths: ${style}`)
  if (!raw.startsWith(';')) throw new Error(`no matrix: ${raw}`)
  const values = raw
    .slice(1)
    .split(';')
    .map(part => {
      const [key, ...value] = part.split('=')
      return { key: percentDecoded(key ?? ''), value: value.join('=') }
    })
  const named = values.every(v => v.key === name)
  if (!explode)
    return named && values[0] ? delimited(values[0].value, ',', field, document) : no(`not named ${name}`)
  return readAs(kinds, {
    scalar: () =>
      named && values.length === 1
        ? document.scalar(percentDecoded(values[0]?.value ?? ''), schema)
        : no('not one'),
    array: () =>
      named
        ? values.map(v => document.scalar(percentDecoded(v.value), document.items(schema)))
        : no('not named'),
    object: () =>
      Object.fromEntries(
        values.map(v => [v.key, document.scalar(percentDecoded(v.value), document.property(schema, v.key))]),
      ),
  })
}

/** Headers carry text as it is. */
export function fromHeader(text: string, field: Field, document: Document): Reading {
  const plain = encodeURIComponent(text).replaceAll('%2C', ',').replaceAll('%3D', '=')
  return field.explode ? assigned(plain, ',', field, document) : delimited(plain, ',', field, document)
}

/** `a,b,c`; objects as `k,v,k,v`. */
function delimited(raw: string, delimiter: string | RegExp, field: Field, document: Document): Reading {
  const { schema } = field
  const parts = raw.split(delimiter).map(percentDecoded)
  return readAs(document.kinds(schema), {
    // A comma that belongs to a scalar may come as it is only where reserved characters pass.
    scalar: () => document.scalar(percentDecoded(raw), schema),
    array: () => parts.map(text => document.scalar(text, document.items(schema))),
    object: () => {
      if (parts.length % 2 === 1) no('a key without a value')
      const entries: [string, Reading][] = []
      for (let i = 0; i < parts.length; i += 2) {
        const key = parts[i] ?? ''
        entries.push([key, document.scalar(parts[i + 1] ?? '', document.property(schema, key))])
      }
      return Object.fromEntries(entries)
    },
  })
}

/** Like `delimited`, with objects as `k=v`. */
function assigned(raw: string, delimiter: string, field: Field, document: Document): Reading {
  const { schema } = field
  const parts = raw.split(delimiter)
  return readAs(document.kinds(schema), {
    scalar: () => document.scalar(percentDecoded(raw), schema),
    array: () => parts.map(text => document.scalar(percentDecoded(text), document.items(schema))),
    object: () =>
      Object.fromEntries(
        parts.map(part => {
          const at = part.indexOf('=')
          if (at < 0) no('a key without a value')
          const key = percentDecoded(part.slice(0, at))
          return [key, document.scalar(percentDecoded(part.slice(at + 1)), document.property(schema, key))]
        }),
      ),
  })
}

/** Every reading that works out. */
function readAs(kinds: Set<Kind>, read: Record<Kind, () => Reading>): Reading {
  const readings: Reading[] = []
  const problems: string[] = []
  for (const kind of kinds) {
    try {
      const reading = read[kind]()
      readings.push(...(reading instanceof Either ? reading.readings : [reading]))
    } catch (error) {
      problems.push(error instanceof Error ? error.message : String(error))
    }
  }
  return either(readings, problems.join('; '))
}

function no(why: string): never {
  throw new Error(why)
}
