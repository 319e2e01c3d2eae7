/**
 * One name, one writer: two values under one name of a query or a form cannot be told apart again. What may share a
 * name is refused; an object with free names is kept from the names of the others by its exact schema. For `bind/bind.ts`.
 */
import type { Definitions, Draft } from '../schema/draft.ts'
import { merge } from '../schema/merge.ts'
import type { Applied, Visible } from './directives.ts'
import type { Context } from './input.ts'
import { type Around, formWriters, queryWriters, type Writer } from './writers.ts'

/** The visible inputs, each kept from the names of the others. */
export function keepApart(
  c: Context,
  applied: Pick<Applied, 'visible' | 'fixed' | 'supplied'>,
  around: Around,
  definitions: Definitions,
): Visible[] {
  const changes = new Map<Visible, Draft>([
    ...apart(c, 'query', queryWriters(c, applied, around, definitions)),
    ...apart(c, 'form', formWriters(c, applied, around, definitions)),
  ])
  return applied.visible.map(input => {
    const schema = changes.get(input)
    return schema ? { ...input, schema } : input
  })
}

function apart(c: Context, where: 'query' | 'form', writers: Writer[]): [Visible, Draft][] {
  const owners = refuseShared(c, where, writers)
  const [first, second] = writers.filter(w => w.open)
  if (first === undefined) return []
  const below = writers.find(w => w.below !== undefined)
  if (second === undefined && below === undefined) return without(c, where, first, owners)
  // Two sets of free names may meet anywhere.
  c.problem(
    'wire-name-taken',
    second
      ? `${first.what} and ${second.what} are objects whose names are free, and stand side by side in the ${where}`
      : `${first.what} is an object whose names are free, and may write one that starts with ${below?.below}[`,
    'hide one of them with params, or correct its style in the document',
    (second ?? first).at,
  )
  return []
}

/** Who writes each name; two who write the same one are reported, once for each pair. */
function refuseShared(c: Context, where: string, writers: readonly Writer[]): Map<string, Writer> {
  const owners = new Map<string, Writer>()
  const reported = new Set<Writer>()
  const clash = (name: string, a: Writer, b: Writer) => {
    if (reported.has(b)) return
    reported.add(b)
    c.problem(
      'wire-name-taken',
      `${a.what} and ${b.what} both write ${JSON.stringify(name)} into the ${where}`,
      a.fix ?? 'hide one of them with params, or correct the document',
      b.at,
    )
  }
  for (const writer of writers) {
    for (const name of writer.names) {
      const other = owners.get(name)
      if (other) clash(name, other, writer)
      else owners.set(name, writer)
    }
  }
  for (const writer of writers) {
    if (writer.below === undefined) continue
    const start = `${writer.below}[`
    for (const [name, other] of owners)
      if (other !== writer && name.startsWith(start)) clash(name, other, writer)
  }
  return owners
}

/** The one writer of free names: it may not have those of the others. */
function without(
  c: Context,
  where: string,
  { input, what, at, declared }: Writer,
  owners: ReadonlyMap<string, Writer>,
): [Visible, Draft][] {
  const names = [...owners].flatMap(([name, owner]) =>
    (input !== undefined && owner.input === input) || declared?.has(name) ? [] : [name],
  )
  if (names.length === 0) return []
  if (input === undefined) {
    c.problem(
      'wire-name-taken',
      `${what} is an object whose names are free, and may write ${JSON.stringify(names[0])} into the ${where} a second time`,
      'leave this operation out, or correct the document',
      at,
    )
    return []
  }
  const schema = merge(input.schema, { without: names })
  const reason = `${names.length} ${names.length === 1 ? 'name belongs' : 'names belong'} to ${others(where)}`
  return [[input, lose(schema, reason, 'properties')]]
}

const others = (where: string) => (where === 'query' ? 'other parameters' : 'other fields')

const lose = (schema: Draft, reason: string, enforcedBy: string): Draft => ({
  ...schema,
  lost: [...(schema.lost ?? []), { keyword: 'additionalProperties', reason, enforcedBy }],
})
