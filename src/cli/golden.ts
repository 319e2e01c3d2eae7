/** `openapi-tools golden`: what changed since the tools were reviewed; with `--update`, accepts it. */
import type { Finding } from '../diagnostic.ts'
import type { Generation } from '../project/generation.ts'
import { builtGoldens, storedGoldens, strayGoldens, unreadableGolden } from '../project/golden-files.ts'
import { readLockFile } from '../project/lock-file.ts'
import { replaceFiles } from '../project/replace.ts'
import { fails } from '../project/severity.ts'
import { safetyRows, toReevaluate, worst } from '../review/change.ts'
import { renderText } from '../review/render/text.ts'
import { visible } from '../spec/text.ts'
import { type Changes, changesOf, type Difference, refusals } from './golden-changes.ts'
import type { Session } from './session.ts'
import { openWorkspace } from './workspace.ts'

export interface GoldenFlags {
  update?: boolean
  accept?: string[]
}

export async function golden(session: Session, { update, accept = [] }: GoldenFlags): Promise<number> {
  const workspace = await openWorkspace(session)
  if (typeof workspace === 'number') return workspace
  const { options, keys } = workspace
  if (options.golden === false) return session.usage('Golden files are turned off: golden is false.')
  if (accept.length > 0 && !update) return session.usage('--accept goes with --update.')
  const generation = workspace.generation('unreviewed')
  for (const key of keys) {
    session.progress(`Compiling ${key}`)
    generation.outcome({ key })
  }
  const diagnostics = generation.asked().flatMap(o => o.diagnostics)
  const files = new Map<string, Difference>()
  // A tool that does not compile is not gone.
  if (!diagnostics.some(fails)) {
    diagnostics.push(...generation.judge(compare(generation, options.golden, keys, files)))
    // No error comes before this, so the lock can be read.
    const { lock } = readLockFile(options.lock, generation.sources)
    for (const [file, before] of strayGoldens(workspace.root, options.golden, options.specs, lock))
      files.set(file, { before, after: undefined })
  }
  if (diagnostics.some(fails))
    return session.close({ diagnostics, json: { changes: [], written: [] }, text: '' })

  const found = changesOf(files)
  const needed = [...safetyRows(found.changes), ...found.unread].map(c => c.fingerprint)
  const stray = accept.find(f => !needed.includes(f))
  if (stray !== undefined)
    return session.usage(
      `Nothing that has to be accepted has the fingerprint ${JSON.stringify(stray)}. ${needed.length === 0 ? 'Nothing has to be.' : `There is ${needed.join(', ')}.`}`,
    )
  const refused = update ? refusals(found, accept) : []
  const writes = update === true && refused.length === 0 && files.size > 0
  const problem = writes ? replaceFiles(generation.root, files) : undefined
  diagnostics.push(...generation.judge([...refused, ...(problem ? [problem] : [])]))
  const written = writes && !problem ? [...files] : []
  const code = session.close({
    diagnostics,
    json: {
      ...{ ...found, class: worst(found.changes), reevaluate: toReevaluate(found.changes) },
      written: written.filter(([, f]) => f.after !== undefined).map(([file]) => file),
      removed: written.filter(([, f]) => f.after === undefined).map(([file]) => file),
    },
    text: answer(files, found, update ? (written.length > 0 ? 'written' : 'refused') : 'asked'),
  })
  return update || files.size === 0 ? code : 1
}

/** Adds every file that is not what is built. */
function compare(
  generation: Generation,
  folder: string,
  keys: readonly string[],
  files: Map<string, Difference>,
): Finding[] {
  const findings: Finding[] = []
  for (const key of keys) {
    const { compiled } = generation.outcome({ key })
    const built = compiled ? builtGoldens(folder, compiled) : new Map<string, string>()
    const stored = storedGoldens(generation.root, folder, key)
    for (const file of new Set([...stored.keys(), ...built.keys()].sort())) {
      const [before, after] = [stored.get(file), built.get(file)]
      if (before instanceof Error) findings.push(unreadableGolden(file, before))
      else if (before !== after) files.set(file, { before, after })
    }
  }
  return findings
}

const endings = {
  written: 'The golden files are written.',
  refused: 'Nothing is written.',
  asked: 'Accept with: openapi-tools golden --update',
}

function answer(
  files: ReadonlyMap<string, Difference>,
  { changes, unread }: Changes,
  end: keyof typeof endings,
): string {
  if (files.size === 0) return 'The golden files are what is built.\n'
  const again = toReevaluate(changes)
  const state = ({ before, after }: Difference) =>
    after === undefined ? 'gone' : before === undefined ? 'new' : 'changed'
  return [
    ...(changes.length > 0 ? [renderText(changes).trimEnd()] : []),
    ...unread.map(u => `unreadable  ${visible(u.file)} ${u.problem} (${u.fingerprint})`),
    ...(again.length > 0 ? [`to evaluate again: ${again.join(', ')}`] : []),
    ...[...files].map(([file, texts]) => `${state(texts).padEnd(7)}  ${visible(file)}`),
    endings[end],
    '',
  ].join('\n')
}
