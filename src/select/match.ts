/** Entries of an outer place against the operations of a document. For select.ts. */
import { type Location, type Report, visible } from '../diagnostic.ts'
import { suggestion } from '../json/nearest.ts'
import type { Spec } from '../spec/spec.ts'
import { type Candidate, type Scan, type Seen, scan } from './scan.ts'

/** One operation as the side file or the configuration names it, and what is said there, unread. */
export interface Entry {
  /** operationId or `METHOD /path`. */
  key: string
  said: unknown
  at: Location
}

export interface Matched {
  matches: [Candidate, Entry][]
  /** Of what was read for them. */
  found: Scan
}

/** The operation of each entry, in document order. What names none, or none clearly, is missing and reported. */
export function match(entries: readonly Entry[], spec: Spec, report: Report): Matched {
  const found = scan(spec, wantsNamed(entries))
  const index = indexOf(found.candidates)
  const matches = new Map<Candidate, Entry>()
  const contested = new Set<Candidate>()
  for (const entry of entries) {
    const [candidate, ...others] = index.get(spelling(entry.key)) ?? []
    if (candidate === undefined) {
      unmatched(entry, spec, report)
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
  const clear = found.candidates.flatMap((candidate): [Candidate, Entry][] => {
    const entry = matches.get(candidate)
    return entry === undefined || contested.has(candidate) ? [] : [[candidate, entry]]
  })
  return { matches: clear, found }
}

/** Whether an entry names the operation, by either of its names. */
function wantsNamed(entries: readonly Entry[]): (seen: Seen) => boolean {
  const names = new Set(entries.map(entry => spelling(entry.key)))
  const paths = new Set([...names].map(name => name.slice(name.indexOf(' ') + 1)))
  return ({ id, method, path }) =>
    (id !== null && names.has(spelling(id))) || (paths.has(path) && names.has(`${method} ${path}`))
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
    message: visible(`${name}: ${all.length} operations have this name (${all.map(c => c.key).join(', ')})`),
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

function unmatched(entry: Entry, spec: Spec, report: Report): void {
  const all = scan(spec)
  const wanted = spelling(entry.key)
  const unread = all.unread.find(u =>
    u.method === null ? wanted.endsWith(` ${u.path}`) : wanted === `${u.method} ${u.path}`,
  )
  if (unread !== undefined) {
    report(unread.problem)
    return
  }
  const byPath = wanted.includes(' /')
  const known = all.candidates.map(c => (byPath ? c.key : (c.id ?? c.key)))
  report({
    code: 'selection-unmatched',
    message: `${entry.key}: no operation has this ${byPath ? 'method and path' : 'operationId'}`,
    fix: suggestion(entry.key, known),
    at: entry.at,
    related: all.unread.slice(0, 3).map(u => ({
      message: `${u.method ?? 'the operations of'} ${u.path} could not be read`,
      at: u.problem.at ?? entry.at,
    })),
  })
}
