/**
 * What a document's schema says about text on the wire: its possible types, and text read as them.
 * For `parse-request.ts`. On purpose it shares no code with the product: it is the other opinion.
 */

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }
export type Schema = { [key: string]: Json }
/** A value read from text; where the text can mean several values, all of them. */
export type Reading = null | boolean | number | string | Reading[] | { [key: string]: Reading } | Either
export class Either {
  readonly readings: Reading[]
  constructor(readings: Reading[]) {
    this.readings = readings
  }
}

export type Kind = 'scalar' | 'array' | 'object'
type Type = 'null' | 'boolean' | 'integer' | 'number' | 'string' | 'array' | 'object'
const everyType: Type[] = ['null', 'boolean', 'integer', 'number', 'string', 'array', 'object']
const most = 200

export class Document {
  readonly root: Schema
  readonly #siblings: boolean
  constructor(root: Schema) {
    this.root = root
    // In OpenAPI 3.0 the neighbours of a reference are ignored.
    this.#siblings = !String(root.openapi).startsWith('3.0')
  }

  /** The object a reference stands for, through chains. */
  resolve(value: Json | undefined): Schema {
    let node = value
    for (let i = 0; isObject(node) && typeof node.$ref === 'string'; i++) {
      if (i > 50) throw new Error(`circular reference ${node.$ref}`)
      node = this.#target(node.$ref)
    }
    if (!isObject(node)) throw new Error('not an object')
    return node
  }

  kinds(schema: Json | undefined): Set<Kind> {
    return new Set(this.#alternatives(schema).flatMap(all => typesOf(all).map(kindOf)))
  }

  isInteger(schema: Json | undefined): boolean {
    return this.#alternatives(schema).every(all => typesOf(all).every(t => t === 'integer'))
  }

  /** The schema of items: of any of the alternatives that is an array. */
  items(schema: Json | undefined): Schema {
    return anyOf(this.#of('array', schema).map(all => allOf(all.flatMap(s => s.items ?? []))))
  }

  property(schema: Json | undefined, name: string): Schema {
    return anyOf(
      this.#of('object', schema).map(all => {
        const declared = all.flatMap(s => own(s.properties, name) ?? [])
        return allOf(
          declared.length > 0
            ? declared
            : all.flatMap(s => (isObject(s.additionalProperties) ? s.additionalProperties : [])),
        )
      }),
    )
  }

  /** Names that some alternative declares. */
  declared(schema: Json | undefined): string[] {
    return [
      ...new Set(
        this.#alternatives(schema).flatMap(all => all.flatMap(s => Object.keys(s.properties ?? {}))),
      ),
    ]
  }

  /** Whether keys besides the declared ones may come. */
  open(schema: Json | undefined): boolean {
    return this.#of('object', schema).some(all => all.every(s => s.additionalProperties !== false))
  }

  /** Text as the scalar types of the schema. */
  scalar(text: string, schema: Json | undefined): Reading {
    const types = new Set(this.#alternatives(schema).flatMap(typesOf))
    const readings: Reading[] = []
    if (types.has('string')) readings.push(text)
    if (types.has('boolean') && /^(?:true|false)$/.test(text)) readings.push(text === 'true')
    if (
      (types.has('number') || types.has('integer')) &&
      /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(text)
    )
      readings.push(number(text, types.has('number')))
    if (types.has('null') && (text === '' || text === 'null')) readings.push(null)
    return either(readings, `${JSON.stringify(text)} is none of ${[...types].join(', ')}`)
  }

  #target(ref: string): Json | undefined {
    if (!ref.startsWith('#/')) throw new Error(`only local references are read here: ${ref}`)
    const tokens = decodeURIComponent(ref.slice(2)).split('/')
    return tokens.reduce<Json | undefined>(
      (v, t) => own(v, t.replaceAll('~1', '/').replaceAll('~0', '~')),
      this.root,
    )
  }

  #of(type: Type, schema: Json | undefined): Schema[][] {
    return this.#alternatives(schema).filter(all => typesOf(all).includes(type))
  }

  /** Every way through `oneOf` and `anyOf`: lists of schemas without composition that hold together. */
  #alternatives(schema: Json | undefined, path: string[] = []): Schema[][] {
    if (!isObject(schema)) return [[]]
    if (typeof schema.$ref === 'string') {
      const { $ref, ...siblings } = schema
      if (path.includes($ref)) return [[]]
      const targets = this.#alternatives(this.#target($ref), [...path, $ref])
      return this.#siblings ? product(targets, this.#alternatives(siblings, path)) : targets
    }
    let result: Schema[][] = [[schema]]
    for (const s of list(schema.allOf)) result = product(result, this.#alternatives(s, path))
    for (const branches of [schema.oneOf, schema.anyOf])
      if (list(branches).length > 0)
        result = product(
          result,
          list(branches).flatMap(s => this.#alternatives(s, path)),
        )
    return result.slice(0, most)
  }
}

const product = (a: Schema[][], b: Schema[][]): Schema[][] =>
  a.flatMap(x => b.map(y => [...x, ...y])).slice(0, most)

function typesOf(all: Schema[]): Type[] {
  let types = everyType
  for (const s of all) {
    const said = s.type === undefined ? impliedBy(s) : list(s.type).length > 0 ? list(s.type) : [s.type]
    if (said === undefined) continue
    const nullable = s.nullable === true && s.type !== undefined ? [...said, 'null'] : said
    types = types.filter(t => nullable.includes(t) || (t === 'integer' && nullable.includes('number')))
  }
  return types
}

/** What a schema without `type` is meant for. */
function impliedBy(s: Schema): Json[] | undefined {
  if (s.const !== undefined) return [nameOf(s.const)]
  if (Array.isArray(s.enum)) return s.enum.map(nameOf)
  if (s.properties !== undefined || isObject(s.additionalProperties)) return ['object']
  return s.items === undefined ? undefined : ['array']
}

const nameOf = (v: Json): Type =>
  v === null ? 'null' : Array.isArray(v) ? 'array' : typeof v === 'number' ? 'number' : (typeof v as Type)
const kindOf = (type: Type): Kind => (type === 'array' || type === 'object' ? type : 'scalar')

/** Integers past 2^53 stay digits. */
export function number(text: string, fractions: boolean): number | string {
  const value = Number(text)
  return !fractions && /^-?\d+$/.test(text) && !Number.isSafeInteger(value) ? text : value
}

export function either(readings: Reading[], otherwise: string): Reading {
  const [first] = readings
  if (first === undefined) throw new Error(otherwise)
  return readings.length === 1 ? first : new Either(readings)
}

/** Whether a value is what the text means. Digits and the number they write are the same thing. */
export function agrees(value: Json | undefined, reading: Reading | undefined): boolean {
  if (reading instanceof Either) return reading.readings.some(r => agrees(value, r))
  if (value === undefined || reading === undefined) return value === reading
  if (typeof value === 'string' && typeof reading === 'number') return String(reading) === value
  if (typeof value === 'number' && typeof reading === 'string')
    return /^-?\d+$/.test(reading) && Number(reading) === value
  if (typeof value !== 'object' || typeof reading !== 'object' || value === null || reading === null)
    return value === reading
  if (Array.isArray(value) !== Array.isArray(reading)) return false
  const keys = Object.keys(value)
  const others = reading as { [key: string]: Reading }
  return (
    keys.length === Object.keys(others).length &&
    keys.every(k => Object.hasOwn(others, k) && agrees(own(value, k), others[k]))
  )
}

export const isObject = (v: unknown): v is Schema => typeof v === 'object' && v !== null && !Array.isArray(v)
export const list = (v: Json | undefined): Json[] => (Array.isArray(v) ? v : [])
/** The own property; arrays have theirs by index. */
export const own = (v: Json | undefined, key: string): Json | undefined =>
  typeof v === 'object' && v !== null && Object.hasOwn(v, key) ? (v as Schema)[key] : undefined

const allOf = (schemas: Json[]): Schema => ({ allOf: schemas })
const anyOf = (schemas: Schema[]): Schema => ({ anyOf: schemas })
