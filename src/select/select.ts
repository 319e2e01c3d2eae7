/** The first phase: which operations of a document become tools, and what was said about them. compile.ts calls it. */
import type { Location, Report } from '../diagnostic.ts'
import type { JsonObject } from '../runtime/contract.ts'
import type { Node, Spec } from '../spec/spec.ts'
import { assemble, type Choice } from './assemble.ts'
import { isRecord, readDirective, shown } from './directive.ts'
import { type Entry, match, reportDuplicate } from './match.ts'
import { type Layer, layer } from './merge.ts'
import { below, mark, type Scan, scan } from './scan.ts'
import type { Selected, Selection } from './selected.ts'
import { readSideFile } from './side-file.ts'

/** The selected operations in document order. One with a fault is missing, and its fault reported. */
export function select(spec: Spec, selection: Selection, report: Report): Selected[] {
  const { choices, found } =
    selection.place === 'spec' ? marked(spec, report) : named(spec, selection, report)
  const misplaced = reportMisplacedMarks(found, choices, selection, report)
  return choices
    .filter(choice => !misplaced.has(choice.candidate.pathItem))
    .flatMap(choice => assemble(spec, choice, selection, report) ?? [])
}

interface Chosen {
  /** In document order. */
  choices: Choice[]
  found: Scan
}

/** `x-agent-tool` in the document itself. */
function marked(spec: Spec, report: Report): Chosen {
  const found = scan(spec, seen => seen.marked)
  // What stands behind a broken reference may be marked; leaving it out would lose a tool in silence.
  for (const { problem } of found.unread) report(problem)
  const choices = found.candidates.map(candidate => ({ candidate, outer: [] }))
  if (choices.length === 0 && found.unread.length === 0 && found.markedItems.length === 0) {
    const at = { file: spec.file, pointer: '' }
    const fix = 'mark operations with x-agent-tool, or select them in a side file or with operations'
    report({ code: 'selection-empty', message: `${spec.file}: no operation is selected`, fix, at })
  }
  const ambiguous = reportDuplicateIds(spec, choices, report)
  return { choices: choices.filter(({ candidate: { id } }) => id === null || !ambiguous.has(id)), found }
}

/** One id on several operations, when one of them is marked. Returns such ids. */
function reportDuplicateIds(spec: Spec, choices: Choice[], report: Report): Set<string> {
  const ids = new Set(choices.map(c => c.candidate.id))
  const byId = new Map<string, Scan['candidates']>()
  for (const candidate of scan(spec, ({ id }) => id !== null && ids.has(id)).candidates) {
    const { id } = candidate
    if (id !== null) byId.set(id, [...(byId.get(id) ?? []), candidate])
  }
  const duplicates = [...byId].filter(([, same]) => same.length > 1)
  for (const [id, same] of duplicates) reportDuplicate(id, same, same[0]?.node.at, report)
  return new Set(duplicates.map(([id]) => id))
}

/** A side file, or `operations` of the configuration. */
function named(spec: Spec, selection: Exclude<Selection, { place: 'spec' }>, report: Report): Chosen {
  const { entries, at, defaults, sound } =
    selection.place === 'side-file'
      ? readSideFile(selection.document, selection.file, spec, report)
      : readInline(selection.operations, selection.at, report)
  if (entries.length === 0 && sound) {
    const fix = 'name the operations to offer, by operationId or METHOD /path'
    report({ code: 'selection-empty', message: `${spec.file}: no operation is selected`, fix, at })
  }
  const { matches, found } = match(entries, spec, report)
  const choices = matches.flatMap(([candidate, entry]) => {
    const said = readEntry(entry, report)
    return said === undefined ? [] : [{ candidate, outer: [...defaults, said] }]
  })
  return { choices: sound ? choices : [], found }
}

interface Outer {
  entries: Entry[]
  at: Location
  defaults: Layer[]
  sound: boolean
}

/** Configurations in JavaScript can hold anything, so the type says nothing here. */
function readInline(operations: unknown, at: Location, report: Report): Outer {
  const outer: Outer = { entries: [], at, defaults: [], sound: true }
  const fault = (where: Location, message: string) => {
    outer.sound = false
    const fix = 'write a list of names, or an object of directives by name'
    report({ code: 'directive-invalid', message: `${at.file}: ${message}`, fix, at: where })
  }
  if (Array.isArray(operations)) {
    for (const [i, key] of operations.entries()) {
      if (typeof key === 'string') outer.entries.push({ key, said: true, at: below(at, i) })
      else fault(below(at, i), `a list of operations holds names, not ${shown(key)}`)
    }
  } else if (isRecord(operations)) {
    outer.entries = Object.entries(operations).map(([key, said]) => ({ key, said, at: below(at, key) }))
  } else fault(at, `operations must be a list or an object, not ${shown(operations)}`)
  return outer
}

function readEntry({ key, said, at }: Entry, report: Report): Layer | undefined {
  if (said === true || said === null) return layer({}, at)
  if (isRecord(said)) {
    const directive = readDirective(said, at, key, report)
    return directive && layer(directive, at)
  }
  report({
    code: 'directive-invalid',
    message: `${key}: an entry must be true, null or an object of directives, not ${shown(said)}`,
    fix: said === false ? 'remove the entry; what is not named is not offered' : 'write true',
    at,
  })
  return undefined
}

/** A mark on a path item has no meaning; `false` there would look like a guard. Returns the path items with one. */
function reportMisplacedMarks(
  found: Scan,
  choices: Choice[],
  { place }: Selection,
  report: Report,
): Set<Node<JsonObject>> {
  const selected = new Set(choices.map(c => c.candidate.pathItem))
  const wrong = found.markedItems.filter(item => place === 'spec' || selected.has(item))
  for (const { at } of wrong) {
    const message = `${at.file}: x-agent-tool stands on a path item, where it selects and guards nothing`
    const fix = 'move it to the operations that it is meant for'
    report({ code: 'directive-invalid', message, fix, at: below(at, mark) })
  }
  return new Set(wrong)
}
