/** How each host is told about errors and warnings. The only place that knows the differences. For `plugin/` only. */
import { resolve } from 'node:path'
import type { UnpluginBuildContext } from 'unplugin'
import { type Diagnostic, renderDiagnostic } from '../diagnostic.ts'
import { isRollupLike } from './hosts.ts'

/** What hosts read of a message, each another part. */
interface Message {
  message: string
  code?: string
  /** Absolute path of the file it is about. */
  id?: string
  loc?: { file: string; line: number; column: number }
  frame?: string
  stack?: string
}

/** The part of a hook's `this` that every host has. */
export interface Reporter {
  error(message: string | Message): void
  warn(message: string | Message): void
}

export interface Listener {
  framework: string
  /** Absolute; a diagnostic's file is relative to it. */
  root: string
  context: Reporter
}

/** Of a hook about the whole build: there unplugin gives no `error` and `warn` of its own. */
export function reporterOf(context: UnpluginBuildContext): Reporter {
  const native = context.getNativeBuildContext?.()
  if (native && 'compilation' in native && native.compilation) {
    const { errors, warnings } = native.compilation
    const add = (list: Error[]) => (said: string | Message) => {
      const { message, stack } = typeof said === 'string' ? { message: said } : said
      list.push(Object.assign(new Error(message), { stack: stack ?? message }))
    }
    return { error: add(errors), warn: add(warnings) }
  }
  // Rollup and its relatives hand on their own context, which has both; unplugin's type leaves them out.
  const own = context as UnpluginBuildContext & Partial<Reporter>
  return {
    error: own.error?.bind(own) ?? raise,
    warn:
      own.warn?.bind(own) ?? (said => process.emitWarning(typeof said === 'string' ? said : said.message)),
  }
}

function raise(said: string | Message): never {
  throw new Error(typeof said === 'string' ? said : said.message)
}

/**
 * Reports all errors as one message. Throws on the hosts that throw; on the others the hook must still return
 * text or an id, because esbuild forgets the errors of a hook that returns nothing.
 */
export function fail({ framework, root, context }: Listener, errors: readonly Diagnostic[]): void {
  // Any `this.error` makes Farm's native side panic and end the process; an exception is shown.
  if (framework === 'farm') throw new Error(named(errors))
  context.error(message(framework, root, errors))
}

/**
 * For a module whose errors were all told in this build: every import of a faulty spec must fail, since hosts cache
 * modules, but a person reads the errors once.
 */
export function failAgain({ framework, context }: Listener, errors: readonly Diagnostic[]): void {
  const codes = [...new Set(errors.map(e => e.code))].join(', ')
  const text = `[openapi-tools] the same again for another import: ${codes}`
  if (framework === 'farm') throw new Error(text)
  context.error({ message: text, stack: '' })
}

/** One message each, so that a host can count them. */
export function warn({ framework, root, context }: Listener, warnings: readonly Diagnostic[]): void {
  for (const warning of warnings)
    context.warn(framework === 'farm' ? named([warning]) : message(framework, root, [warning]))
}

function message(framework: string, root: string, diagnostics: readonly Diagnostic[]): Message {
  const [first, ...rest] = diagnostics
  if (first === undefined) throw new Error('nothing to report')
  const { at, position } = first
  const file = at && resolve(root, at.file)
  // Columns are 1-based in our text and 0-based in a `loc`.
  const loc = file && position && { loc: { file, line: position.line, column: position.column - 1 } }
  if (isRollupLike(framework)) {
    // These show the frame themselves, and a stack, which would be ours. The place stays in the text, for Vitest.
    const bare = position ? { ...first, position: { ...position, frame: '' } } : first
    const shown = file && position && { id: file, frame: position.frame }
    return { message: rendered([bare, ...rest]), stack: '', code: first.code, ...loc, ...shown }
  }
  // With a `loc`, esbuild shows a frame whose line is empty: unplugin does not hand on the line's text.
  if (framework === 'esbuild') return { message: rendered(diagnostics) }
  const text = named(diagnostics)
  // Rspack shows the stack only in a resolver; webpack shows it below the text.
  return { message: text, stack: framework === 'webpack' ? '' : text }
}

const rendered = (diagnostics: readonly Diagnostic[]) => diagnostics.map(renderDiagnostic).join('\n\n')
const named = (diagnostics: readonly Diagnostic[]) => `[openapi-tools] ${rendered(diagnostics)}`
