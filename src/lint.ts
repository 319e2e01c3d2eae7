/**
 * The rules that a model's API holds a declaration to, checked from outside: knows nothing of how lowering works.
 * Pure. Tests, development builds and the corpus call it.
 */
import type { Declaration, Json, JsonObject, TargetName } from './runtime/contract.ts'

/** What the target's API would refuse, each with its place; empty when nothing. */
export function lint(declaration: Declaration, target: TargetName): string[] {
  const problems: string[] = []
  const say: Say = (path, what) => problems.push(`${path === '' ? declaration.name : path}: ${what}`)
  // 64 letters, digits and underscores pass everywhere; the wide rule of Gemini allows more.
  if (!/^[A-Za-z_][A-Za-z0-9_.:-]{0,127}$/.test(declaration.name)) say('name', 'is no legal function name')
  if (declaration.description.trim() === '') say('description', 'is empty')
  const { parameters, parametersJsonSchema } = declaration
  if (parameters && parametersJsonSchema) say('parameters', 'stands beside parametersJsonSchema')
  if (target === 'gemini') {
    if (parameters) geminiRoot(parameters, say)
    else if (parametersJsonSchema) jsonSchema(parametersJsonSchema, 'parametersJsonSchema', say, jsonRules)
  } else if (target === 'gemini-json-schema') {
    if (parametersJsonSchema) jsonSchema(parametersJsonSchema, 'parametersJsonSchema', say, jsonRules)
    else say('parametersJsonSchema', 'is missing')
  } else if (parameters) strictRoot(parameters, say)
  else say('parameters', 'is missing')
  return problems
}

type Say = (path: string, what: string) => void

const isObject = (v: Json | undefined): v is JsonObject =>
  typeof v === 'object' && v !== null && !Array.isArray(v)
const argumentName = /^[A-Za-z_][A-Za-z0-9_]{0,63}$/

/** Allowed beside `type`, per type; nothing else may stand on a node. */
const geminiKeys: Record<string, readonly string[]> = {
  STRING: ['enum', 'format', 'minLength', 'maxLength', 'pattern'],
  INTEGER: ['format', 'minimum', 'maximum'],
  NUMBER: ['format', 'minimum', 'maximum'],
  BOOLEAN: [],
  ARRAY: ['items', 'minItems', 'maxItems'],
  OBJECT: ['properties', 'required', 'propertyOrdering', 'minProperties', 'maxProperties'],
}
const geminiFormats: Record<string, readonly string[]> = {
  STRING: ['date-time'],
  INTEGER: ['int32', 'int64'],
  NUMBER: ['float', 'double'],
}
const counts = ['minLength', 'maxLength', 'minItems', 'maxItems', 'minProperties', 'maxProperties']

function geminiRoot(schema: JsonObject, say: Say): void {
  if (schema.type !== 'OBJECT') say('parameters', 'is no OBJECT')
  gemini(schema, 'parameters', say)
}

function gemini(schema: Json | undefined, path: string, say: Say): void {
  if (!isObject(schema)) {
    say(path, 'is no schema')
    return
  }
  if (schema.anyOf !== undefined) {
    if (Object.keys(schema).length > 1) say(path, 'has keys beside anyOf')
    if (!Array.isArray(schema.anyOf) || schema.anyOf.length < 2) {
      say(path, 'anyOf needs two branches')
      return
    }
    for (const [i, branch] of schema.anyOf.entries()) gemini(branch, `${path}.anyOf[${i}]`, say)
    return
  }
  const type =
    typeof schema.type === 'string' && Object.hasOwn(geminiKeys, schema.type) ? schema.type : undefined
  if (type === undefined) {
    say(path, 'has no single type')
    return
  }
  const allowed = ['type', 'description', 'nullable', ...(geminiKeys[type] ?? [])]
  for (const key of Object.keys(schema))
    if (!allowed.includes(key)) say(`${path}.${key}`, `is not allowed on ${type}`)
  if (schema.nullable !== undefined && schema.nullable !== true) say(`${path}.nullable`, 'is not true')
  for (const key of counts)
    if (schema[key] !== undefined && !/^\d+$/.test(String(schema[key]))) say(`${path}.${key}`, 'is no count')
  if (schema.format !== undefined && !geminiFormats[type]?.includes(String(schema.format)))
    say(`${path}.format`, 'is not allowed')
  enumRule(schema.enum, path, say)
  if (typeof schema.pattern === 'string' && /\(\?<?[=!]|\\[1-9]/.test(schema.pattern))
    say(`${path}.pattern`, 'has look-around or back-references')
  if (type === 'ARRAY') gemini(schema.items, `${path}.items`, say)
  if (type === 'OBJECT') properties(schema, path, say, gemini)
}

function enumRule(members: Json | undefined, path: string, say: Say): void {
  if (members === undefined) return
  if (!Array.isArray(members) || members.length === 0) {
    say(`${path}.enum`, 'has no members')
    return
  }
  if (members.some(m => typeof m !== 'string' || m === ''))
    say(`${path}.enum`, 'has a member that is no text, or an empty one')
  if (new Set(members).size < members.length) say(`${path}.enum`, 'has a member twice')
}

function properties(
  schema: JsonObject,
  path: string,
  say: Say,
  visit: (s: Json | undefined, path: string, say: Say) => void,
): void {
  const all = schema.properties
  if (!isObject(all) || Object.keys(all).length === 0) {
    say(`${path}.properties`, 'is empty')
    return
  }
  for (const [name, child] of Object.entries(all)) {
    if (!argumentName.test(name)) say(`${path}.properties.${name}`, 'is no legal property name')
    visit(child, `${path}.properties.${name}`, say)
  }
  const required = schema.required
  if (required === undefined) return
  if (!Array.isArray(required) || required.length === 0) {
    say(`${path}.required`, 'is empty')
    return
  }
  for (const name of required)
    if (typeof name !== 'string' || !Object.hasOwn(all, name))
      say(`${path}.required`, `names ${String(name)}, which is not declared`)
}

interface Rules {
  keys: readonly string[]
  strict: boolean
}
const jsonRules: Rules = {
  strict: false,
  keys: [
    'type',
    'format',
    'title',
    'description',
    'enum',
    'items',
    'prefixItems',
    'minItems',
    'maxItems',
    'minimum',
    'maximum',
    'anyOf',
    'properties',
    'additionalProperties',
    'required',
  ],
}
const strictRules: Rules = {
  strict: true,
  keys: [
    'type',
    'format',
    'description',
    'enum',
    'items',
    'minItems',
    'maxItems',
    'minimum',
    'maximum',
    'exclusiveMinimum',
    'exclusiveMaximum',
    'multipleOf',
    'pattern',
    'anyOf',
    'properties',
    'additionalProperties',
    'required',
  ],
}

function strictRoot(schema: JsonObject, say: Say): void {
  if (schema.type !== 'object' || schema.anyOf !== undefined) say('parameters', 'is no plain object')
  jsonSchema(schema, 'parameters', say, strictRules)
}

function jsonSchema(schema: Json | undefined, path: string, say: Say, rules: Rules): void {
  if (!isObject(schema)) {
    say(path, 'is no schema')
    return
  }
  for (const key of Object.keys(schema))
    if (!rules.keys.includes(key)) say(`${path}.${key}`, 'is not allowed')
  if (schema.anyOf === undefined && schema.type === undefined) say(path, 'has neither type nor anyOf')
  if (Array.isArray(schema.anyOf))
    for (const [i, b] of schema.anyOf.entries()) jsonSchema(b, `${path}.anyOf[${i}]`, say, rules)
  const types = Array.isArray(schema.type) ? schema.type : [schema.type]
  if (types.includes('array')) jsonSchema(schema.items, `${path}.items`, say, rules)
  if (isObject(schema.additionalProperties))
    jsonSchema(schema.additionalProperties, `${path}.additionalProperties`, say, rules)
  if (types.includes('object')) jsonObject(schema, path, say, rules)
}

function jsonObject(schema: JsonObject, path: string, say: Say, rules: Rules): void {
  const names = isObject(schema.properties) ? Object.keys(schema.properties) : []
  if (rules.strict && schema.additionalProperties !== false) say(path, 'is not closed')
  if (
    rules.strict &&
    (!Array.isArray(schema.required) ? names.length > 0 : schema.required.length !== names.length)
  )
    say(`${path}.required`, 'does not name every property')
  if (names.length > 0) properties(schema, path, say, (s, p, t) => jsonSchema(s, p, t, rules))
}
