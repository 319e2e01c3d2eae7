/** Every operation of a spec: what it would be as a tool, whether it is selected, and what would refuse it. For `list.ts`, `init.ts` and `add.ts`. */
import {
  type Compiled,
  type CompiledTool,
  compile,
  type ListedOperation,
  listOperations,
} from '../compile.ts'
import { type Finding, isError } from '../diagnostic.ts'
import type { Operations, ResolvedSpec } from '../options.ts'
import { type Chosen, chooseSelection, chosenNamespace } from '../project/selection.ts'
import type { Selection } from '../select/selected.ts'
import { openSpec } from '../spec/open.ts'
import type { FileSources } from '../spec/sources.ts'
import type { Spec } from '../spec/spec.ts'
import { visible } from '../spec/text.ts'
import type { Workspace } from './workspace.ts'

export interface Surveyed {
  operation: ListedOperation
  selected: boolean
  /** What it is, or would be when it were selected without further words. */
  tool: CompiledTool | undefined
  /** Why there is no tool. */
  refusals: Finding[]
}

/** A pin is asked for when tools are built, not while they are chosen. */
const ofPin = ['spec-not-pinned', 'spec-changed']

export function survey(
  { configured, configuration, options }: Pick<Workspace, 'configured' | 'configuration' | 'options'>,
  resolved: ResolvedSpec,
  sources: FileSources,
): { operations: Surveyed[]; findings: Finding[] } {
  const findings: Finding[] = []
  const chosen = chooseSelection(resolved, sources, configuration.file)
  findings.push(...chosen.findings)
  const spec = openSpec({ sources, spec: resolved, lock: undefined }, f => {
    if (!ofPin.includes(f.code)) findings.push(f)
  })
  if (spec === undefined) return { operations: [], findings }
  const namespace = chosenNamespace(resolved, configured, chosen)
  const tools = (selection: Selection) => compile(spec, { ...options, namespace, selection })
  return { operations: surveyed(spec, chosen, tools), findings }
}

function surveyed(spec: Spec, chosen: Chosen, tools: (s: Selection) => Compiled): Surveyed[] {
  const all = listOperations(spec)
  const said = entriesOf(chosen.selection)
  const isSelected = ({ id, method, path, marked }: ListedOperation) =>
    said === undefined ? marked : said.has(`${method} ${path}`) || (id !== null && said.has(id))
  const open = all.filter(o => !isSelected(o))
  const now = chosen.selection && open.length < all.length ? tools(chosen.selection) : undefined
  const would = open.length > 0 ? tools(among(open, chosen.selection)) : undefined
  const [actual, possible] = [byPlace(now), byPlace(would)]
  return all.map(operation => {
    const selected = isSelected(operation)
    const tool = (selected ? actual : possible).get(placeOf(operation))
    if (tool) return { operation, selected, tool, refusals: [] }
    // Alone, so that every finding is its own, and operations that nobody selects do not take each other's names.
    const alone = tools(among([operation], chosen.selection))
    if (!selected && alone.tools[0]) return { operation, selected, tool: alone.tools[0], refusals: [] }
    const beside =
      now?.findings.filter(f => f.message.includes(visible(operation.id ?? operation.name))) ?? []
    const own = alone.findings.filter(isError)
    return { operation, selected, tool: undefined, refusals: own.length > 0 ? own : beside.filter(isError) }
  })
}

/** What is said of operations outside of the document, by their names; undefined when the document selects. */
function entriesOf(selection: Selection | undefined): Map<string, unknown> | undefined {
  if (selection === undefined || selection.place === 'spec') return undefined
  const said = selection.place === 'inline' ? selection.operations : operationsOf(selection.document)
  const entries = Array.isArray(said) ? said.map(name => [name, true]) : Object.entries(said)
  return new Map(entries.map(([name, entry]) => [spelling(String(name)), entry]))
}

const spelling = (name: string) => name.replace(/^[A-Za-z]+(?= \/)/, method => method.toUpperCase())

function operationsOf(document: unknown): object {
  const said = isObject(document) && Object.hasOwn(document, 'operations') ? document.operations : undefined
  return isObject(said) ? said : {}
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A selection of these operations, in the place of the real one, with what that one says of them. */
function among(operations: readonly ListedOperation[], real: Selection | undefined): Selection {
  const said = entriesOf(real)
  const entries = operations.map(({ name, id, method, path }) => [
    name,
    said?.get(`${method} ${path}`) ?? (id === null ? undefined : said?.get(id)) ?? null,
  ])
  // What was not JSON is refused by name, as it is in the real selection.
  const own = Object.fromEntries(entries) as Operations
  if (real?.place === 'side-file' && isObject(real.document))
    return { ...real, document: { ...real.document, operations: own } as typeof real.document }
  return { place: 'inline', operations: own, at: { file: 'the selection', pointer: '' } }
}

const placeOf = ({ method, path, at }: ListedOperation) =>
  `${at.file}#${at.pointer} ${method} ${path.split(/[?#]/, 1)[0]}`

const byPlace = (compiled: Compiled | undefined): Map<string, CompiledTool> =>
  new Map(
    compiled?.tools.map(t => {
      const { method, path } = t.tool.operation
      return [`${t.source.file}#${t.source.pointer} ${method} ${path}`, t]
    }),
  )
