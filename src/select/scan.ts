/**
 * The operations of a document in one shallow pass over `paths`: path items and methods are read, what stands
 * inside an operation is not. For select.ts.
 */
import type { Finding, Location } from '../diagnostic.ts'
import { join } from '../json/pointer.ts'
import type { Json, JsonObject } from '../runtime/contract.ts'
import type { Node, Spec } from '../spec/spec.ts'

/** An operation that could be selected, of any method. */
export interface Candidate {
  /** The path item's field it stands in. */
  field: string
  /** In capitals. */
  method: string
  path: string
  /** `GET /path`. */
  key: string
  id: string | null
  node: Node<JsonObject>
  pathItem: Node<JsonObject>
  /** Reference objects on the way here that say more than `$ref`. */
  beside: Node<JsonObject>[]
  /** The document itself selects it, when nothing else does. */
  marked: boolean
}

export interface Scan {
  /** The wanted ones, in document order. */
  candidates: Candidate[]
  /** Path items and operations behind a reference that leads nowhere; `method` is null for a path item. */
  unread: { path: string; method: string | null; problem: Finding }[]
  /** Path items that carry a mark, which means nothing there. */
  markedItems: Node<JsonObject>[]
}

/** What is read of every operation; of one that is not wanted, nothing else is. */
export interface Seen {
  id: string | null
  /** In capitals. */
  method: string
  path: string
  marked: boolean
}

// OpenAPI 3.0 to 3.2, "Path Item Object"; field names are case-sensitive.
const methodFields = new Set(['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query'])
// A chain of references that is longer is a circle.
const longestChain = 32

/** Documents have thousands of operations and a few are wanted: the others cost a look at their id, and no more. */
export function scan(spec: Spec, wants: (seen: Seen) => boolean = () => true): Scan {
  const found: Scan = { candidates: [], unread: [], markedItems: [] }
  const paths = member(spec.document, 'paths')
  if (!isObject(paths)) return found
  for (const path of Object.keys(paths)) {
    if (path.startsWith('x-')) continue
    const at = () => below({ file: spec.file, pointer: '/paths' }, path)
    const item = follow(spec, member(paths, path), at)
    if ('problem' in item) found.unread.push({ path, method: null, problem: item.problem })
    else if (isObject(item.value)) scanPathItem(spec, path, item.value, item, wants, found)
  }
  return found
}

function scanPathItem(
  spec: Spec,
  path: string,
  item: JsonObject,
  { at, beside: around }: End,
  wants: (seen: Seen) => boolean,
  to: Scan,
) {
  const known: { node?: Node<JsonObject> } = {}
  // One node for all operations of the path.
  const pathItem = () => {
    known.node ??= { value: item, at: at() }
    return known.node
  }
  if (Object.hasOwn(item, mark) || around.some(n => Object.hasOwn(n.value, mark)))
    to.markedItems.push(pathItem())
  for (const field of Object.keys(item)) {
    if (methodFields.has(field)) add(field, field, member(item, field), () => below(at(), field))
    // 3.2: a map of further methods to operations.
    else if (field === 'additionalOperations') {
      const more = member(item, field)
      if (isObject(more))
        for (const name of Object.keys(more))
          add(field, name, member(more, name), () => below(at(), field, name))
    }
  }

  function add(field: string, name: string, start: Json, startAt: () => Location): void {
    const method = name.toUpperCase()
    const end = follow(spec, start, startAt)
    if ('problem' in end) {
      to.unread.push({ path, method, problem: end.problem })
      return
    }
    const { value } = end
    if (!isObject(value)) return
    const id = idOf(spec, value, end.at)
    const marked = saysTool(value) || around.some(isMarked) || end.beside.some(isMarked)
    if (!wants({ id, method, path, marked })) return
    const key = `${method} ${path}`
    const node = { value, at: end.at() }
    const beside = [...around, ...end.beside]
    to.candidates.push({ field, method, path, key, id, node, pathItem: pathItem(), beside, marked })
  }
}

function idOf(spec: Spec, operation: JsonObject, at: () => Location): string | null {
  const value = member(operation, 'operationId')
  // Where it stands matters only for a scalar whose source text must be found.
  const text =
    typeof value === 'string' || value === null ? value : spec.scalarText(below(at(), 'operationId'))
  return text || null
}

export const mark = 'x-agent-tool'

/** Whether the document says that this operation is a tool. */
const saysTool = (operation: JsonObject): boolean =>
  Object.hasOwn(operation, mark) && operation[mark] !== false

const isMarked = ({ value }: Node<JsonObject>): boolean => saysTool(value)

interface End {
  value: Json
  at: () => Location
  /** Reference objects on the way that say more than `$ref`. */
  beside: Node<JsonObject>[]
}

/** The value at the end of a chain of references. Where it stands is made out when somebody asks. */
function follow(spec: Spec, start: Json, startAt: () => Location): End | { problem: Finding } {
  if (!isObject(start) || !Object.hasOwn(start, '$ref')) return { value: start, at: startAt, beside: [] }
  const beside: Node<JsonObject>[] = []
  let node: Node = { value: start, at: startAt() }
  for (let step = 0; step < longestChain; step++) {
    const { value, at } = node
    if (!isObject(value) || !Object.hasOwn(value, '$ref')) return { value, at: () => at, beside }
    const ref = value.$ref
    if (typeof ref !== 'string') return { problem: broken(below(at, '$ref'), 'is not a text') }
    if (Object.keys(value).some(saysMore)) beside.push({ value, at })
    const next = spec.resolve(ref, below(at, '$ref'))
    if ('problem' in next) return next
    node = next.node
  }
  return { problem: broken(startAt(), 'leads back to itself') }
}

/** Extensions beside a `$ref` change nothing here; every other key may say something that the target does not. */
const saysMore = (key: string): boolean =>
  key !== '$ref' && (!key.startsWith('x-') || key === mark || key === 'x-openai-isConsequential')

const broken = (at: Location, what: string): Finding => ({
  code: 'ref-unresolved',
  message: `${at.file}: the reference ${what}`,
  fix: 'make $ref the address of an operation or a path item',
  at,
})

/** An own member, or null: what is absent and what is `null` mean the same to the callers. */
export const member = (object: JsonObject, key: string): Json =>
  Object.hasOwn(object, key) ? (object[key] ?? null) : null

export const below = (at: Location, ...tokens: (string | number)[]): Location => ({
  file: at.file,
  pointer: join(at.pointer, ...tokens),
})

/** A member that OpenAPI defines as a string: also a plain YAML scalar that only looks like a number or a date. */
export function textAt(spec: Spec, node: Node<JsonObject>, key: string): string | undefined {
  const value = member(node.value, key)
  if (typeof value === 'string') return value
  return value === null ? undefined : spec.scalarText(below(node.at, key))
}

const isObject = (value: Json): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
