/** A package that is not the root of its repository, and commands that are run below the package. */
import { execFileSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { type Folder, folder } from '../support/folder.ts'
import { answer, cli } from './cli.ts'
import { ordersText } from './project.ts'

const git = (at: Folder, ...words: string[]) =>
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.c', ...words], {
    cwd: at.path,
    stdio: 'pipe',
  })
const inPackage = ['--cwd', 'packages/ä b']
const spec = 'packages/ä b/orders.yaml'

async function reviewed(): Promise<Folder> {
  const at = folder({ 'package.json': '{}', 'packages/ä b/package.json': '{}', [spec]: ordersText })
  for (const words of [['init'], ['golden', '--update']])
    expect(await cli(at, [...words, ...inPackage])).toMatchObject({ code: 0 })
  git(at, 'init', '-q')
  git(at, 'add', '-A')
  git(at, 'commit', '-qm', 'reviewed')
  return at
}

describe('a package below the root of its repository', () => {
  it('is compared with what was reviewed, and its annotations have paths of the repository', async () => {
    const at = await reviewed()
    expect(await answer(at, ['diff', 'git:HEAD', ...inPackage])).toMatchObject({ code: 0, changes: [] })
    at.write({ [spec]: ordersText.replace('Fetch a single order', 'Look up one order') })
    for (const words of [['pin'], ['golden', '--update']])
      expect(await cli(at, [...words, ...inPackage])).toMatchObject({ code: 0 })
    expect(await answer(at, ['diff', 'git:HEAD', ...inPackage])).toMatchObject({
      changes: [{ rule: 'description-changed' }],
    })
    const { stdout } = await cli(at, ['diff', 'git:HEAD', '--format', 'github', ...inPackage])
    expect(stdout).toContain('::warning file=packages/ä b/openapi-tools.golden/orders/orders_get.json,')
  })
})

describe('a folder below the package', () => {
  it('has its files where every command looks for them', async () => {
    const at = folder({ 'package.json': '{}', 'src/deep/orders.yaml': ordersText, 'things.yaml': ordersText })
    expect(await cli(at, ['init', '--cwd', 'src/deep'])).toMatchObject({ code: 0 })
    expect(at.read('openapi-tools.config.json')).toContain('./src/deep/orders.yaml')
    expect(Object.keys(at.snapshot()).filter(f => f.startsWith('src/'))).toEqual(['src/deep/orders.yaml'])
    expect(await cli(at, ['list', '--cwd', 'src'])).toMatchObject({ code: 0 })
  })

  it('adds there too', async () => {
    const at = folder({ 'package.json': '{}', 'src/deep/orders.yaml': ordersText })
    expect(await cli(at, ['add', 'orders.yaml', '--cwd', 'src/deep'])).toMatchObject({ code: 0 })
    expect(at.read('openapi-tools.config.json')).toContain('./src/deep/orders.yaml')
    expect(at.read('openapi-tools.lock.json')).toContain('"src/deep/orders.yaml"')
  })
})

describe('--cwd', () => {
  it.each(['nope', 'package.json'])('that is no folder is wrong usage: %s', async cwd => {
    const at = folder({ 'package.json': '{}', 'orders.yaml': ordersText })
    for (const command of [['init'], ['pin', 'orders.yaml'], ['check']])
      expect(await cli(at, [...command, '--cwd', cwd])).toMatchObject({
        code: 2,
        stdout: '',
        stderr: expect.stringContaining(`--cwd: there is no folder ${JSON.stringify(cwd)}`),
      })
    expect(Object.keys(at.snapshot())).toEqual(['orders.yaml', 'package.json'])
  })
})
