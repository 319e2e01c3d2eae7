/** Follows one reference of a document to the value it names. `open.ts` gives the function to the `Spec`. */
import { posix, resolve } from 'node:path'
import type { Finding, Location, Report } from '../diagnostic.ts'
import { suggestion } from '../json/nearest.ts'
import { join } from '../json/pointer.ts'
import { isBelow } from '../options/paths.ts'
import type { ResolvedSpec } from '../options.ts'
import type { Json, JsonObject } from '../runtime/contract.ts'
import type { Lock } from './lock.ts'
import { unreadable } from './parse.ts'
import { checkPin } from './pin.ts'
import { parseReference, type Target } from './reference.ts'
import type { FileSources } from './sources.ts'
import type { Node, Spec } from './spec.ts'
import { quoted } from './text.ts'

export interface ResolveInput {
  sources: FileSources
  spec: Pick<ResolvedSpec, 'file' | 'refsRoot'>
  lock: Lock | undefined
}

/** A pointer that passes through more references than this goes in a circle. */
const maxHops = 100

/** What is known of a file that a reference named. */
type Opened = { value: Json; pinned: boolean } | { problem: Omit<Finding, 'at'> }

/** The pin of every further file is checked, and reported, when it is first read. */
export function createResolve({ sources, spec, lock }: ResolveInput, report: Report): Spec['resolve'] {
  const opened = new Map<string, Opened>()
  const open = (file: string): Opened => {
    const known = opened.get(file) ?? openFile(file)
    opened.set(file, known)
    return known
  }
  const openFile = (file: string): Opened => {
    const problem = placeProblem(sources, spec, file)
    if (problem) return { problem }
    const reading = sources.read(file)
    if (reading.state === 'missing') return { problem: missingFile(sources, file) }
    if (reading.state === 'unreadable') {
      // The reason may quote the text, and a reference may name any file of the folder.
      const { position } = reading.fault
      const where = position ? ` (line ${position.line}, column ${position.column})` : ''
      return {
        problem: {
          code: 'spec-unreadable',
          message: `${unreadable(file, reading.fault)}${where}`,
          fix: 'Correct the file, or the reference',
        },
      }
    }
    // `openSpec` has checked the entry file.
    if (file === spec.file) return { value: reading.value, pinned: true }
    const wrongPin = checkPin({
      file,
      sha256: reading.sha256,
      expected: lock?.files.get(file)?.sha256,
      pinnedIn: 'lock',
      otherLineEndings: () => sources.otherLineEndings(file),
    })
    if (wrongPin) report(wrongPin)
    return { value: reading.value, pinned: wrongPin === undefined }
  }

  return (ref, from) => {
    const first = parseReference(ref, from)
    if ('problem' in first) return first
    let target: Target = first.target
    for (let hops = 0; hops <= maxHops; hops++) {
      const file = open(target.file)
      if ('problem' in file) return { problem: { ...file.problem, at: from } }
      const step = walk(file.value, target)
      if ('node' in step) return step
      if ('missing' in step) {
        return { problem: missingPlace(ref, from, target.file, step, file.pinned) }
      }
      const next = parseReference(step.ref, step.at)
      if ('problem' in next) return next
      target = { file: next.target.file, path: [...next.target.path, ...step.rest] }
    }
    return {
      problem: {
        code: 'ref-unresolved',
        message: `The reference ${quoted(ref)} passes through references that lead back to each other`,
        fix: 'Let one of them lead to a value',
        at: from,
      },
    }
  }
}

interface Missing {
  missing: string
  parent: string
  known: string[]
}

/** A reference in the middle of a pointer: the rest of the pointer goes on behind it. */
interface Detour {
  ref: string
  at: Location
  rest: string[]
}

/** One walk along a pointer: to its end, to a reference on the way, or to where it breaks off. */
function walk(document: Json, { file, path }: Target): { node: Node } | Missing | Detour {
  let value = document
  let pointer = ''
  for (const [i, token] of path.entries()) {
    const next = child(value, token)
    if (next === undefined) {
      if (isReference(value)) return { ref: value.$ref, at: { file, pointer }, rest: path.slice(i) }
      return {
        missing: token,
        parent: pointer,
        known: typeof value === 'object' && value ? Object.keys(value) : [],
      }
    }
    value = next
    pointer = join(pointer, token)
  }
  return { node: { value, at: { file, pointer } } }
}

function child(value: Json, token: string): Json | undefined {
  if (Array.isArray(value)) return /^(?:0|[1-9]\d*)$/.test(token) ? value[Number(token)] : undefined
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, token)) return undefined
  return value[token]
}

const isReference = (value: Json): value is JsonObject & { $ref: string } =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.hasOwn(value, '$ref') &&
  typeof value.$ref === 'string'

/** Refuses a file outside the trusted folder, before anything outside is touched; then where links lead. */
export function placeProblem(
  sources: FileSources,
  { file: entry, refsRoot }: ResolveInput['spec'],
  file: string,
): Omit<Finding, 'at'> | undefined {
  if (file === entry) return undefined
  const lexical = isBelow(resolve(sources.root, refsRoot), resolve(sources.root, file))
  const [folder, real] = lexical ? [sources.realpath(refsRoot), sources.realpath(file)] : []
  // Nothing is there to be read when a path has no real place.
  if (lexical && (folder === undefined || real === undefined || isBelow(folder, real))) return undefined
  return {
    code: 'ref-outside',
    message: `A reference leads to ${quoted(file)}, outside ${quoted(refsRoot)}`,
    fix: 'Move the file below that folder, or set refsRoot of the spec to a folder that holds both',
  }
}

function missingFile(sources: FileSources, file: string): Omit<Finding, 'at'> {
  const name = posix.basename(file)
  const known = sources.neighbours(file).filter(n => /\.(?:ya?ml|json)$/i.test(n))
  return {
    code: 'ref-unresolved',
    message: `A reference leads to ${quoted(file)}, which does not exist`,
    fix: `Correct the reference: in that folder, ${suggestion(name.slice(0, longestName), comparable(name, known))}`,
  }
}

function missingPlace(
  ref: string,
  from: Location,
  file: string,
  { missing, parent, known }: Missing,
  pinned: boolean,
): Finding {
  const inFile = file === from.file ? '' : `${file}`
  // What stands in a file that nobody reviewed is not told, not even its keys.
  const names = pinned ? comparable(missing, known) : []
  return {
    code: 'ref-unresolved',
    message: `The reference ${quoted(ref)} leads nowhere: ${quoted(`${inFile}#${parent}`)} has no ${quoted(missing)}`,
    fix:
      names.length > 0
        ? `Correct the reference: ${suggestion(missing.slice(0, longestName), names)}`
        : 'Correct the reference',
    at: from,
  }
}

// Comparing names costs the product of their lengths; both sides come from the document.
const longestName = 64
const mostNames = 300

/** The names worth comparing with a misspelt one: a typing error hardly changes the length. */
function comparable(name: string, known: readonly string[]): string[] {
  const difference = (k: string) => Math.abs(k.length - name.length)
  const short = known.filter(k => k.length <= longestName)
  return short.length <= mostNames
    ? short
    : short.sort((a, b) => difference(a) - difference(b)).slice(0, mostNames)
}
