/** Entries of an outer place against the operations of a document. For select.ts. */
import type { Location, Report } from '../diagnostic.ts'
import { suggestion } from '../json/nearest.ts'
import type { Candidate, Scan } from './scan.ts'

/** One operation as the side file or the configuration names it, and what is said there, unread. */
export interface Entry {
  /** operationId or `METHOD /path`. */
  key: string
  said: unknown
  at: Location
}

/** The operation of each entry. What names none, or none clearly, is missing and reported. */
export function match(entries: readonly Entry[], scan: Scan, report: Report): [Candidate, Entry][] {
  const index = indexOf(scan.candidates)
  const matches = new Map<Candidate, Entry>()
  const contested = new Set<Candidate>()
  for (const entry of entries) {
    const [candidate, ...others] = index.get(spelling(entry.key)) ?? []
    if (candidate === undefined) {
      unmatched(entry, scan, report)
      continue
    }
    if (others.length > 0) {
      reportDuplicate(entry.key, [candidate, ...others], entry.at, report)
      continue
    }
    const first = matches.get(candidate)
    if (first !== undefined) {
      contested.add(candidate)
      report({
        code: 'selection-twice',
        message: `${entry.key}: this entry and ${JSON.stringify(first.key)} select the same operation`,
        fix: 'keep one of the two entries',
        at: entry.at,
        related: [{ message: 'the first entry', at: first.at }],
      })
      continue
    }
    matches.set(candidate, entry)
  }
  return [...matches].filter(([candidate]) => !contested.has(candidate))
}

/** Reports one name that several operations have. */
export function reportDuplicate(
  name: string,
  all: readonly Candidate[],
  at: Location | undefined,
  report: Report,
): void {
  report({
    code: 'operation-duplicate',
    message: `${name}: ${all.length} operations have this name (${all.map(c => c.key).join(', ')})`,
    fix: 'give each operation its own operationId, or select one by METHOD /path',
    ...(at && { at }),
    related: all.map(c => ({ message: c.key, at: c.node.at })),
  })
}

/**
 * Operations by both of their names. An operationId can have the look of `METHOD /path`; where that is another
 * operation the two stand under one name, which is an error when it is selected.
 */
function indexOf(candidates: readonly Candidate[]): Map<string, Candidate[]> {
  const index = new Map<string, Candidate[]>()
  for (const candidate of candidates) {
    const { id, key } = candidate
    add(key, candidate)
    if (id !== null && spelling(id) !== key) add(spelling(id), candidate)
  }
  return index

  function add(name: string, candidate: Candidate): void {
    const same = index.get(name)
    if (same === undefined) index.set(name, [candidate])
    else same.push(candidate)
  }
}

/** `get /path` → `GET /path`; an id stays as it is. */
const spelling = (key: string): string =>
  key.includes(' /') ? key.replace(/^[A-Za-z]+(?= \/)/, method => method.toUpperCase()) : key

function unmatched(entry: Entry, scan: Scan, report: Report): void {
  const wanted = spelling(entry.key)
  const unread = scan.unread.find(u =>
    u.method === null ? wanted.endsWith(` ${u.path}`) : wanted === `${u.method} ${u.path}`,
  )
  if (unread !== undefined) {
    report(unread.problem)
    return
  }
  const byPath = wanted.includes(' /')
  const known = scan.candidates.map(c => (byPath ? c.key : (c.id ?? c.key)))
  report({
    code: 'selection-unmatched',
    message: `${entry.key}: no operation has this ${byPath ? 'method and path' : 'operationId'}`,
    fix: suggestion(entry.key, known),
    at: entry.at,
    related: scan.unread.slice(0, 3).map(u => ({
      message: `${u.method ?? 'the operations of'} ${u.path} could not be read`,
      at: u.problem.at ?? entry.at,
    })),
  })
}
