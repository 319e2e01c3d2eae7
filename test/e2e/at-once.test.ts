/** Several processes of the built command line at once in one folder: one of them wins whole, the others say why not. */
import { readFileSync, rmSync } from 'node:fs'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Folder } from '../support/folder.ts'
import { app, type Ran, runCommand, snapshot } from './app.ts'

const spec = readFileSync('fixtures/specs/orders.yaml', 'utf8')
let made: Folder
const openapiTools = (words: string): Promise<Ran> => runCommand(made, `npx openapi-tools ${words}`)

beforeEach(async () => {
  made = app({
    'specs/orders.yaml': spec,
    'openapi-tools.config.json': '{ "specs": { "orders": "./specs/orders.yaml" } }',
  })
  expect(await openapiTools('pin')).toMatchObject({ code: 0 })
})

describe('four processes at once', { timeout: 120_000 }, () => {
  it.each([
    ['golden --update', {}],
    ['pin', { 'specs/orders.yaml': spec.replace('Page', 'Walk') }],
    ['types', {}],
    ['emit --out tools', {}],
  ])('%s', async (words, edit) => {
    made.write(edit)
    const before = snapshot(made)
    expect(await openapiTools(words)).toMatchObject({ code: 0 })
    const alone = snapshot(made)
    expect(alone).not.toEqual(before)
    for (let round = 0; round < 2; round++) {
      for (const file of Object.keys(alone)) rmSync(made.at(file))
      made.write(before)
      const all = await Promise.all(Array.from({ length: 4 }, () => openapiTools(words)))
      expect(all.some(ran => ran.code === 0)).toBe(true)
      for (const { code, stdout, stderr } of all) {
        expect(code === 0 ? '' : stderr).toMatch(/^$|^error write-conflict: /)
        expect(`${stdout}${stderr}`).not.toMatch(/\n {4}at /)
      }
      // Whole, equal to what one of them writes, and nothing beside.
      expect(snapshot(made)).toEqual(alone)
    }
  })
})
