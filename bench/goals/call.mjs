/**
 * One call, until its request is ready: decoding, validating and planning here, against `openapi-fetch`, which checks
 * nothing, and ADK's RestApiTool. The same two operations of GitHub, the same arguments. `run.mjs` calls it.
 */
import { load } from '../../test/peers/load.mjs'
import { compileDocument, document, root } from '../documents.mjs'
import { fresh, least, microseconds, takeTurns, tell } from '../measure.mjs'

const baseUrl = 'https://api.example.com'
const headers = { authorization: 'Bearer token-of-the-benchmark' }
const owner = { owner: 'octo-org', repo: 'hello-world' }

/** Arguments by where the document wants them, which is what `openapi-fetch` is told. */
const operations = {
  'issues/list-for-repo': {
    method: 'GET',
    path: '/repos/{owner}/{repo}/issues',
    params: {
      path: owner,
      query: { state: 'open', labels: 'bug,ui', since: '2024-05-17T08:30:00Z', per_page: 30, page: 2 },
    },
  },
  'issues/create': {
    method: 'POST',
    path: '/repos/{owner}/{repo}/issues',
    params: { path: owner },
    body: {
      title: 'Found a bug',
      body: 'It is “broken”.\nSince today.',
      labels: ['bug', 'ui'],
      assignees: ['octocat'],
    },
  },
}

/** Thrown by the stub: then the request is ready, and nothing more is measured. */
const ready = new Error('ready')

async function contestants(id, whole) {
  const { method, path, params, body } = operations[id]
  const args = { ...params.path, ...params.query, ...body }
  const answer = async () => new Response('{"id":1}', { headers: { 'content-type': 'application/json' } })
  const stub = whole
    ? answer
    : () => {
        throw ready
      }
  globalThis.fetch = stub

  const { tools, info } = await compileDocument('github-agent', { [id]: {} })
  const [{ tool }] = tools
  const { connect } = await import(`${root}dist/runtime/index.js`)
  const connection = connect(info, { baseUrl, headers, fetch: stub })

  const { default: createClient } = await load('openapi-fetch')
  const client = createClient({ baseUrl, headers, fetch: stub })
  const input = { params, ...(body && { body }) }

  const { OpenAPIToolset, setLogLevel, LogLevel } = await load('@google/adk')
  setLogLevel(LogLevel.ERROR)
  const specDict = { ...document('github-agent'), servers: [{ url: baseUrl }] }
  const toolset = new OpenAPIToolset({ specDict, headerProvider: () => headers })
  const theirs = (await toolset.getTools()).find(t => t.name === id)

  return {
    ours: whole
      ? () => connection.call(tool, args, { from: 'gemini', confirmed: true })
      : () => connection.plan(tool, args, { from: 'gemini' }),
    'openapi-fetch': () => client[method](path, input).catch(error => error),
    adk: () => theirs.runAsync({ args, toolContext: {} }),
  }
}

async function measure(id, whole) {
  const works = await contestants(id, whole)
  // Many short rounds, in turns: what disturbs one of them only adds, and the least of each is what it takes.
  const times = whole ? 300 : 2000
  for (const work of Object.values(works)) await microseconds(work, times * 10)
  const result = await takeTurns(
    Object.fromEntries(
      Object.entries(works).map(([name, work]) => [
        name,
        async () => ({ us: await microseconds(work, times) }),
      ]),
    ),
    150,
    least,
  )
  return Object.fromEntries(Object.entries(result).map(([name, { us }]) => [name, us]))
}

export const goal = 'faster than both'

export async function run() {
  const rows = []
  for (const whole of [false, true])
    for (const id of Object.keys(operations)) {
      const { ours, ...others } = await fresh(import.meta.filename, id, whole)
      for (const [name, theirs] of Object.entries(others))
        rows.push({
          what: `${id}, ${whole ? 'the whole call, stubbed answer' : 'until the request is ready'}, against ${name}`,
          ours: `${ours.toFixed(2)} µs`,
          theirs: `${theirs.toFixed(2)} µs`,
          ratio: theirs / ours,
          // The goal is about the request; a whole call also cleans and trims what comes back.
          ...(!whole && { met: ours < theirs }),
        })
    }
  return rows
}

const [id, whole] = process.argv.slice(2)
if (process.argv[1] === import.meta.filename) tell(await measure(id, whole === 'true'))
