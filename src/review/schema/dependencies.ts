/** Arguments that others ask for (`dependentRequired`), in two schemas. For `review/schema/compare.ts`. */

import { join } from '../../json/pointer.ts'
import type { Json } from '../../runtime/contract.ts'
import { own } from '../../schema/draft.ts'
import { objectOf, textsOf } from '../json.ts'
import type { RuleId } from '../rules.ts'
import type { Node } from './node.ts'
import { nameOf, rowOf, type Walk } from './walk.ts'

/** What is asked for → what asks for it. */
export function needs(node: Node): Map<string, string[]> {
  const found = new Map<string, string[]>()
  for (const [by, list] of Object.entries(objectOf(own(node.schema, 'dependentRequired'))))
    for (const name of textsOf(list)) found.set(name, [...(found.get(name) ?? []), by])
  return found
}

/** One row for each argument that is asked for by others than before. One that came, went or was required is told already. */
export function dependencies(walk: Walk, old: Node, now: Node): void {
  const [olds, news] = [needs(old), needs(now)]
  const has = (node: Node, name: string) => Object.hasOwn(objectOf(own(node.schema, 'properties')), name)
  const isRequired = (node: Node, name: string) => textsOf(own(node.schema, 'required')).includes(name)
  // A name that neither schema declares is somebody's own edit.
  const stays = (name: string) => has(old, name) === has(now, name)
  for (const name of new Set([...olds.keys(), ...news.keys()])) {
    if (!stays(name) || isRequired(old, name) !== isRequired(now, name)) continue
    const [was, is] = [olds.get(name) ?? [], news.get(name) ?? []].map(list => list.filter(stays))
    const gone = (was ?? []).filter(by => !is?.includes(by))
    const added = (is ?? []).filter(by => !was?.includes(by))
    const tell = (rule: RuleId, list: string[], values: { old?: Json; new?: Json }) => {
      if (list.length === 0) return
      const words = {
        name: nameOf(join(now.path, name)),
        values: list.map(n => JSON.stringify(n)).join(', '),
      }
      walk.emit({
        ...rowOf(rule, 'dependentRequired', old, now, { ...values, words }),
        place: `${now.path} dependentRequired ${name} ${gone.join(' ')}`,
      })
    }
    tell('dependency-removed', gone, { old: gone })
    tell('dependency-added', added, { new: added })
  }
}
