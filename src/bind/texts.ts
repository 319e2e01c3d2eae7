/** Cleans every text of the arguments and says, by place, what was taken out and what was lost. For `bind/layout.ts`. */
import { type Definitions, type Draft, mapChildren } from '../schema/draft.ts'
import { clean } from '../text/clean.ts'
import type { Loss, Removed } from './bound.ts'

export interface Told {
  losses: Loss[]
  removed: Removed[]
}

/** The draft with clean texts; findings go to `told`, under argument pointers. */
export function tell(d: Draft, pointer: string, told: Told): Draft {
  for (const lost of d.lost ?? []) told.losses.push({ pointer, ...lost })
  const tidy = (text: string): string => {
    const { text: out, removed } = clean(text)
    for (const r of removed) told.removed.push({ pointer, ...r })
    return out
  }
  const { description, notes, ...rest } = mapChildren(d, (child, token) =>
    tell(child, below(pointer, token), told),
  )
  const text = description === undefined ? '' : tidy(description)
  const sentences = notes?.map(tidy)
  return { ...rest, ...(text !== '' && { description: text }), ...(sentences && { notes: sentences }) }
}

/** Definitions have no one place among the arguments; theirs start with `$defs`. */
export function tellDefinitions(definitions: Definitions, told: Told): Map<string, Draft> {
  return new Map([...definitions].map(([id, d]) => [id, tell(d, `/$defs/${id}`, told)]))
}

function below(pointer: string, [keyword = '', key = '']: readonly string[]): string {
  if (keyword === 'properties') return `${pointer}/${key}`
  if (keyword === 'items' || keyword === 'prefixItems' || keyword === 'additionalProperties')
    return `${pointer}/*`
  return pointer
}
