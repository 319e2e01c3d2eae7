/** Every operation of a document, as people choose among them. compile.ts gives it out. */
import type { Location } from '../diagnostic.ts'
import type { Spec } from '../spec/spec.ts'
import { scan, textAt } from './scan.ts'

export interface ListedOperation {
  /** operationId, or null. */
  id: string | null
  /** In capitals. */
  method: string
  path: string
  /** The name that selects it: its id when no other operation has it, else `METHOD /path`. */
  name: string
  /** What the document says of it, the shorter text first; empty when nothing. */
  text: string
  /** The document itself selects it, when nothing else does. */
  marked: boolean
  at: Location
}

/** In document order; operations behind a broken reference are not among them. */
export function listOperations(spec: Spec): ListedOperation[] {
  const { candidates } = scan(spec)
  const count = new Map<string, number>()
  for (const { id, key } of candidates)
    for (const name of id === null ? [key] : [id, key]) count.set(name, (count.get(name) ?? 0) + 1)
  return candidates.map(({ id, method, path, key, node, pathItem, marked }) => ({
    ...{ id, method, path, marked, at: node.at },
    name: id !== null && count.get(id) === 1 ? id : key,
    text:
      [node, pathItem]
        .flatMap(n => [textAt(spec, n, 'summary'), textAt(spec, n, 'description')])
        .find(text => text !== undefined && text.trim() !== '') ?? '',
  }))
}
