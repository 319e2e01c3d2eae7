/** The request body: which media type, hoisted into arguments or one argument, and when it is left out. For `bind/bind.ts`. */
import type { Location } from '../diagnostic.ts'
import { join } from '../json/pointer.ts'
import type { Media } from '../runtime/contract.ts'
import { type Definitions, type Draft, onlyRequires, own } from '../schema/draft.ts'
import type { Node } from '../spec/spec.ts'
import { formFields } from './form.ts'
import { type Context, type Input, resolved } from './input.ts'
import { chooseMedia } from './media.ts'
import { followObject } from './parameters.ts'
import { isObject, member } from './schema/context.ts'
import type { Converter } from './schema/convert.ts'
import type { Whole } from './together.ts'

/** A body as the document has it, its schema read but not finished. */
export interface RawBody {
  schema: Draft
  required: boolean
  media: { kind: 'json' | 'form'; type: string }
  /** The Media Type Object's `encoding`, by property. */
  encoding: Node | undefined
  at: Location
}

const bodiless = ['GET', 'HEAD', 'DELETE']

export function rawBody(c: Context, converter: Converter): RawBody | undefined {
  const { operation, directive } = c.named
  const holder = member(operation.node.value, operation.node.at, 'requestBody')
  const node = holder && followObject(c, holder)
  if (node === undefined) return undefined
  const content = member(node.value, node.at, 'content')
  if (content === undefined || !isObject(content.value) || Object.keys(content.value).length === 0) {
    c.lose({ pointer: '', keyword: 'requestBody', reason: 'it declares no content', enforcedBy: 'none' })
    return undefined
  }
  const required = own(node.value, 'required') === true || directive.body === 'required'
  if (bodiless.includes(operation.method) && !required) {
    c.lose({
      pointer: '',
      keyword: 'requestBody',
      reason: `an optional body of ${operation.method} is never sent`,
      enforcedBy: 'none',
    })
    return undefined
  }
  const chosen = chooseMedia(Object.keys(content.value))
  if (chosen === undefined || !/^[\x20-\x7e]+$/.test(chosen.type)) {
    const offered = Object.keys(content.value)
      .map(k => JSON.stringify(k))
      .join(', ')
    c.problem(
      'body-media',
      `the request body is ${offered}`,
      'leave this operation out, or add an application/json body to the document',
      content.at,
    )
    return undefined
  }
  const media = member(content.value, content.at, chosen.key)
  const streamed = ['itemSchema', 'itemEncoding', 'prefixEncoding'].find(
    key => media && isObject(media.value) && Object.hasOwn(media.value, key),
  )
  if (media && streamed !== undefined) {
    c.problem(
      'schema-unsupported',
      `the body uses ${streamed}, a stream of items`,
      'leave this operation out',
      media.at,
    )
    return undefined
  }
  const schema = media && isObject(media.value) ? member(media.value, media.at, 'schema') : undefined
  const encoding = media && isObject(media.value) ? member(media.value, media.at, 'encoding') : undefined
  return {
    schema: schema ? withDescription(converter.convert(schema), node.value) : {},
    required,
    media: { kind: chosen.kind, type: chosen.type },
    encoding,
    at: schema?.at ?? node.at,
  }
}

function withDescription(schema: Draft, body: { [key: string]: unknown }): Draft {
  const description = own(body, 'description')
  return schema.description === undefined && typeof description === 'string' && description.trim() !== ''
    ? { ...schema, description }
    : schema
}

export interface BodyPlan {
  inputs: Input[]
  media: Media
  /** Said of a hoisted body as a whole: it moves to the root of the arguments. */
  whole?: Whole
}

/** Lays a finished body out. `taken` holds the wire names of the parameters. */
export function planBody(
  c: Context,
  body: RawBody,
  schema: Draft,
  definitions: Definitions,
  taken: ReadonlySet<string>,
): BodyPlan | undefined {
  const { method } = c.named.operation
  const root = resolved(schema, definitions)
  if (bodiless.includes(method)) {
    if (!isEmpty(root))
      c.problem('body-not-sendable', `${method} requires a body`, 'leave this operation out', body.at)
    else
      c.lose({
        pointer: '',
        keyword: 'requestBody',
        reason: `the body of ${method} has no content to send`,
        enforcedBy: 'none',
      })
    return undefined
  }
  const form = body.media.kind === 'form' ? formFields(c, body, root, definitions) : {}
  if (form === undefined) return undefined
  const hoist = canHoist(root, body.required, taken)
  if (body.media.kind === 'form' && !mayBeObject(root)) {
    c.problem('body-media', 'a form body must be an object', 'leave this operation out', body.at)
    return undefined
  }
  if (!hoist)
    return {
      inputs: [
        {
          name: '',
          place: { in: 'body', pointer: '' },
          schema,
          required: body.required,
          at: body.at,
        },
      ],
      media: { type: body.media.type, required: body.required, ...form },
    }
  return hoisted(c, body, root, form)
}

const isEmpty = (d: Draft): boolean =>
  Object.keys(d.properties ?? {}).length === 0 &&
  typeof d.additionalProperties !== 'object' &&
  !d.anyOf &&
  !d.oneOf &&
  !d.allOf &&
  !d.enum &&
  (d.type === undefined || d.type.includes('object'))

const mayBeObject = (d: Draft): boolean => d.type === undefined || d.type.includes('object')

/** Whether the properties can stand as arguments of their own without changing what the body may be. */
function canHoist(root: Draft, required: boolean, taken: ReadonlySet<string>): boolean {
  const names = Object.keys(root.properties ?? {})
  if (
    names.length === 0 ||
    !root.type?.includes('object') ||
    root.type.some(t => t !== 'object' && t !== 'null')
  )
    return false
  if (typeof root.additionalProperties === 'object' || root.allOf || root.not || root.enum) return false
  // Counts would count parameters too.
  if (root.minProperties !== undefined || root.maxProperties !== undefined) return false
  if (names.some(n => taken.has(n))) return false
  // Every property would have to name what the body requires.
  if (!required && names.length * (root.required?.length ?? 0) > 10_000) return false
  const unions = [root.anyOf, root.oneOf].filter(u => u !== undefined)
  return unions.length === 0 || (required && unions.length === 1 && unions.every(u => u.every(onlyRequires)))
}

function hoisted(c: Context, body: RawBody, root: Draft, form: Partial<Media>): BodyPlan {
  const names = Object.keys(root.properties ?? {})
  const required = root.required ?? []
  if (root.type?.includes('null'))
    c.lose({
      pointer: '',
      keyword: 'nullable',
      reason: 'null for the whole body is not offered',
      enforcedBy: 'none',
    })
  if (root.additionalProperties !== false)
    c.lose({
      pointer: '',
      keyword: 'additionalProperties',
      reason: 'properties that the document does not name are not offered',
      enforcedBy: 'additionalProperties',
    })
  for (const l of root.lost ?? []) c.lose({ pointer: '', ...l })
  return {
    inputs: names.flatMap(name => {
      const schema = own(root.properties, name)
      return schema
        ? [
            {
              name,
              place: { in: 'body' as const, pointer: join('', name) },
              schema,
              required: body.required && required.includes(name),
              at: schema.at ?? body.at,
            },
          ]
        : []
    }),
    media: { type: body.media.type, required: body.required, ...form },
    whole: {
      // Without a body nothing is required; with any part of it, all that it requires is.
      whenGiven: body.required ? [] : required,
      ...(root.dependentRequired && { dependentRequired: root.dependentRequired }),
      ...(root.anyOf && { anyOf: root.anyOf }),
      ...(root.oneOf && { oneOf: root.oneOf }),
    },
  }
}
