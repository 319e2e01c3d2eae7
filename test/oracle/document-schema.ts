/**
 * An OpenAPI schema as JSON Schema 2020-12, for the body of a request: the other opinion on what `bind/` makes of it.
 * Nothing is merged; every schema becomes one schema, its references and branches stand beside it in `allOf`.
 * It honours the readings that the product documents (fate.ts, merge.ts, types.ts), and imports nothing of it.
 */
import type { InputSchema, Json, JsonObject, TypeName } from '../../src/runtime/contract.ts'

/** `dropped`: patterns that the build said it does not enforce. Undefined when a schema has no finite reading. */
export function documentSchema(root: JsonObject, schema: Json, dropped: ReadonlySet<string>): InputSchema {
  const reader = new Reader(root, dropped)
  const whole = reader.place(schema)
  return Object.keys(reader.defs).length > 0 ? { ...whole, $defs: reader.defs } : whole
}

/** What is known of a value's whole composition when one schema of it is read. */
interface Scope {
  /** Names that `additionalProperties` does not speak of: declared by a schema that holds together with it. */
  together: ReadonlySet<string>
  /** Names that some branch declares; undefined keeps every `required`. */
  declared: ReadonlySet<string> | undefined
  /** Names that only the server fills. */
  gone: ReadonlySet<string>
  /** References followed to come here, at this place of the value. */
  path: readonly string[]
}

const none: ReadonlySet<string> = new Set()

class Reader {
  readonly defs: Record<string, InputSchema> = {}
  readonly #root: JsonObject
  readonly #dropped: ReadonlySet<string>
  readonly #ids = new Map<string, string>()
  /** How often an assertion was left out so far, and the definitions in which one was. */
  #lost = 0
  readonly #lossy = new Set<string>()
  /** Whether others say the types of what is read. */
  #typed = false
  constructor(root: JsonObject, dropped: ReadonlySet<string>) {
    this.#root = root
    this.#dropped = dropped
  }

  /** A schema at a place of its own: a property, an item, a whole body. */
  place(schema: Json): InputSchema {
    return this.#read(schema, this.#inner(schema, { together: none, declared: none, gone: none, path: [] }))
  }

  /** The scope of one branch of a union, or of a place. */
  #inner(schema: Json, outer: Scope): Scope {
    const parts = this.#parts(schema, true, outer.path)
    const gone = new Set([...outer.gone, ...parts.flatMap(p => this.#serverFilled(p))])
    const open = (list: JsonObject[], names: (p: JsonObject) => string[]) =>
      list.flatMap(names).filter(name => !gone.has(name))
    const every = this.#parts(schema, false, outer.path)
    return {
      together: new Set(open(parts, p => Object.keys(object(p.properties)))),
      declared:
        outer.declared &&
        new Set([
          ...outer.declared,
          ...open(every, p => [...Object.keys(object(p.properties)), ...onlyNames(p)]),
        ]),
      gone,
      path: outer.path,
    }
  }

  /** The schemas that speak of the same value: those that hold together, or also every branch. */
  #parts(schema: Json, together: boolean, path: readonly string[]): JsonObject[] {
    if (!isObject(schema)) return []
    const { $ref } = schema
    const found = [schema]
    if (typeof $ref === 'string' && !path.includes($ref))
      found.push(...this.#parts(this.#target($ref), together, [...path, $ref]))
    for (const s of conjuncts(schema)) found.push(...this.#parts(s, together, path))
    if (!together && !this.#listsItself(schema, path))
      for (const s of [...list(schema.anyOf), ...list(schema.oneOf), ...conclusions(schema)])
        found.push(...this.#parts(s, together, path))
    return found
  }

  /** Names of properties that are `readOnly`, in themselves or in what they refer to. */
  #serverFilled(schema: JsonObject): string[] {
    return Object.entries(object(schema.properties))
      .filter(([, p]) => this.#parts(p, true, []).some(part => part.readOnly === true))
      .map(([name]) => name)
  }

  #read(schema: Json, scope: Scope): InputSchema {
    if (typeof schema === 'boolean') return schema ? {} : { not: {} }
    if (!isObject(schema)) throw new Error('no schema')
    const { $ref, nullable, ...rest } = schema
    const parts: InputSchema[] = [this.#own(rest, scope)]
    if (typeof $ref === 'string') parts.push(this.#reference($ref, scope))
    for (const branch of list(schema.allOf)) parts.push(this.#read(branch, scope))
    if (!this.#listsItself(schema, scope.path))
      for (const key of ['anyOf', 'oneOf'] as const)
        if (list(schema[key]).length === 1) parts.push(this.#read(list(schema[key])[0] ?? {}, scope))
        else if (list(schema[key]).length > 0) {
          const { made, lossy } = this.#watched(() => this.#branches(schema, key, scope))
          parts.push({ [lossy ? 'anyOf' : key]: made })
        }
    const { not } = schema
    if (not !== undefined) {
      const { made, lossy } = this.#premise(not, scope)
      // What is excluded and not fully checked would be refused too often.
      if (!lossy) parts.push({ not: made })
    }
    parts.push(...this.#conditions(schema, scope))
    const whole = join(parts)
    return nullable === true ? { anyOf: [whole, { type: 'null' }] } : whole
  }

  /** What is asked of a value, and not for it. */
  #premise(schema: Json, scope: Scope) {
    return this.#watched(() =>
      this.#read(schema, { ...this.#inner(schema, { ...scope, gone: none }), declared: undefined }),
    )
  }

  #conditions(schema: JsonObject, scope: Scope): InputSchema[] {
    const outcome = (s: Json): InputSchema =>
      this.#asTyped(true, () => this.#read(s, this.#inner(s, { ...scope, path: [] })))
    const tested = (s: Json) => this.#asTyped(true, () => this.#premise(s, scope))
    const parts: InputSchema[] = []
    const { if: premise, then: yes, else: no } = schema
    if (premise !== undefined && yes !== undefined) {
      const { made, lossy } = tested(premise)
      const so = outcome(yes)
      if (!lossy) parts.push({ anyOf: [{ not: made }, so] })
    }
    if (premise !== undefined && no !== undefined) {
      const { made, lossy } = tested(premise)
      const so = outcome(no)
      if (!lossy) parts.push({ anyOf: [made, so] })
    }
    for (const [name, s] of Object.entries(object(schema.dependentSchemas)))
      parts.push({ anyOf: [{ not: { type: 'object', required: [name] } }, outcome(s)] })
    // Items that match are not counted.
    const { contains } = schema
    if (contains !== undefined) {
      const { made, lossy } = this.#premise(contains, {
        together: none,
        declared: undefined,
        gone: none,
        path: [],
      })
      if (Number(schema.minContains ?? 1) > 1 || schema.maxContains !== undefined) this.#lost++
      if (schema.minContains !== 0 && !lossy) parts.push({ not: { type: 'array', items: { not: made } } })
    }
    if (schema.propertyNames !== undefined)
      parts.push({
        properties: Object.fromEntries(
          onlyNames(schema)
            .filter(name => !scope.gone.has(name))
            .map(name => [name, {}]),
        ),
        additionalProperties: false,
      })
    return parts
  }

  #asTyped<T>(typed: boolean, read: () => T): T {
    const outer = this.#typed
    this.#typed = typed
    const made = read()
    this.#typed = outer
    return made
  }

  /** What is read, and whether something of it was left out. */
  #watched<T>(read: () => T): { made: T; lossy: boolean } {
    const before = this.#lost
    const made = read()
    return { made, lossy: this.#lost > before }
  }

  #reference($ref: string, scope: Scope): InputSchema {
    if (scope.path.includes($ref)) throw new Endless($ref)
    const key = JSON.stringify([
      $ref,
      [...scope.together].sort(),
      scope.declared && [...scope.declared].sort(),
      [...scope.gone].sort(),
      scope.path,
    ])
    let id = this.#ids.get(key)
    if (id === undefined) {
      id = `d${this.#ids.size}`
      this.#ids.set(key, id)
      this.defs[id] = {}
      const target = this.#target($ref)
      const { made, lossy } = this.#watched(() =>
        this.#asTyped(false, () => this.#read(target, { ...scope, path: [...scope.path, $ref] })),
      )
      this.defs[id] = made
      if (lossy) this.#lossy.add(id)
    } else if (this.#lossy.has(id)) this.#lost++
    return { $ref: `#/$defs/${id}` }
  }

  /** A base that lists the schema that extends it says nothing more about it. */
  #listsItself(schema: JsonObject, path: readonly string[]): boolean {
    return [...list(schema.anyOf), ...list(schema.oneOf)].some(
      b => isObject(b) && typeof b.$ref === 'string' && path.slice(0, -1).includes(b.$ref),
    )
  }

  #branches(schema: JsonObject, key: 'anyOf' | 'oneOf', scope: Scope): InputSchema[] {
    const { propertyName, mapping } = object(schema.discriminator)
    return list(schema[key]).map(branch => {
      const ref = isObject(branch) && typeof branch.$ref === 'string' ? branch.$ref : undefined
      const start = { ...scope, path: [] }
      const requiresOnly =
        key === 'oneOf' &&
        isObject(branch) &&
        Object.keys(branch).every(k => ['type', 'required', 'description'].includes(k))
      const inner = { ...this.#inner(branch, start), ...(requiresOnly && { declared: undefined }) }
      const read = this.#read(branch, inner)
      if (ref === undefined || typeof propertyName !== 'string') return read
      const name = ref.split('/').at(-1) ?? ''
      const mapped = Object.entries(object(mapping))
        .filter(([, to]) => to === ref || to === name)
        .map(([k]) => k)
      const values = mapped.length > 0 ? mapped : [name]
      const declared = this.#parts(branch, true, []).flatMap(p => own(p.properties, propertyName) ?? [])[0]
      const members =
        declared && isObject(declared)
          ? declared.const !== undefined
            ? [declared.const]
            : declared.enum
          : undefined
      if (declared === undefined || (Array.isArray(members) && !values.some(v => members.includes(v))))
        return read
      const tag: InputSchema = {
        type: 'object',
        required: [propertyName],
        properties: { [propertyName]: { type: 'string', enum: values } },
      }
      return { allOf: [read, tag] }
    })
  }

  /** The schema's own keywords. */
  #own(s: JsonObject, { together, declared, gone }: Scope): InputSchema {
    const out: InputSchema = {}
    const types =
      s.type === undefined ? (this.#typed ? undefined : implied(s)) : ([s.type].flat() as TypeName[])
    if (types) out.type = types
    for (const key of [
      'enum',
      'const',
      'multipleOf',
      'minLength',
      'maxLength',
      'minItems',
      'maxItems',
      'uniqueItems',
      'minProperties',
      'maxProperties',
    ] as const)
      if (s[key] !== undefined) Object.assign(out, { [key]: s[key] })
    if (typeof s.pattern === 'string')
      if (this.#dropped.has(s.pattern)) this.#lost++
      else out.pattern = s.pattern
    if (typeof s.format === 'string')
      if (checked(s.format, types)) out.format = s.format
      else if (!['', 'float', 'double'].includes(s.format)) this.#lost++
    for (const [limit, exclusive] of [
      ['minimum', 'exclusiveMinimum'],
      ['maximum', 'exclusiveMaximum'],
    ] as const) {
      if (typeof s[limit] === 'number') out[s[exclusive] === true ? exclusive : limit] = s[limit]
      if (typeof s[exclusive] === 'number') out[exclusive] = s[exclusive]
    }
    if (s.prefixItems !== undefined) out.prefixItems = list(s.prefixItems).map(p => this.place(p))
    if (s.items !== undefined) out.items = s.items === false ? false : this.place(s.items)
    const required = list(s.required).filter(
      name => typeof name === 'string' && (declared === undefined || declared.has(name)) && !gone.has(name),
    )
    if (required.length > 0) out.required = required as string[]
    if (
      list(s.required).some(name => typeof name === 'string' && !required.includes(name) && !gone.has(name))
    )
      this.#lost++
    const dependent = Object.entries(object(s.dependentRequired)).filter(([name]) => !gone.has(name))
    if (dependent.length > 0)
      out.dependentRequired = Object.fromEntries(
        dependent.map(([name, names]) => [name, (list(names) as string[]).filter(n => !gone.has(n))]),
      )
    const properties = Object.entries(object(s.properties)).filter(([name]) => !gone.has(name))
    const further = s.additionalProperties
    const entries = properties.map(([name, p]): [string, InputSchema] => [name, this.place(p)])
    if (further !== undefined) {
      out.additionalProperties = typeof further === 'boolean' ? further : this.place(further)
      for (const name of together) if (!properties.some(([n]) => n === name)) entries.push([name, {}])
    }
    if (entries.length > 0) out.properties = Object.fromEntries(entries)
    return out
  }

  #target(ref: string): Json {
    const tokens = decodeURIComponent(ref.slice(2)).split('/')
    const found = tokens.reduce<Json | undefined>(
      (v, t) => own(v, t.replaceAll('~1', '/').replaceAll('~0', '~')),
      this.#root,
    )
    if (found === undefined) throw new Error(`nothing at ${ref}`)
    return found
  }
}

/** What holds together with a schema: branches of `allOf`, and the only branch of a union, which is no choice. */
const conjuncts = (s: JsonObject): Json[] => [
  ...list(s.allOf),
  ...[list(s.anyOf), list(s.oneOf)].flatMap(u => (u.length === 1 ? u : [])),
]

const onlyNames = (s: JsonObject): string[] => list(object(s.propertyNames).enum).map(String)

/** What a value must be when something else holds of it. */
const conclusions = (s: JsonObject): Json[] => [
  ...(s.if === undefined ? [] : [s.then ?? [], s.else ?? []].flat()),
  ...Object.values(object(s.dependentSchemas)),
]

/** A schema that a value would have to satisfy for ever: the build refuses it. */
export class Endless extends Error {}

const join = (parts: InputSchema[]): InputSchema => {
  const [first = {}, ...others] = parts.filter(p => Object.keys(p).length > 0)
  return others.length === 0 ? first : { allOf: [first, ...others] }
}

/** A schema without `type` whose keywords speak of one type means it. */
function implied(s: JsonObject): TypeName[] | undefined {
  if (s.enum !== undefined || s.const !== undefined) return undefined
  const speaks: [TypeName, string[]][] = [
    [
      'object',
      [
        'properties',
        'required',
        'additionalProperties',
        'minProperties',
        'maxProperties',
        'dependentRequired',
        'dependentSchemas',
        'propertyNames',
      ],
    ],
    ['array', ['items', 'prefixItems', 'contains', 'minItems', 'maxItems', 'uniqueItems']],
    ['string', ['minLength', 'maxLength', 'pattern']],
    ['number', ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf']],
  ]
  const meant = speaks.filter(([, keys]) => keys.some(k => s[k] !== undefined)).map(([type]) => type)
  return meant.length === 1 ? meant : undefined
}

/** The formats that are checked, of the types they speak of. */
function checked(format: string, types: TypeName[] | undefined): boolean {
  if (['date', 'date-time', 'uuid'].includes(format)) return types === undefined || types.includes('string')
  if (format === 'int32') return types?.includes('integer') === true
  // Digits in a string would be ambiguous beside type string.
  return format === 'int64' && types?.includes('integer') === true && !types.includes('string')
}

const isObject = (v: Json | undefined): v is JsonObject =>
  typeof v === 'object' && v !== null && !Array.isArray(v)
const object = (v: Json | undefined): JsonObject => (isObject(v) ? v : {})
const list = (v: Json | undefined): Json[] => (Array.isArray(v) ? v : [])
const own = (v: Json | undefined, key: string): Json | undefined =>
  typeof v === 'object' && v !== null && Object.hasOwn(v, key) ? (v as JsonObject)[key] : undefined
