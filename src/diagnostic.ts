/**
 * Diagnostics as data: the closed table of codes, and the shapes phases report in.
 * Anyone may import it; it imports the table only. Rendering is `renderDiagnostic`, at the edge's request.
 */
import { type Code, rules } from './diagnostic/rules.ts'

export { type Code, rules }

/** A place in a file: a root-relative POSIX path, and a JSON pointer into the parsed document. */
export interface Location {
  file: string
  pointer: string
}

/** What a phase reports: code, what is wrong, what to do, and where. */
export interface Finding {
  code: Code
  /** What is wrong, in one sentence, starting with the operation or file it is about. No final period. */
  message: string
  /** What to do about it, as an instruction. No final period. */
  fix: string
  /** Where; the renderer turns it into line and column. */
  at?: Location
  /** Further places that the message speaks of. */
  related?: { message: string; at: Location }[]
}

export type Report = (finding: Finding) => void

/** 1-based line and column, and the lines around them. */
export interface Position {
  line: number
  column: number
  frame: string
}

/** A finding with its place in the text. */
export interface Diagnostic extends Finding {
  severity: 'error' | 'warning'
  why: string
  position?: Position
}

export const isError = (finding: Finding): boolean => rules[finding.code].severity === 'error'

/** Adds severity, reason and text position to a finding. */
export function toDiagnostic(finding: Finding, locate: (at: Location) => Position | undefined): Diagnostic {
  const { severity, why } = rules[finding.code]
  const position = finding.at && locate(finding.at)
  return { ...finding, severity, why, ...(position && { position }) }
}

/** One diagnostic as text: code and what, where with frame, why, what to do. */
export function renderDiagnostic(d: Diagnostic): string {
  const lines = [`${d.severity} ${d.code}: ${noCommand(d.message)}`]
  if (d.at) {
    const line = d.position ? `:${d.position.line}:${d.position.column}` : ''
    lines.push(`  at ${visible(d.at.file)}${line}${d.at.pointer ? `  #${visible(d.at.pointer)}` : ''}`)
  }
  if (d.position?.frame) lines.push(d.position.frame)
  for (const r of d.related ?? [])
    lines.push(`  ${visible(r.message)}: ${visible(r.at.file)}  #${visible(r.at.pointer)}`)
  lines.push(`  why: ${d.why}`, `  fix: ${visible(d.fix)}.`)
  return lines.map(text => text.split('\n').map(visible).join('\n')).join('\n')
}

/** A line that starts with `::` is a command to GitHub's runner, in whatever a job writes (github/toolkit, command.ts). */
const noCommand = (message: string): string => message.replace(/\r?\n(?=\s*::)/g, '·')

/** Text of a document may not steer a terminal or hide itself: controls, bidi marks and lone halves become a dot. Names of files and keys are such text too. */
export const visible = (text: string): string =>
  text.replaceAll('\t', '  ').replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, '·')
