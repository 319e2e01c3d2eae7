/** bench/corpus.mjs counts what it should: over a compiler that is made to fail in every way, and over the real one. */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'

interface Counts {
  [name: string]: unknown
  media: Record<string, { operations: number; compiled: number; budgetRefused: number }>
  refusedByCode: Record<string, number>
}

function run(...args: string[]): { status: number | null; counts: Counts; stderr: string } {
  const { status, stdout, stderr } = spawnSync('node', ['bench/corpus.mjs', ...args], { encoding: 'utf8' })
  return { status, counts: stdout === '' ? ({} as Counts) : (JSON.parse(stdout) as Counts), stderr }
}

/** A compiler of one line: what it does with an operation is the operation's summary. */
function fakeDist(): string {
  const root = mkdtempSync(join(tmpdir(), 'corpus-test-'))
  const put = (file: string, text: string) => {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    writeFileSync(join(root, file), text)
  }
  put('package.json', '{"type":"module"}')
  put('diagnostic.js', 'export const isError = f => f.code !== "deprecated"')
  put(
    'spec/sources.js',
    "import { readFileSync } from 'node:fs'\nexport const createSources = ({ root }) => f => JSON.parse(readFileSync(root + '/' + f))",
  )
  put(
    'spec/open.js',
    'export const openSpec = ({ sources, spec }) => ({ file: spec.file, document: sources(spec.file), resolve: () => undefined })',
  )
  put(
    'json/pointer.js',
    "export const join = (...t) => t[0] + t.slice(1).map(k => '/' + k.replaceAll('/', '~1')).join('')\nexport const get = (d, p) => p.slice(1).split('/').reduce((v, k) => v[k.replaceAll('~1', '/')], d)",
  )
  put('lint.js', 'export const lint = d => d.faults')
  put(
    'compile.js',
    `export function compile(spec, { selection: { operations } }) {
      const tools = [], findings = []
      for (const [label, directive] of Object.entries(operations)) {
        const [method, path] = label.split(' ')
        const { summary } = spec.document.paths[path][method.toLowerCase()]
        if (summary === 'hangs') for (;;);
        if (summary === 'throws') throw new Error('ours')
        if (summary === 'asks' && !directive.params) findings.push({ code: 'credential-unclassified', message: 'm', at: { pointer: '/parameter' } })
        else if (summary === 'refuses') findings.push({ code: 'body-media', message: 'm', fix: 'f', at: { file: 'doc.json', pointer: '/paths' } }, { code: 'deprecated', message: 'm' })
        else if (summary === 'exceeds') findings.push({ code: 'budget-exceeded', message: 'm', fix: 'f', at: { file: 'doc.json', pointer: '/nowhere' } })
        else tools.push({ source: { pointer: '/paths/' + path.replaceAll('/', '~1') + '/' + method.toLowerCase() },
          tool: { declarations: { gemini: { declaration: { faults: summary === 'dirty' ? ['fault'] : [] } } } } })
      }
      return { tools, findings, info: {} }
    }`,
  )
  return root
}

describe('corpus', () => {
  it('counts every kind of outcome, and goes on after each', { timeout: 60_000 }, () => {
    const dist = fakeDist()
    const body = (type: string) => ({ requestBody: { content: { [type]: {} } } })
    const summaries = ['fine', 'hangs', 'throws', 'refuses', 'exceeds', 'dirty', 'asks', 'fine']
    const medias = [
      {},
      body('application/json'),
      body('text/xml'),
      body('a/b+json'),
      {},
      body('application/x-www-form-urlencoded'),
      {},
      {},
    ]
    const paths = Object.fromEntries(
      summaries.map((summary, i) => [`/${i}`, { get: { summary, ...medias[i] } }]),
    )
    writeFileSync(
      join(dist, 'doc.json'),
      JSON.stringify({ parameter: { in: 'query', name: 'token' }, paths }),
    )
    const log = join(dist, 'log.jsonl')
    const { status, counts } = run(
      join(dist, 'doc.json'),
      '--dist',
      dist,
      '--watchdog',
      '700',
      '--refused',
      log,
    )
    expect(status).toBe(1)
    expect(counts).toMatchObject({
      documents: 1,
      operations: 7,
      compiled: 4,
      refused: 2,
      budgetRefused: 1,
      unclean: 1,
      unexplained: 1,
      crashes: 1,
      watchdogs: 1,
      refusedByCode: { 'body-media': 1, 'budget-exceeded': 1 },
    })
    expect(counts.media).toMatchObject({
      json: { operations: 1, compiled: 0 },
      form: { operations: 1, compiled: 1 },
      other: { operations: 1, compiled: 0 },
      none: { operations: 4, compiled: 3, budgetRefused: 1 },
    })
    const lines = readFileSync(log, 'utf8')
      .trim()
      .split('\n')
      .map(l => JSON.parse(l) as { kind: string })
    expect(lines.map(l => l.kind).sort()).toEqual(['crash', 'refused', 'refused', 'unclean', 'watchdogs'])
  })

  it('says what it does not know', { timeout: 60_000 }, () => {
    expect(run('--fast')).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('unknown option --fast'),
    })
    expect(run('package.json', '--dist', 'nowhere')).toMatchObject({ status: 2 })
    expect(run()).toMatchObject({ status: 2, stderr: expect.stringContaining('name a folder or a file') })
  })

  // The real compiler, as built; `npm test` builds it first.
  it.skipIf(!existsSync('dist/compile.js'))(
    'adds up over real documents, requests included',
    { timeout: 60_000 },
    () => {
      const { status, counts } = run(
        'fixtures/real/github',
        'fixtures/real/nasa',
        'fixtures/real/twilio',
        '--calls',
      )
      expect(status).toBe(0)
      const { operations, compiled, refused, calls } = counts as unknown as Record<string, number>
      expect(compiled).toBeGreaterThan(20)
      expect(operations).toBe(Number(compiled) + Number(refused))
      expect(calls).toBeGreaterThan(Number(compiled))
      expect(counts).toMatchObject({
        documents: 3,
        crashes: 0,
        watchdogs: 0,
        unclean: 0,
        unexplained: 0,
        callMismatches: 0,
      })
      const sum = (of: 'operations' | 'compiled') =>
        Object.values(counts.media).reduce((n, m) => n + m[of], 0)
      expect([sum('operations'), sum('compiled')]).toEqual([operations, compiled])
    },
  )
})
