/** What a document or a file says reaches a terminal and a CI log as text, never as a command. */
import { describe, expect, it } from 'vitest'
import { folder } from '../support/folder.ts'
import { answer, cli } from './cli.ts'
import { project } from './project.ts'

const command = '\n::error::said\x1b[2K\u202e'
const spec = JSON.stringify({
  openapi: '3.1.0',
  info: { title: command, version: `1${command}` },
  servers: [{ url: 'https://x.example' }],
  paths: {
    [`/a${command}`]: {
      get: {
        operationId: `a${command}`,
        'x-agent-tool': true,
        summary: command,
        parameters: [
          { name: `q${command}`, in: 'query', schema: { type: 'string', pattern: `(${command}` } },
          { name: 'z', in: 'query', style: command, schema: { $ref: `#/components/schemas/${command}` } },
        ],
        requestBody: { content: { [`a/b${command}`]: {} } },
      },
      post: { operationId: `a${command}`, 'x-agent-tool': { [command]: 1 }, deprecated: true },
      put: { operationId: `a${command}`, 'x-agent-tool': command },
    },
  },
})
const files = {
  'x.json': spec,
  'openapi-tools.config.json': '{ "specs": { "x": "x.json" } }',
  'package.json': '{}',
}

const lines = (text: string) => text.split(/[\r\n\u2028\u2029]/).filter(l => /^\s*::/.test(l))

describe('a hostile document', () => {
  it.each([['pin'], ['list'], ['check'], ['golden'], ['types'], ['diff', 'x.json', 'y.json']])(
    '%s',
    async (...words) => {
      const at = folder({ ...files, 'y.json': JSON.stringify({ ...JSON.parse(spec), paths: {} }) })
      if (words[0] !== 'pin') await cli(at, ['pin'])
      const { stdout, stderr } = await cli(at, words)
      expect(stdout + stderr).toContain('said')
      expect(lines(stdout + stderr)).toEqual([])
      expect(stdout + stderr).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}]/u)
    },
  )
})

describe('a hostile name of a golden file', () => {
  const name = `openapi-tools.golden/orders/a${command}.json`
  it.each([
    [['golden']],
    [['golden', '--update']],
    [['check']],
    [['diff', 'openapi-tools.golden', 'openapi-tools.golden']],
  ])('%j', async words => {
    const at = project({ [name]: '{' })
    const { code, stdout, stderr } = await cli(at, words)
    expect(code).toBe(1)
    expect(stdout + stderr).toContain('said')
    expect(lines(stdout + stderr)).toEqual([])
    expect(stdout + stderr).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}]/u)
  })

  it('that no tool has is not said to come back with an update', async () => {
    const { diagnostics } = await answer(project({ [name]: '{' }), ['golden', '--update'])
    expect(diagnostics).toMatchObject([
      { code: 'safety-unaccepted', fix: expect.stringMatching(/^No tool has this file: move it elsewhere/) },
    ])
  })

  it('is no document that init could pin', async () => {
    const at = folder({ 'package.json': '{}', 'orders.json': spec, [`b${command}.json`]: spec })
    await cli(at, ['init'])
    expect(await cli(at, ['pin'])).toMatchObject({ code: 0 })
  })
})
