/** Form-urlencoded bodies: how each property is written (OpenAPI 3.1, 4.8.15 "Encoding Object"). For `bind/body.ts`. */
import type { FormField, Media } from '../runtime/contract.ts'
import { isJson } from '../runtime/serializer.ts'
import { branchesOf, type Definitions, type Draft, own, record } from '../schema/draft.ts'
import type { RawBody } from './body.ts'
import { type Context, resolved } from './input.ts'
import { isObject } from './schema/context.ts'
import { serializationFault, shapeOf, styles } from './serialization.ts'

/** The `form` and `nestedForm` of a body, or undefined when a property has no defined form (reported). */
export function formFields(
  c: Context,
  body: RawBody,
  root: Draft,
  definitions: Definitions,
): Pick<Media, 'form' | 'nestedForm'> | undefined {
  const entries = new Map<string, FormField>()
  let sound = true
  for (const [name, schema] of fieldsOf(root, definitions)) {
    const field = name === undefined ? undefined : fieldOf(c, body, name)
    if (field && name !== undefined) entries.set(name, field)
    if (field?.media !== undefined) continue
    const fault = field
      ? serializationFault(schema, definitions, field, c.options.conventions)
      : plainFault(c, schema, definitions)
    if (fault === undefined) continue
    sound = false
    c.problem(
      'serialization-undefined',
      `${name === undefined ? 'a further form field' : `the form field ${name}`} may be ${fault.what}`,
      fault.convention
        ? `say how the API reads it with ${fault.convention}`
        : 'leave this operation out, or leave the property out with params',
      schema.at ?? body.at,
    )
  }
  if (!sound) return undefined
  const { nestedForm } = c.options.conventions
  return {
    ...(entries.size > 0 && { form: record(entries) }),
    ...(nestedForm && { nestedForm }),
  }
}

/** The fields of every branch, and under no name the schema of further ones. */
export function fieldsOf(root: Draft, definitions: Definitions): [string | undefined, Draft][] {
  const found: [string | undefined, Draft][] = []
  const seen = new Set<string>()
  const stack = [root]
  for (let d = stack.pop(); d !== undefined; d = stack.pop()) {
    if (d.ref !== undefined && seen.has(d.ref)) continue
    if (d.ref !== undefined) seen.add(d.ref)
    const node = resolved(d, definitions)
    found.push(...Object.entries(node.properties ?? {}))
    if (typeof node.additionalProperties === 'object') found.push([undefined, node.additionalProperties])
    stack.push(...branchesOf(node))
  }
  return found
}

/** Without an encoding: scalars and lists of scalars as `form`; what nests has no form but by convention. */
function plainFault(
  c: Context,
  schema: Draft,
  definitions: Definitions,
): { what: string; convention?: string } | undefined {
  if (!isNested(schema, definitions) || c.options.conventions.nestedForm !== undefined) return undefined
  return { what: 'an object, or a list of lists or objects', convention: 'conventions.nestedForm' }
}

/** Whether a value of it may have no form without a convention. */
export function isNested(schema: Draft, definitions: Definitions): boolean {
  const { list, object } = shapeOf(schema, definitions)
  return object !== undefined || list?.list !== undefined || list?.object !== undefined
}

function fieldOf(c: Context, body: RawBody, name: string): FormField | undefined {
  const encoding = isObject(body.encoding?.value) ? own(body.encoding.value, name) : undefined
  if (!isObject(encoding)) return undefined
  const style = own(encoding, 'style')
  const explode = own(encoding, 'explode')
  const reserved = own(encoding, 'allowReserved') === true
  const contentType = own(encoding, 'contentType')
  const isStyled = style !== undefined || explode !== undefined || reserved
  // Style wins over contentType where both stand (4.8.15.1.1).
  if (!isStyled)
    return typeof contentType === 'string' && isJson(contentType)
      ? { style: 'form', explode: true, media: contentType }
      : undefined
  const known = styles.query.find(s => s === (style ?? 'form'))
  if (known === undefined) {
    c.problem(
      'serialization-undefined',
      `the form field ${name} has the style ${JSON.stringify(style)}`,
      `use one of ${styles.query.join(', ')}`,
      body.encoding?.at ?? body.at,
    )
    return undefined
  }
  const { deepObjectArrays } = c.options.conventions
  return {
    style: known,
    explode: typeof explode === 'boolean' ? explode : known === 'form' || known === 'deepObject',
    ...(reserved && { allowReserved: true as const }),
    ...(known === 'deepObject' && deepObjectArrays && { deepArrays: deepObjectArrays }),
  }
}
