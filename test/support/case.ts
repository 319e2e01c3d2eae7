/** A case of `fixtures/cases/`: its project, built; its calls, made against a server that answers nothing. */
import { cpSync, existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Compiled, CompiledTool } from '../../src/compile.ts'
import type { Diagnostic } from '../../src/diagnostic.ts'
import { createProject } from '../../src/project/project.ts'
import type { Json, JsonObject, SpecInfo, TargetName } from '../../src/runtime/contract.ts'
import { type ConnectOptions, connect, isToolError } from '../../src/runtime/index.ts'
import { lock } from '../plugin/app.ts'
import { folder } from './folder.ts'

export interface Case {
  /** Files of `fixtures/specs/`, beside those of the folder. */
  files?: string[]
  options: { specs: Record<string, unknown> } & JsonObject
}

/** `calls.json`: what is given is written by a person; `request` or `error` is what becomes of it. */
export interface Calls {
  /** Besides the base URL. */
  connection?: JsonObject
  calls: Call[]
}
export interface Call {
  tool: string
  args: Json
  /** The arguments are as a model of this target writes them. */
  from?: TargetName
  request?: Sent
  error?: JsonObject
}
export interface Sent {
  method: string
  url: string
  headers: Record<string, string>
  body?: string
}

/** What is no part of the project. */
const about = ['config.json', 'calls.json', 'findings.txt', 'expected']

export interface Built {
  compiled: Compiled[]
  diagnostics: Diagnostic[]
}

/** Every spec of the case, with its targets or with others. */
export async function build(at: string, { files = [], options }: Case, targets?: string[]): Promise<Built> {
  const project = folder({ 'package.json': '{}' })
  const sources = [
    ...files.map(f => join('fixtures/specs', f)),
    ...readdirSync(at).flatMap(f => (about.includes(f) ? [] : [join(at, f)])),
  ]
  for (const file of sources) cpSync(file, project.at(basename(file)), { recursive: true })
  const { 'package.json': _, ...pinned } = project.snapshot()
  project.write({ 'openapi-tools.lock.json': lock(pinned) })
  const made = createProject(
    { ...options, ...(targets && { targets }) },
    { root: project.path, watching: false },
    {},
  )
  const outcomes = await Promise.all(Object.keys(options.specs).map(key => made.outcome({ key })))
  return {
    compiled: outcomes.flatMap(o => o.compiled ?? []),
    diagnostics: outcomes.flatMap(o => o.diagnostics),
  }
}

/** One finding a line, with its place; what to do stands in `fixtures/errors`. */
export const findingsText = (diagnostics: readonly Diagnostic[]): string =>
  diagnostics
    .map(d => `${d.severity} ${d.code} ${d.at?.file ?? ''}#${d.at?.pointer ?? ''}\n  ${d.message}\n`)
    .join('')

export const readCalls = (file: string): Calls =>
  existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : { calls: [] }

/** What goes out for one call, or the answer when nothing does. */
export async function outcomeOf(
  { info }: Compiled,
  { tool }: CompiledTool,
  { args, from }: Call,
  options: JsonObject = {},
): Promise<Pick<Call, 'request' | 'error'>> {
  const sent: Sent[] = []
  // The options are the case's own: what they name is not in the types.
  const connection = connect(info, {
    baseUrl: 'https://api.example.com/v1',
    ...options,
    fetch: (url: string, { method = '', headers, body }: RequestInit) => {
      const { accept: _, ...others } = Object.fromEntries(new Headers(headers))
      sent.push({ method, url, headers: others, ...(body != null && { body: String(body) }) })
      return Promise.resolve(new Response(null, { status: 204 }))
    },
  } as ConnectOptions<SpecInfo>)
  // A case may hand in anything; the types are for people.
  const answer = from
    ? await connection.call(tool, args, { confirmed: true, from })
    : await connection.call(tool, args as JsonObject, { confirmed: true })
  const [request] = sent
  if (request !== undefined) return { request }
  if (!isToolError(answer)) throw new Error(`neither a request nor an error: ${JSON.stringify(answer)}`)
  // An error of the run time is plain JSON.
  return { error: answer as unknown as JsonObject }
}
