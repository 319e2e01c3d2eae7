/**
 * The exact schema of a value, narrowed to what its place in the request can hold, so that what the schema accepts can
 * be sent. A schema that fits stays as it is; a definition that does not gets a variant. For `bind/bind.ts`.
 */
import { type Definitions, type Draft, isNever, mapChildren } from '../schema/draft.ts'
import type { Carries } from './carries.ts'
import { itself, partOf, possible, type Share, shareOf } from './narrow-node.ts'

export interface Narrower {
  narrow(schema: Draft, to: Carries): Draft
  /** The given ones and their variants. */
  readonly definitions: Definitions
}

export function createNarrower(given: Definitions): Narrower {
  const definitions = new Map(given)
  const variants = new Map<string, string>()
  const known = new Map<string, boolean>()

  const narrow = (d: Draft, to: Carries, share: Share): Draft => {
    const self = itself(d, to, share, free)
    if (isNever(self)) return self
    let same = self === d
    const out = mapChildren(self, (child, [keyword = '', name]) => {
      const part = partOf(d, child, to, share, keyword, name)
      const narrowed = part ? narrow(child, part.to, part.share) : child
      same &&= narrowed === child
      return narrowed
    })
    const ref = d.ref === undefined ? undefined : variant({ ref: d.ref, to, share: shareOf(d, to, share) })
    if (same && ref === d.ref) return d
    return possible({ ...out, ...(ref !== undefined && { ref }), ...nothingElse(out) })
  }

  const variant = (use: Use): string => {
    // One that was made here fits.
    if (!given.has(use.ref)) return use.ref
    const key = keyOf(use)
    if (!known.has(key)) survey(use, given, known, free)
    if (known.get(key) !== true) return use.ref
    return named(key, `${use.ref}_${wordOf(use.to)}`, () =>
      narrow(targetOf(given, use.ref), use.to, use.share),
    )
  }

  /** Any value that can stand there. */
  const free = (to: Carries): Draft => {
    const any = () => {
      const { lost: _, ...schema } = itself({}, to, 'whole', free)
      return schema
    }
    return to.inside === 'itself' ? { ref: named(`any ${to.key}`, `any_${wordOf(to)}`, any) } : any()
  }

  const named = (key: string, wanted: string, make: () => Draft): string => {
    const before = variants.get(key)
    if (before !== undefined) return before
    let id = wanted
    for (let i = 2; definitions.has(id); i++) id = `${wanted}_${i}`
    variants.set(key, id)
    // Its place is taken before it is made: it may refer to itself.
    definitions.set(id, {})
    definitions.set(id, make())
    return id
  }

  return { definitions, narrow: (schema, to) => narrow(schema, to, 'whole') }
}

/** Where a schema speaks of what else there may be, "nothing" is `false`. */
const nothingElse = ({ items, additionalProperties: further }: Draft): Partial<Draft> => ({
  ...(items && isNever(items) && { items: false }),
  ...(typeof further === 'object' && isNever(further) && { additionalProperties: false }),
})

/** A definition where something must be carried. */
interface Use {
  ref: string
  to: Carries
  share: Share
}
const keyOf = ({ ref, to, share }: Use): string => `${to.key} ${share} ${ref}`
const wordOf = ({ key }: Carries): string => key.split(' ', 1)[0] ?? key

/** Finds out which definitions change: those with a change of their own, and those that lead to one. */
function survey(
  first: Use,
  definitions: Definitions,
  known: Map<string, boolean>,
  free: (to: Carries) => Draft,
): void {
  const users = new Map<string, string[]>()
  const changed: string[] = []
  const found = new Map([[keyOf(first), first]])
  // Grows while it is walked.
  for (const [key, use] of found) {
    const visit = (d: Draft, to: Carries, share: Share) => {
      const self = itself(d, to, share, free)
      if (self !== d) changed.push(key)
      if (d.ref !== undefined) {
        const next = { ref: d.ref, to, share: shareOf(d, to, share) }
        const nextKey = keyOf(next)
        users.set(nextKey, [...(users.get(nextKey) ?? []), key])
        found.set(nextKey, next)
      }
      mapChildren(d, (child, [keyword = '', name]) => {
        const part = partOf(d, child, to, share, keyword, name)
        if (part) visit(child, part.to, part.share)
        return child
      })
    }
    visit(targetOf(definitions, use.ref), use.to, use.share)
  }
  for (const key of found.keys()) known.set(key, false)
  for (let key = changed.pop(); key !== undefined; key = changed.pop()) {
    if (known.get(key) === true) continue
    known.set(key, true)
    changed.push(...(users.get(key) ?? []))
  }
}

function targetOf(definitions: Definitions, ref: string): Draft {
  const target = definitions.get(ref)
  if (target === undefined) throw new Error(`no definition ${ref}`)
  return target
}
