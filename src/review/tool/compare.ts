/** Two golden files of one operation → the rows of what changed. For `review/diff.ts`. */
import type { Json, JsonObject } from '../../runtime/contract.ts'
import { own } from '../../schema/draft.ts'
import { eachMember, isObject, objectOf, same, unordered, unrecognised } from '../json.ts'
import type { Entry } from '../match.ts'
import type { Emit, Row } from '../row.ts'
import { rules } from '../rules.ts'
import { compareSchemas } from '../schema/compare.ts'
import { tracer } from '../schema/marks.ts'
import type { SchemaRow } from '../schema/walk.ts'
import type { Context } from './context.ts'
import { declarations } from './declarations.ts'
import { choice, formerNames, name, operation } from './identity.ts'
import { losses, removed } from './records.ts'
import { request } from './request.ts'
import { response } from './response.ts'
import { schemes } from './schemes.ts'
import { wireOf } from './wire.ts'

/** `other` is the operation that had the new name before. */
export function compareTool(before: Entry, after: Entry, other: Entry | undefined): Row[] {
  const rows: Row[] = []
  const c = contextOf(before.golden, after.golden, row => rows.push(row))
  name(before, after, other, c.emit)
  const isRenamed = before.tool !== after.tool
  eachMember(
    before.golden,
    after.golden,
    '',
    {
      // Told above.
      tool: isRenamed ? () => {} : (a, b, at) => unrecognised(c.emit, a, b, at),
      formerNames: (a, b, at) => formerNames(a, b, at, c.emit),
      operation: (a, b, at) => operation(a, b, at, isRenamed, c.emit),
      effect: choice(['read', 'write'], 'effect-lowered', 'effect-raised', c.emit),
      confirm: choice([false, true], 'confirm-dropped', 'confirm-added', c.emit),
      declarations: (a, b, at) => declarations(c, a, b, at),
      // Told below, when it is known which rows a model sees in another shape.
      inputSchema: () => {},
      request: (a, b, at) => request(c, a, b, at),
      schemes: (a, b, at) => schemes(c, a, b, at),
      response: (a, b, at) => response(c.emit, a, b, at),
      removed: (a, b, at) => removed(c, a, b, at),
      losses: (a, b, at) => losses(c, a, b, at),
    },
    c.emit,
  )
  for (const row of c.rows)
    c.emit(c.reshaped.has(row) && isMild(row) ? { ...row, raised: 'behavioural' } : row)
  inputSchema(c)
  return distinct(rows)
}

/** A change without a breaking side; what can be left out or null leaves the rest of a declaration as it is. */
const isMild = (row: SchemaRow): boolean =>
  row.rule === 'further-stated' ||
  (rules[row.rule].class === 'compatible' && row.rule !== 'argument-optional' && row.rule !== 'null-accepted')

function contextOf(before: JsonObject, after: JsonObject, emit: Emit): Context {
  const [old, now] = [own(before, 'inputSchema'), own(after, 'inputSchema')]
  const wire = wireOf(before, after)
  const at = '/inputSchema'
  const rows =
    isObject(old) && isObject(now) && !same(old, now)
      ? compareSchemas(old, now, { old: at, now: at }, wire)
      : []
  return {
    ...{ before, after, emit, wire, rows },
    trace: tracer(rows, objectOf(old), objectOf(now)),
    isRewritten: rows.length === 0 && !same(old, now),
    isReordered: !same(keyOrder(old ?? null), keyOrder(now ?? null)),
    reshaped: new Set(),
  }
}

/** Names of properties in the order they stand in, at every depth. */
const keyOrder = (v: Json): Json =>
  isObject(v)
    ? Object.entries(v).map(([key, x]) => [key, keyOrder(x)])
    : Array.isArray(v)
      ? v.map(keyOrder)
      : null

/** Where no row says what differs, it is the order of lists, or the words. */
function inputSchema(c: Context): void {
  const [old, now] = [own(c.before, 'inputSchema'), own(c.after, 'inputSchema')]
  const pointer = '/inputSchema'
  if (!c.isRewritten) return
  if (!isObject(old) || !isObject(now)) unrecognised(c.emit, old, now, pointer)
  else if (same(unordered(old), unordered(now)))
    c.emit({ rule: 'order-changed', pointer, old, new: now, words: { name: 'what inputSchema lists' } })
  else c.emit({ rule: 'schema-rewritten', pointer, old, new: now })
}

/** The same change of two branches is one. Of others with one place, each later one is told by its number. */
function distinct(rows: readonly Row[]): Row[] {
  const seen = new Set<string>()
  const places = new Map<string, number>()
  return rows.flatMap(row => {
    const place = row.place ?? row.pointer
    const whole = JSON.stringify([row.rule, place, row.old ?? null, row.new ?? null, row.words?.name ?? null])
    if (seen.has(whole)) return []
    seen.add(whole)
    const identity = JSON.stringify([row.rule, place, row.new ?? null])
    const count = (places.get(identity) ?? 0) + 1
    places.set(identity, count)
    return [count === 1 ? row : { ...row, place: `${place} ${count}` }]
  })
}
