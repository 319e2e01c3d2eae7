/** TypeScript types → JSON Schema (draft 7, which editors know best). Descriptions and `@pattern`-like tags of the types come along. */
import { resolve } from 'node:path'
import ts from 'typescript'

type Schema = Record<string, unknown>

/** Tags of a field; `items.` and `propertyNames.` lead into it. */
const tagKeywords = ['minimum', 'minLength', 'minItems', 'minProperties', 'uniqueItems', 'pattern', 'integer']

export interface Wanted {
  file: string
  typeName: string
  title: string
}

/** One program for all of them. */
export function schemasOf<K extends string>(wanted: Record<K, Wanted>): Record<K, Schema> {
  const all = Object.entries<Wanted>(wanted)
  const program = ts.createProgram([...new Set(all.map(([, { file }]) => resolve(file)))], {
    strict: true,
    exactOptionalPropertyTypes: true,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    target: ts.ScriptTarget.ES2022,
    lib: ['lib.es2023.d.ts'],
    allowImportingTsExtensions: true,
    noEmit: true,
    types: [],
  })
  const made = all.map(([key, about]) => [key, schemaOf(program, about)])
  // The same keys.
  return Object.fromEntries(made) as Record<K, Schema>
}

function schemaOf(program: ts.Program, { file, typeName, title }: Wanted): Schema {
  const checker = program.getTypeChecker()
  const source = program.getSourceFile(resolve(file))
  const symbol = source && checker.getSymbolAtLocation(source)?.exports?.get(typeName as ts.__String)
  if (symbol === undefined) throw new Error(`${file} exports no ${typeName}`)
  const definitions: Record<string, Schema> = {}
  const root = new Generator(checker, definitions).object(checker.getDeclaredTypeOfSymbol(symbol), symbol)
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title,
    ...root,
    ...(Object.keys(definitions).length > 0 && {
      definitions: Object.fromEntries(Object.entries(definitions).sort(([a], [b]) => (a < b ? -1 : 1))),
    }),
  }
}

class Generator {
  private readonly checker: ts.TypeChecker
  private readonly definitions: Record<string, Schema>
  constructor(checker: ts.TypeChecker, definitions: Record<string, Schema>) {
    this.checker = checker
    this.definitions = definitions
  }

  schema(type: ts.Type): Schema {
    const name = nameOf(type)
    // A type of JSON as it is: anything.
    if (name === 'Json') return {}
    if (name === 'JsonObject') return { type: 'object' }
    if (type.isUnion()) return this.union(type)
    if (type.isStringLiteral() || type.isNumberLiteral()) return { const: type.value }
    const { flags } = type
    if (flags & ts.TypeFlags.String) return { type: 'string' }
    if (flags & ts.TypeFlags.Number) return { type: 'number' }
    if (flags & ts.TypeFlags.Null) return { type: 'null' }
    if (flags & ts.TypeFlags.BooleanLiteral) return { const: this.checker.typeToString(type) === 'true' }
    if (this.checker.isArrayType(type)) {
      const [item] = this.checker.getTypeArguments(type as ts.TypeReference)
      return { type: 'array', ...(item && { items: this.schema(item) }) }
    }
    if (!(flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection)))
      throw new Error(`no schema for ${this.checker.typeToString(type)}`)
    const symbol = type.aliasSymbol ?? type.symbol
    if (name === undefined || !isNamed(symbol)) return this.object(type, undefined)
    if (!Object.hasOwn(this.definitions, name)) {
      // A placeholder first: types refer to themselves.
      this.definitions[name] = {}
      this.definitions[name] = this.object(type, symbol)
    }
    return { $ref: `#/definitions/${name}` }
  }

  private union(type: ts.UnionType): Schema {
    const name = nameOf(type)
    const parts = type.types.filter(t => !(t.flags & ts.TypeFlags.Undefined))
    const literals = parts.filter(isLiteral)
    const booleans = parts.filter(t => t.flags & ts.TypeFlags.BooleanLiteral)
    const others = parts.filter(t => !isLiteral(t) && !booleans.includes(t))
    const all: Schema[] = [
      ...(literals.length === 1 ? literals.map(t => this.schema(t)) : []),
      ...(literals.length > 1 ? [{ enum: literals.map(t => t.value).sort() }] : []),
      ...(booleans.length === 2 ? [{ type: 'boolean' }] : booleans.map(t => this.schema(t))),
      ...others.map(t => this.schema(t)),
    ]
    const [only] = all
    const schema = all.length === 1 && only ? only : { anyOf: all }
    if (name === undefined || !isNamed(type.aliasSymbol) || all.length === 1) return schema
    this.definitions[name] ??= schema
    return { $ref: `#/definitions/${name}` }
  }

  object(type: ts.Type, symbol: ts.Symbol | undefined): Schema {
    const properties: [string, Schema][] = []
    const required: string[] = []
    for (const property of this.checker.getPropertiesOfType(type)) {
      // Fields with a unique symbol exist for the type checker only.
      if (property.name.startsWith('__@')) continue
      const optional = (property.flags & ts.SymbolFlags.Optional) !== 0
      if (!optional) required.push(property.name)
      const schema = this.schema(this.checker.getTypeOfSymbol(property))
      properties.push([property.name, this.documented(schema, property)])
    }
    const index = this.checker.getIndexInfoOfType(type, ts.IndexKind.String)
    const schema: Schema = {
      type: 'object',
      ...(properties.length > 0 && { properties: Object.fromEntries(properties) }),
      ...(required.length > 0 && { required }),
      additionalProperties: index ? this.schema(index.type) : false,
    }
    return symbol ? this.documented(schema, symbol) : schema
  }

  private documented(schema: Schema, symbol: ts.Symbol): Schema {
    const text = ts
      .displayPartsToString(symbol.getDocumentationComment(this.checker))
      .replace(/\s+/g, ' ')
      .trim()
    const own: Schema = { ...(text !== '' && { description: text }) }
    const inner: Record<string, Schema> = {}
    for (const tag of symbol.getJsDocTags(this.checker)) {
      const said = ts.displayPartsToString(tag.text).trim()
      // `@items.pattern x` is read as the tag `items` with the text `.pattern x`.
      const [, keyword = tag.name, value = said] = /^\.(\w+)\s+(.*)$/s.exec(said) ?? []
      if (!tagKeywords.includes(keyword)) continue
      const target = keyword === tag.name ? own : (inner[tag.name] ?? {})
      if (target !== own) inner[tag.name] = target
      if (keyword === 'integer') target.type = 'integer'
      else if (keyword === 'uniqueItems') target.uniqueItems = true
      else target[keyword] = keyword === 'pattern' ? value : Number(value)
    }
    for (const [key, more] of Object.entries(inner)) {
      const before = schema[key]
      own[key] = { ...(typeof before === 'object' ? before : {}), ...more }
    }
    if (Object.keys(own).length === 0) return schema
    // Draft 7 reads nothing beside $ref.
    if ('$ref' in schema) return { ...own, allOf: [schema] }
    return {
      ...own,
      ...schema,
      ...(own.type === undefined ? {} : { type: own.type }),
      ...pickKeys(own, Object.keys(inner)),
    }
  }
}

const isLiteral = (type: ts.Type): type is ts.StringLiteralType | ts.NumberLiteralType =>
  type.isStringLiteral() || type.isNumberLiteral()

const pickKeys = (from: Schema, keys: string[]): Schema => Object.fromEntries(keys.map(k => [k, from[k]]))

const nameOf = (type: ts.Type): string | undefined => (type.aliasSymbol ?? type.getSymbol())?.name

/** An interface or alias of ours, not a literal type or one of the library's helpers. */
function isNamed(symbol: ts.Symbol | undefined): boolean {
  const [declaration] = symbol?.declarations ?? []
  return (
    declaration !== undefined &&
    (ts.isInterfaceDeclaration(declaration) || ts.isTypeAliasDeclaration(declaration)) &&
    !declaration.getSourceFile().isDeclarationFile &&
    (declaration.typeParameters ?? []).length === 0
  )
}
