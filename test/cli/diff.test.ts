/** `openapi-tools diff`: documents, folders and commits against each other, formats, and when it fails. */
import { execFileSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { type Folder, folder } from '../support/folder.ts'
import { answer, cli } from './cli.ts'
import { ordersText, project } from './project.ts'

const git = (at: Folder, ...words: string[]) =>
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.c', ...words], {
    cwd: at.path,
    stdio: 'pipe',
  })

const reworded = ordersText.replace('Fetch a single order', 'Look up one order')
const get = 'openapi-tools.golden/orders/orders_get.json'

/** Reviewed and committed. */
async function committed(): Promise<Folder> {
  const at = project({ 'new.yaml': reworded })
  expect((await cli(at, ['golden', '--update'])).code).toBe(0)
  git(at, 'init', '-q')
  git(at, 'add', '-A')
  git(at, 'commit', '-qm', 'reviewed')
  return at
}

const rules = (found: Record<string, unknown>) =>
  (found.changes as { rule: string; tool: string }[]).map(c => `${c.rule} ${c.tool}`)
const changed = ['description-changed orders_get']

const operation = (id: string, more = '') =>
  `  /${id}:\n    get: { operationId: ${id}, summary: ${id}., responses: { 200: { description: ok } }${more} }\n`
const document = (...operations: string[]) =>
  `openapi: 3.1.0\ninfo: { title: T, version: '1' }\npaths:\n${operations.join('')}`

describe('what is compared', () => {
  it.each([
    ['two documents, one of them configured', ['specs/orders.yaml', 'new.yaml'], changed],
    ['a document with itself', ['specs/orders.yaml', 'specs/orders.yaml'], []],
    ['a document at a commit', ['git:HEAD:specs/orders.yaml', 'new.yaml'], changed],
    ['a document, and the folder of a commit', ['git:HEAD', 'new.yaml', '--key', 'orders'], changed],
    ['a folder of a commit, and the one on disk', ['git:HEAD'], []],
    ['the same by name', ['git:HEAD:openapi-tools.golden', 'openapi-tools.golden'], []],
    ['folders of one spec', ['git:HEAD:openapi-tools.golden/orders', 'openapi-tools.golden/orders'], []],
    ['from another folder', ['git:HEAD:orders.yaml', '../new.yaml', '--cwd', 'specs'], changed],
  ])('is %s', async (_, words, expected) => {
    const found = await answer(await committed(), ['diff', ...words])
    expect({ code: found.code, rules: rules(found), diagnostics: found.diagnostics }).toEqual({
      code: 0,
      rules: expected,
      diagnostics: [],
    })
  })

  it('is what was reviewed, before and after an update', async () => {
    const at = await committed()
    at.write({ [get]: at.read(get).replace('Fetch a single', 'Retch a single') })
    expect(rules(await answer(at, ['diff', 'git:HEAD']))).toEqual(changed)
    git(at, 'rm', '-rq', '--cached', 'openapi-tools.golden')
    git(at, 'commit', '-qm', 'before anything was reviewed')
    expect(rules(await answer(at, ['diff', 'git:HEAD']))).toEqual([
      'tool-added orders_get',
      'tool-added orders_refund_create',
    ])
  })

  it('follows files that a document refers to, at the commit too', async () => {
    const part = (text: string) =>
      `get: { operationId: a, summary: ${text}, x-agent-tool: true, responses: { 200: { description: ok } } }\n`
    const at = folder({
      'package.json': '{}',
      'a.yaml': document('  /a: { $ref: part.yaml }\n'),
      'part.yaml': part('One'),
    })
    git(at, 'init', '-q')
    git(at, 'add', '-A')
    git(at, 'commit', '-qm', 'one')
    at.write({ 'part.yaml': part('Two') })
    expect(rules(await answer(at, ['diff', 'git:HEAD:a.yaml', 'a.yaml']))).toEqual([
      'description-changed api_a',
    ])
  })

  it('is every operation, when nobody has selected any', async () => {
    const at = folder({
      'old.yaml': document(
        operation('a'),
        operation('b'),
        operation('broken', ', parameters: [{ in: query }]'),
      ),
      'new.yaml': document(
        operation('a'),
        operation('c'),
        operation('broken', ', parameters: [{ in: query }]'),
      ),
    })
    const { code, stdout, stderr } = await cli(at, ['diff', 'old.yaml', 'new.yaml'])
    expect(code).toBe(0)
    expect(stdout).toMatch(/breaking {5}api_b: the tool is gone[\s\S]*behavioural {2}api_c: a new tool/)
    expect(stderr).toBe('Left out of the comparison, as both versions have it: 1 finding.\n')
  })

  it('is what one version marks, when a version marks something', async () => {
    const at = folder({
      'old.yaml': document(operation('a'), operation('b')),
      'new.yaml': document(operation('a', ', x-agent-tool: true'), operation('b')),
    })
    expect(rules(await answer(at, ['diff', 'old.yaml', 'new.yaml']))).toEqual(['tool-added api_a'])
  })

  it('is missing on the side where it cannot be a tool, which says why', async () => {
    const at = folder({
      'old.yaml': document(operation('a')),
      'new.yaml': document(operation('a', ', parameters: [{ in: query }]')),
    })
    const found = await answer(at, ['diff', 'old.yaml', 'new.yaml'])
    expect(rules(found)).toEqual(['tool-removed api_a'])
    expect(found.diagnostics).toMatchObject([{ severity: 'warning', file: 'new.yaml' }])
  })
})

describe('the answer', () => {
  const words = ['diff', 'specs/orders.yaml', 'new.yaml']
  it('is text, JSON, Markdown or annotations', async () => {
    const at = await committed()
    const said = async (...more: string[]) => (await cli(at, [...words, ...more])).stdout
    expect(await said()).toMatch(/^behavioural {2}orders_get: the text reads .*\n1 behavioural\n$/)
    expect(await said('--format', 'markdown')).toContain('| behavioural | `orders_get` |')
    expect(await said('--format', 'json')).toBe(await said('--json'))
    expect(JSON.parse(await said('--json'))).toMatchObject({
      ...{ old: 'specs/orders.yaml', new: 'new.yaml', format: 1, reevaluate: ['orders_get'] },
      ...{ summary: { behavioural: 1, breaking: 0 }, diagnostics: [] },
    })
    expect(await said('--format', 'github')).toMatch(
      /^::warning title=behavioural%3A description-changed::orders_get/,
    )
    at.write({ [get]: at.read(get).replace('Fetch a single', 'Retch a single') })
    expect((await cli(at, ['diff', 'git:HEAD', '--format', 'github'])).stdout).toContain(
      `::warning file=${get},`,
    )
  })

  it.each([
    [[], 0],
    [['--fail-on', 'breaking'], 0],
    [['--fail-on', 'behavioural'], 1],
    [['--fail-on', 'none'], 1],
    [['--fail-on', 'breaking', '--format', 'json'], 0],
  ])('fails with %j: %i', async (more, code) => {
    expect((await cli(await committed(), [...words, ...more])).code).toBe(code)
  })
})

describe('what cannot be compared', () => {
  it.each([
    [['nothing.yaml', 'new.yaml'], 'There is no "nothing.yaml".'],
    [['specs/orders.yaml'], 'Name both versions'],
    [['git:', 'new.yaml'], '"git:" names no commit'],
    [['git:--output=x'], 'names no commit'],
    [['git:HEAD~99'], 'git has no commit "HEAD~99" here'],
    [['git:HEAD:nothing', 'new.yaml'], 'The commit "HEAD" has no "nothing".'],
    [['git:HEAD', 'new.yaml'], 'Which spec is it a version of?'],
    [
      ['specs/orders.yaml', 'new.yaml', '--key', 'odrers'],
      'No spec has the key "odrers"; did you mean "orders".',
    ],
    [
      ['specs/orders.yaml', 'new.yaml', '--fail-on', 'bad'],
      'Allowed choices are breaking, behavioural, compatible, none.',
    ],
    [
      ['specs/orders.yaml', 'new.yaml', '--format', 'xml'],
      'Allowed choices are text, json, markdown, github.',
    ],
  ])('%j is wrong usage', async (words, message) => {
    const { code, stdout, stderr } = await cli(await committed(), ['diff', ...words])
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toContain(message)
  })

  it('asks which spec is meant, when the documents are of several', async () => {
    const at = project({ 'new.yaml': reworded }, { specs: { a: 'specs/orders.yaml', b: 'new.yaml' } })
    expect(await cli(at, ['diff', 'specs/orders.yaml', 'new.yaml'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('These are documents of several specs; name one with --key: a, b.'),
    })
  })

  it('asks which spec is meant, when several have the file', async () => {
    const at = project(
      { 'new.yaml': reworded },
      { specs: { a: 'specs/orders.yaml', b: 'specs/orders.yaml' } },
    )
    expect(await cli(at, ['diff', 'specs/orders.yaml', 'new.yaml'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('name one with --key: a, b'),
    })
    expect(rules(await answer(at, ['diff', 'specs/orders.yaml', 'new.yaml', '--key', 'b']))).toEqual([
      'description-changed orders_get',
    ])
  })

  it('does without git', async () => {
    const at = project({ 'new.yaml': reworded })
    expect(await cli(at, ['diff', 'git:HEAD'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('or there is no git'),
    })
    expect((await cli(at, ['diff', 'specs/orders.yaml', 'new.yaml'])).code).toBe(0)
  })

  it('tells what is wrong with a document or a golden file, and fails', async () => {
    const at = await committed()
    at.write({ 'broken.yaml': 'openapi: 3.1.0\nx: [', [get]: '{' })
    const broken = await cli(at, ['diff', 'specs/orders.yaml', 'broken.yaml'])
    expect(broken).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining('error spec-unreadable'),
    })
    const golden = await cli(at, ['diff', 'git:HEAD'])
    expect(golden).toMatchObject({
      ...{ code: 1, stdout: '' },
      stderr: expect.stringContaining(
        'error golden-unreadable: openapi-tools.golden/orders/orders_get.json ends in the middle',
      ),
    })
  })
})
