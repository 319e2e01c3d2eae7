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
}

export interface Scan {
  /** In document order. */
  candidates: Candidate[]
  /** Path items and operations behind a reference that leads nowhere; `method` is null for a path item. */
  unread: { path: string; method: string | null; problem: Finding }[]
  pathItems: { node: Node<JsonObject>; beside: Node<JsonObject>[] }[]
}

// OpenAPI 3.0 to 3.2, "Path Item Object"; field names are case-sensitive.
const methodFields = new Set(['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query'])
// A chain of references that is longer is a circle.
const longestChain = 32

export function scan(spec: Spec): Scan {
  const found: Scan = { candidates: [], unread: [], pathItems: [] }
  const paths: Node = { value: member(spec.document, 'paths'), at: { file: spec.file, pointer: '/paths' } }
  for (const [path, start] of members(paths)) {
    if (path.startsWith('x-')) continue
    const item = follow(spec, start)
    if ('problem' in item) found.unread.push({ path, method: null, problem: item.problem })
    else if (isObjectNode(item.node)) {
      found.pathItems.push({ node: item.node, beside: item.beside })
      scanPathItem(spec, path, item.node, item.beside, found)
    }
  }
  return found
}

function scanPathItem(
  spec: Spec,
  path: string,
  item: Node<JsonObject>,
  around: Node<JsonObject>[],
  to: Scan,
) {
  for (const [field, start] of members(item)) {
    if (methodFields.has(field)) add(field, field, start)
    // 3.2: a map of further methods to operations.
    else if (field === 'additionalOperations')
      for (const [name, each] of members(start)) add(field, name, each)
  }

  function add(field: string, name: string, start: Node): void {
    const method = name.toUpperCase()
    const end = follow(spec, start)
    if ('problem' in end) to.unread.push({ path, method, problem: end.problem })
    else if (isObjectNode(end.node)) {
      const { node } = end
      const id = textAt(spec, node, 'operationId') || null
      const beside = [...around, ...end.beside]
      const key = `${method} ${path}`
      to.candidates.push({ field, method, path, key, id, node, pathItem: item, beside })
    }
  }
}

export const mark = 'x-agent-tool'

/** Whether the document says that this operation is a tool. */
export const isMarked = ({ node, beside }: Pick<Candidate, 'node' | 'beside'>): boolean =>
  [node, ...beside].some(n => Object.hasOwn(n.value, mark) && n.value[mark] !== false)

/** The value at the end of a chain of references. */
function follow(spec: Spec, start: Node): { node: Node; beside: Node<JsonObject>[] } | { problem: Finding } {
  const beside: Node<JsonObject>[] = []
  let node = start
  for (let step = 0; step < longestChain; step++) {
    if (!isObjectNode(node) || !Object.hasOwn(node.value, '$ref')) return { node, beside }
    const ref = node.value.$ref
    const at = below(node.at, '$ref')
    if (typeof ref !== 'string') return { problem: broken(at, 'is not a text') }
    if (Object.keys(node.value).some(saysMore)) beside.push(node)
    const next = spec.resolve(ref, at)
    if ('problem' in next) return next
    node = next.node
  }
  return { problem: broken(start.at, 'leads back to itself') }
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

function* members(node: Node): Generator<[string, Node]> {
  if (!isObjectNode(node)) return
  for (const key of Object.keys(node.value))
    yield [key, { value: member(node.value, key), at: below(node.at, key) }]
}

function isObjectNode(node: Node): node is Node<JsonObject> {
  return typeof node.value === 'object' && node.value !== null && !Array.isArray(node.value)
}
