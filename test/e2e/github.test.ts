/** GitHub's description, from the file to the bytes on the wire, through Vite and esbuild. */
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Seen, serve, type TestServer } from '../runtime/server.ts'
import type { Folder } from '../support/folder.ts'
import { app, build, bundle, type Host, hosts, modules, runAlone, runCommand } from './app.ts'
import { type Call, refused, type Sent, sending } from './github-calls.ts'

const source = 'fixtures/real/github-agent'
const document = readFileSync(`${source}/openapi.json`, 'utf8')
const { operations } = JSON.parse(readFileSync(`${source}/tools.json`, 'utf8'))
const tools = [...new Set([...sending, ...refused].map(([{ tool }]) => tool))]
const token = 'ghs_16C7e42F292c6912E7710c838347Ae178B4a'

const config = `import { defineConfig } from 'unplugin-openapi-tools'

const operations = ${JSON.stringify({
  ...operations,
  'activity/list-notifications-for-authenticated-user': { name: 'gh_notifications' },
  'activity/star-repo-for-authenticated-user': { name: 'gh_star' },
  'repos/list-branches': { params: { 'query:per_page': { value: 25 } } },
  'pulls/create': { params: { 'body:/maintainer_can_modify': { value: false } } },
})}

export default defineConfig({
  specs: { github: { spec: './specs/github.json', namespace: 'gh', operations } },
  ci: false,
})
`

const main = `import { readFileSync } from 'node:fs'
import { ${tools.join(', ')}, spec } from 'openapi-tools:github'
import { connect } from 'unplugin-openapi-tools/runtime'

const tools = { ${tools.join(', ')} }
const { baseUrl, calls } = JSON.parse(readFileSync(0, 'utf8'))
// GitHub's description declares no security scheme.
const headers = { Authorization: () => 'Bearer ${token}', 'X-GitHub-Api-Version': '2022-11-28' }
const github = connect(spec, { baseUrl, headers })
const answers = []
for (const { tool, args, options } of calls) answers.push(await github.call(tools[tool], args, options))
process.stdout.write(JSON.stringify(answers))
`

/** What Node's fetch adds to every request. */
const fetchHeaders = 'host connection accept-language sec-fetch-mode user-agent accept-encoding'.split(' ')

/** What a request says beyond that. A body is UTF-8 without U+FFFD, so equal text is equal bytes. */
function said({ method, url, headers, body }: Seen) {
  const own = Object.entries(headers).filter(([name]) => !fetchHeaders.includes(name))
  return { method, url, headers: Object.fromEntries(own), body }
}

function expected({ method, url, body }: Sent) {
  const length = method === 'GET' || method === 'DELETE' ? {} : { 'content-length': '0' }
  return {
    method,
    url: `/api/v3${url}`,
    headers: {
      accept: expect.stringMatching(/^application\/json, /),
      authorization: `Bearer ${token}`,
      'x-github-api-version': '2022-11-28',
      ...(body === undefined
        ? length
        : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) }),
    },
    body: body ?? '',
  }
}

describe('GitHub', { timeout: 120_000 }, () => {
  let made: Folder
  let server: TestServer

  beforeAll(async () => {
    made = app({ 'specs/github.json': document, 'openapi-tools.config.ts': config, 'src/main.js': main })
    // Says what it was sent, so that the same requests have the same answers.
    server = await serve(({ method, url, headers }, response) =>
      response
        .writeHead(method === 'DELETE' ? 204 : 200)
        .end(
          method === 'DELETE' ? '' : JSON.stringify({ method, url, authorization: headers.authorization }),
        ),
    )
    expect(await runCommand(made, 'npx openapi-tools pin')).toMatchObject({ code: 0, stderr: '' })
    for (const host of hosts) expect(await build(host, made)).toMatchObject({ code: 0 })
  }, 120_000)

  afterAll(() => server.close())

  /** The answers to `calls`, and the requests that the server saw meanwhile. */
  async function run(host: Host, calls: Call[]) {
    const before = server.seen.length
    const answers = await runAlone(host, made, { baseUrl: `${server.url}/api/v3/`, calls })
    return { answers: answers as Record<string, unknown>[], seen: server.seen.slice(before) }
  }

  it('has enough tools to say something', () => {
    expect(tools.length).toBeGreaterThanOrEqual(15)
    expect(new Set(sending.map(([, { method }]) => method))).toEqual(
      new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']),
    )
  })

  it.each(hosts)('sends exactly the requests that the document asks for (%s)', async host => {
    const { answers, seen } = await run(
      host,
      sending.map(([call]) => call),
    )
    expect(seen.map(said)).toEqual(sending.map(([, sent]) => expected(sent)))
    expect(answers).toEqual(
      sending.map(([, { method, url }]) =>
        method === 'DELETE'
          ? { ok: true, status: 204 }
          : { method, url: `/api/v3${url}`, authorization: 'REDACTED' },
      ),
    )
  })

  it.each(hosts)('answers with errors, and sends nothing (%s)', async host => {
    const { answers, seen } = await run(
      host,
      refused.map(([call]) => call),
    )
    expect(answers).toMatchObject(refused.map(([, answer]) => answer))
    expect(seen).toEqual([])
  })

  it('sends the same bytes from both bundles', async () => {
    const calls = [...sending, ...refused].map(([call]) => call)
    const [vite, esbuild] = [await run('vite', calls), await run('esbuild', calls)]
    expect(vite.seen).toHaveLength(sending.length)
    expect(vite).toEqual(esbuild)
  })

  it.each(hosts)('bundles the chosen operations only (%s)', host => {
    const text = bundle(host, made)
    for (const [chosen, left] of [
      ['/user/starred/{owner}/{repo}', '/applications/{client_id}/token'],
      ['gists/create', 'markdown/render-raw'],
    ] as const) {
      expect(document).toContain(left)
      expect(text).toContain(chosen)
      expect(text).not.toContain(left)
    }
    expect(modules(host, made).filter(m => m.endsWith('.json'))).toEqual([])
  })
})
