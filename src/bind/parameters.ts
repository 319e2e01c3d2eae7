/** The parameters of an operation, each read and placed. For `bind/bind.ts`. */
import type { Location } from '../diagnostic.ts'
import { suggestion } from '../json/nearest.ts'
import { equal } from '../json/stable.ts'
import type { JsonObject, ParameterIn, ParameterPlace, Style } from '../runtime/contract.ts'
import { isJson } from '../runtime/serializer.ts'
import { type Draft, own } from '../schema/draft.ts'
import type { Node } from '../spec/spec.ts'
import { isHeaderName } from '../text/header-name.ts'
import { isIgnoredHeader, isOwnedHeader } from './credentials.ts'
import type { Context, Input } from './input.ts'
import { child, isObject, member } from './schema/context.ts'
import type { Converter } from './schema/convert.ts'
import { styles } from './serialization.ts'

const places: readonly ParameterIn[] = ['path', 'query', 'header', 'cookie']

/** Path-item parameters first, each replaced by the operation's of the same place and name. */
export function parameters(c: Context, converter: Converter): Input[] {
  const byKey = new Map<string, Node<JsonObject>>()
  const { operation } = c.named
  for (const holder of [operation.pathItem, operation.node]) {
    const here = new Map<string, Node<JsonObject>>()
    for (const node of parameterNodes(c, holder)) {
      const key = keyOf(node)
      if (key === undefined) {
        c.problem(
          'schema-unsupported',
          'a parameter has no name or no known place',
          `give it a name and one of in: ${places.join(', ')}`,
          node.at,
        )
        continue
      }
      const twin = here.get(key)
      // A list has each parameter once (OpenAPI 3.1, 4.8.9.1); the same one again says nothing new.
      if (twin && !equal(twin.value, node.value))
        c.problem(
          'wire-name-taken',
          `two parameters of one list are the ${key.replace(':', ' parameter ')}`,
          'keep one of them in the document',
          node.at,
        )
      here.set(key, node)
      byKey.set(key, node)
    }
  }
  return [...byKey.values()].flatMap(node => read(c, converter, node) ?? [])
}

function parameterNodes(c: Context, holder: Node<JsonObject>): Node<JsonObject>[] {
  const list = member(holder.value, holder.at, 'parameters')
  if (list === undefined) return []
  if (!Array.isArray(list.value)) {
    c.problem('schema-unsupported', 'parameters is no list', 'write parameters as a list', list.at)
    return []
  }
  return list.value.flatMap((value, i) => {
    const node = followObject(c, { value, at: child(list.at, i) })
    return node ? [node] : []
  })
}

/** An object of the document, its reference followed; reports what leads nowhere. */
export function followObject(c: Context, start: Node): Node<JsonObject> | undefined {
  let node = start
  for (let step = 0; step < 32; step++) {
    if (!isObject(node.value)) {
      c.problem('schema-unsupported', 'an object is expected here', 'correct the document', node.at)
      return undefined
    }
    const ref = own(node.value, '$ref')
    if (typeof ref !== 'string') return { value: node.value, at: node.at }
    const next = c.spec.resolve(ref, node.at)
    if ('problem' in next) {
      c.report(next.problem)
      return undefined
    }
    node = next.node
  }
  c.problem('ref-unresolved', 'a $ref leads back to itself', 'point it at an object', start.at)
  return undefined
}

const isPlace = (v: unknown): v is ParameterIn => places.some(p => p === v)

/** Header names are the same in any case (RFC 9110, 5.1). */
function keyOf({ value }: Node<JsonObject>): string | undefined {
  const [place, name] = [own(value, 'in'), own(value, 'name')]
  if (!isPlace(place) || typeof name !== 'string' || name === '') return undefined
  return `${place}:${place === 'header' ? name.toLowerCase() : name}`
}

function read(c: Context, converter: Converter, { value, at }: Node<JsonObject>): Input | undefined {
  const [place, name] = [own(value, 'in'), own(value, 'name')]
  if (!isPlace(place) || typeof name !== 'string') return undefined
  if (place === 'header' && (isIgnoredHeader(name) || isOwnedHeader(name) || !isHeaderName(name)))
    return noArgument(c, name, own(value, 'required') === true, at)
  const written = serialization(c, place, name, value, at)
  const schema = schemaOf(c, converter, name, value, at)
  if (written === undefined || schema === undefined) return undefined
  if (own(value, 'allowEmptyValue') === true)
    c.lose({
      pointer: '',
      keyword: 'allowEmptyValue',
      reason: `${name}: an empty value is sent as "${name}="`,
      enforcedBy: 'none',
    })
  return {
    name,
    place: { in: place, name, ...written },
    schema: { ...schema, ...textOf(value, schema) },
    required: place === 'path' || own(value, 'required') === true,
    at,
  }
}

/**
 * `Accept`, `Content-Type` and `Authorization` are no parameters; HTTP or the platform owns others; and what is no token
 * is the name of none.
 */
function noArgument(c: Context, name: string, required: boolean, at: Location): undefined {
  const platform = ['host', 'content-length', 'connection', 'date'].includes(name.toLowerCase())
  const isName = isHeaderName(name)
  const header = isName ? name : JSON.stringify(name)
  if (required && !isIgnoredHeader(name) && !platform)
    c.problem(
      'parameter-unfillable',
      `the required header ${header} ${isName ? 'is never an argument' : 'has a name that HTTP does not allow'}`,
      `leave this operation out, or ${isName ? 'make the header optional' : 'correct the name'} in the document`,
      at,
    )
  else
    c.lose({
      pointer: '',
      keyword: 'parameters',
      reason: `the header ${header} ${isName ? 'is set by the connection or by HTTP itself' : 'has a name that HTTP does not allow'}`,
      enforcedBy: 'none',
    })
}

function textOf(value: JsonObject, schema: Draft): Draft {
  const description = own(value, 'description')
  const notes = [...(schema.notes ?? []), ...(own(value, 'deprecated') === true ? ['Deprecated.'] : [])]
  return {
    ...(typeof description === 'string' && description.trim() !== '' && { description }),
    ...(notes.length > 0 && { notes: [...new Set(notes)] }),
  }
}

function schemaOf(
  c: Context,
  converter: Converter,
  name: string,
  value: JsonObject,
  at: Location,
): Draft | undefined {
  const schema = member(value, at, 'schema')
  if (schema) return converter.convert(schema)
  const content = contentOf(value, at)
  if (content && isObject(content.node.value)) {
    const inner = member(content.node.value, content.node.at, 'schema')
    return inner ? converter.convert(inner) : {}
  }
  c.problem(
    'schema-unsupported',
    `the parameter ${name} has neither schema nor content`,
    'give it a schema',
    at,
  )
  return undefined
}

function contentOf(value: JsonObject, at: Location): { media: string; node: Node } | undefined {
  const content = member(value, at, 'content')
  if (content === undefined || !isObject(content.value)) return undefined
  const [entry] = Object.entries(content.value)
  return entry && { media: entry[0], node: { value: entry[1], at: child(content.at, entry[0]) } }
}

function serialization(
  c: Context,
  place: ParameterIn,
  name: string,
  value: JsonObject,
  at: Location,
): Omit<ParameterPlace, 'in' | 'name'> | undefined {
  const content = Object.hasOwn(value, 'schema') ? undefined : contentOf(value, at)
  if (content) {
    if (isJson(content.media))
      return {
        style: place === 'path' || place === 'header' ? 'simple' : 'form',
        explode: false,
        media: content.media,
      }
    c.problem(
      'serialization-undefined',
      `the parameter ${name} is written as ${content.media}`,
      'only JSON content is supported here',
      content.node.at,
    )
    return undefined
  }
  const allowed: readonly string[] = styles[place]
  const style = own(value, 'style') ?? allowed[0]
  if (typeof style !== 'string' || !allowed.includes(style)) {
    c.problem(
      'serialization-undefined',
      `the ${place} parameter ${name} has the style ${JSON.stringify(style)}`,
      suggestion(String(style), allowed),
      child(at, 'style'),
    )
    return undefined
  }
  const explode = own(value, 'explode') ?? style === 'form'
  const reserved = place === 'query' && own(value, 'allowReserved') === true
  return { ...normal(style as Style, explode === true, c), ...(reserved && { allowReserved: true as const }) }
}

/**
 * `deepObject` has one form, whatever `explode` says (OAI/OpenAPI-Specification#4818); an exploded delimited list is
 * an exploded `form` list, since no delimiter is left to write.
 */
function normal(
  style: Style,
  explode: boolean,
  c: Context,
): { style: Style; explode: boolean; deepArrays?: NonNullable<ParameterPlace['deepArrays']> } {
  const { deepObjectArrays } = c.options.conventions
  if (style === 'deepObject')
    return { style, explode: true, ...(deepObjectArrays && { deepArrays: deepObjectArrays }) }
  if ((style === 'spaceDelimited' || style === 'pipeDelimited') && explode)
    return { style: 'form', explode: true }
  return { style, explode }
}
