/** The second phase: the public names of tools, derived exactly or refused. compile.ts calls it. */
import type { Location, Report } from '../diagnostic.ts'
import type { Selected } from '../select/selected.ts'
import type { Named } from './named.ts'
import { exportNameReserved, toolNameReserved } from './reserved.ts'
import { camelCase, snakeCase } from './words.ts'

interface NameOptions {
  namespace: string
  nameRule: 'strict' | 'wide'
}

/** In the order given. A tool without a legal name of its own is missing, and the reason reported. */
export function name(selected: readonly Selected[], options: NameOptions, report: Report): Named[] {
  const legal = selected.flatMap(s => nameOne(s, options, report) ?? [])
  const clashing = new Set([
    ...clashesOfToolNames(legal, report),
    ...clashesOfFormerNames(legal, report),
    ...clashesOfExports(legal, report),
  ])
  return legal.filter(n => !clashing.has(n))
}

const rules = {
  strict: { characters: /^[A-Za-z_][A-Za-z0-9_]*$/, longest: 64, words: 'letters, digits and underscores' },
  wide: {
    characters: /^[A-Za-z_][A-Za-z0-9_.:-]*$/,
    longest: 128,
    words: 'letters, digits, underscores, dots, colons and dashes',
  },
}

function nameOne(selected: Selected, options: NameOptions, report: Report): Named | undefined {
  const { operation, directive } = selected
  const at = nameLocation(selected)
  const refuse = (
    code: 'name-needed' | 'name-invalid' | 'name-too-long' | 'name-reserved',
    message: string,
  ) => void report({ code, message: `${operation.label}: ${message}`, fix: 'say name: for it', at })

  const toolName = directive.name ?? derive(selected, options.namespace)
  if (toolName === undefined)
    return refuse(
      'name-needed',
      `no name can be made of the ${operation.id === null ? 'path' : 'operationId'} without inventing letters`,
    )
  const rule = rules[options.nameRule]
  if (!rule.characters.test(toolName))
    return refuse(
      'name-invalid',
      `the name ${JSON.stringify(toolName)} must have ${rule.words} only, and start with a letter or an underscore`,
    )
  if (toolName.length > rule.longest)
    return refuse(
      'name-too-long',
      `the name ${toolName} has ${toolName.length} characters and may have ${rule.longest}`,
    )
  const reserved = toolNameReserved(toolName)
  if (reserved !== undefined) return refuse('name-reserved', `the name ${toolName} is taken: ${reserved}`)
  const exportName = camelCase(toolName)
  const reservedExport = exportNameReserved(exportName)
  if (reservedExport !== undefined)
    return refuse(
      'name-reserved',
      `the tool ${toolName} would be exported as ${exportName}, and ${reservedExport}`,
    )
  const formerNames = directive.formerNames ?? []
  const sound = formerNames.map((former, i) => formerNameIsSound(selected, former, i, report)).every(Boolean)
  return sound ? { ...selected, toolName, exportName, formerNames } : undefined
}

/** Undefined when the document gives no letters to make a name of, or letters that no name can have. */
function derive({ operation }: Selected, namespace: string): string | undefined {
  const source = operation.id ?? `${operation.method.toLowerCase()} ${operation.path}`
  // Which ASCII letters stand for others is a matter of language; nothing here could know it.
  if (/[^\0-\x7f]/.test(source)) return undefined
  const words = snakeCase(source)
  return words === '' ? undefined : `${namespace}_${words}`
}

/** Former names stood in some history, so they fit some model API: the wide rule. */
function formerNameIsSound(selected: Selected, former: string, i: number, report: Report): boolean {
  const { characters, longest } = rules.wide
  const fits = characters.test(former) && former.length <= longest
  if (fits && toolNameReserved(former) === undefined) return true
  report({
    code: fits ? 'name-reserved' : 'name-invalid',
    message: `${selected.operation.label}: ${JSON.stringify(former)} cannot have been the name of a tool`,
    fix: 'take it out of formerNames',
    at: selected.origin('formerNames', String(i)),
  })
  return false
}

/** Names that differ only in case count as one: golden files are named after tools, and some disks fold case. */
function clashesOfToolNames(all: readonly Named[], report: Report): Named[] {
  return groups(all, n => [n.toolName.toLowerCase()]).flatMap(([, same]) => {
    const names = [...new Set(same.map(n => n.toolName))]
    reportClash('name-taken', same, names.join(' and '), 'are both named', report)
    return same
  })
}

function clashesOfExports(all: readonly Named[], report: Report): Named[] {
  return groups(all, n => [n.exportName]).flatMap(([exportName, same]) => {
    // Tools of one name have been reported under that name.
    if (new Set(same.map(n => n.toolName.toLowerCase())).size === 1) return []
    const what = `exported as ${exportName} (${same.map(n => n.toolName).join(', ')})`
    reportClash('export-name-taken', same, what, 'are both', report)
    return same
  })
}

/** A former name must lead to one tool, and to one that has it no longer. */
function clashesOfFormerNames(all: readonly Named[], report: Report): Named[] {
  const current = new Map(all.map(n => [n.toolName, n]))
  const taken = all.flatMap(n =>
    n.formerNames.flatMap(former => {
      const owner = current.get(former)
      if (owner === undefined) return []
      report({
        code: 'name-taken',
        message: `${n.operation.label}: the former name ${former} is the name of ${owner === n ? 'this same tool' : owner.operation.label}`,
        fix: 'take it out of formerNames, or rename the tool that has it now',
        at: n.origin('formerNames'),
        related: [{ message: owner.operation.label, at: nameLocation(owner) }],
      })
      return [n, owner]
    }),
  )
  const shared = groups(all, n => n.formerNames).flatMap(([former, same]) => {
    reportClash('name-taken', same, former, 'both have the former name', report)
    return same
  })
  return [...taken, ...shared]
}

/** Tools by key, where several have the same. */
function groups(all: readonly Named[], keysOf: (n: Named) => string[]): [string, Named[]][] {
  const byKey = new Map<string, Named[]>()
  for (const n of all) {
    for (const key of keysOf(n)) {
      const same = byKey.get(key)
      if (same === undefined) byKey.set(key, [n])
      else same.push(n)
    }
  }
  return [...byKey].filter(([, same]) => same.length > 1)
}

function reportClash(
  code: 'name-taken' | 'export-name-taken',
  same: readonly Named[],
  what: string,
  are: string,
  report: Report,
): void {
  const last = same.at(-1)
  report({
    code,
    message: `${same.map(n => n.operation.label).join(' and ')} ${same.length > 2 ? are.replace('both', 'all') : are} ${what}`,
    fix: 'say name: for one of them',
    ...(last && { at: nameLocation(last) }),
    related: same.slice(0, -1).map(n => ({ message: n.operation.label, at: nameLocation(n) })),
  })
}

/** Where a tool's name comes from. */
function nameLocation({ directive, operation, origin }: Selected): Location {
  if (directive.name !== undefined) return origin('name')
  const { at } = operation.node
  return operation.id === null ? at : { file: at.file, pointer: `${at.pointer}/operationId` }
}
