/** Golden files for the tests of `review/`: those of fixtures/cases, and short ways to change one. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import type { Change } from '../../src/review/change.ts'
import { diffGoldens } from '../../src/review/diff.ts'
import type { Json, JsonObject } from '../../src/runtime/contract.ts'

// A case of what is refused has no golden files.
const files = readdirSync('fixtures/cases')
  .map(name => `fixtures/cases/${name}/expected`)
  .filter(existsSync)
  .flatMap(folder => readdirSync(folder).flatMap(f => (f.endsWith('.json') ? [`${folder}/${f}`] : [])))

/** Tool name → golden, read from disk each time. */
export const goldens = (): Map<string, JsonObject> =>
  new Map(
    files.map(file => {
      const golden = JSON.parse(readFileSync(file, 'utf8')) as JsonObject
      return [String(golden.tool), golden]
    }),
  )

export function golden(tool: string): JsonObject {
  const found = goldens().get(tool)
  if (found === undefined) throw new Error(`no golden of ${tool}`)
  return found
}

/** A copy with the value at each pointer replaced; undefined takes it away. A list grows at `-`. */
export function changed(value: JsonObject, changes: Record<string, Json | undefined>): JsonObject {
  const copy = structuredClone(value)
  for (const [pointer, to] of Object.entries(changes)) {
    const path = pointer
      .split('/')
      .slice(1)
      .map(t => t.replaceAll('~1', '/').replaceAll('~0', '~'))
    const last = path.pop() ?? ''
    // A test names places that exist.
    const holder = path.reduce<Json>((v, k) => (v as JsonObject)[k] as Json, copy)
    if (Array.isArray(holder) && (last === '-' || to === undefined))
      holder.splice(
        last === '-' ? holder.length : Number(last),
        to === undefined ? 1 : 0,
        ...(to === undefined ? [] : [to]),
      )
    else if (to === undefined) delete (holder as JsonObject)[last]
    else (holder as JsonObject)[last] = to
  }
  return copy
}

// A hostile name may be anything, and need not turn into a text.
const nameOf = ({ tool }: JsonObject): string => (typeof tool === 'string' ? tool : 'unnamed')
export const one = (golden: JsonObject): Map<string, JsonObject> => new Map([[nameOf(golden), golden]])

export const diff = (before: JsonObject, after: JsonObject): Change[] => diffGoldens(one(before), one(after))

/** `class rule pointer`, and a mark for safety. */
export const brief = (changes: readonly Change[]): string[] =>
  changes.map(c => `${c.class} ${c.rule}${c.safety ? '!' : ''} ${c.pointer}`)
