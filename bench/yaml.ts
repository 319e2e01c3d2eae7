/**
 * 10 MB of OpenAPI, as YAML and as JSON: what reading a spec costs against the parser alone.
 * `npx tsx bench/yaml.ts`, or bundle it with esbuild; Node 24 runs it as it is.
 */
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { dump, load } from 'js-yaml'
import { createSources } from '../src/spec/sources.ts'

const rounds = 7

function document(paths: number) {
  const operation = (i: number) => ({
    operationId: `things/get-${i}`,
    summary: `Get thing ${i}`,
    description: `Gets a thing. See [the manual](https://docs.example.com/${i}) for “more”.\n\nSecond paragraph.`,
    parameters: [
      { name: 'id', in: 'path', required: true, schema: { type: 'string' } },
      { name: 'per_page', in: 'query', schema: { type: 'integer', default: 30, maximum: 100 } },
    ],
    responses: { 200: { description: 'ok', content: { 'application/json': { schema: schema(i) } } } },
  })
  const schema = (i: number) => ({
    type: 'object',
    properties: Object.fromEntries(
      Array.from({ length: 40 }, (_, k) => [
        `property_${k}`,
        {
          type: k % 3 ? 'string' : 'integer',
          nullable: true,
          description: `Property ${k} of ${i}.`,
          example: k,
        },
      ]),
    ),
    required: ['property_0', 'property_1'],
  })
  return {
    openapi: '3.0.3',
    info: { title: 'Bench', version: '1.0.0' },
    paths: Object.fromEntries(
      Array.from({ length: paths }, (_, i) => [`/things${i}/{id}`, { get: operation(i) }]),
    ),
  }
}

/** Processor time of the best of some rounds that take turns: a busy machine slows the clock, not this. */
function race(ours: () => void, base: () => void): [number, number] {
  const best: [number, number] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
  for (let round = 0; round < rounds; round++) {
    for (const [i, act] of [ours, base].entries()) {
      const start = process.cpuUsage()
      act()
      const { user, system } = process.cpuUsage(start)
      best[i] = Math.min(best[i] ?? 0, (user + system) / 1000)
    }
  }
  return best
}

const root = mkdtempSync(join(tmpdir(), 'bench-'))
try {
  const value = document(1600)
  writeFileSync(join(root, 'big.yaml'), dump(value, { lineWidth: -1 }))
  writeFileSync(join(root, 'big.json'), JSON.stringify(value, null, 2))
  const alone: Record<string, (text: string) => unknown> = { 'big.yaml': load, 'big.json': JSON.parse }
  for (const [file, parse] of Object.entries(alone)) {
    const [ours, base] = race(
      () => void createSources({ root }).read(file),
      () => {
        const bytes = readFileSync(join(root, file))
        createHash('sha256').update(bytes).digest('hex')
        parse(bytes.toString('utf8'))
      },
    )
    const size = (readFileSync(join(root, file)).length / 1e6).toFixed(1)
    const sources = createSources({ root })
    sources.read(file)
    const start = performance.now()
    sources.locate({ file, pointer: '/paths/~1things1500~1{id}/get' })
    const located = performance.now() - start
    console.log(
      `${file} ${size} MB: read ${ours.toFixed(0)} ms, read + sha256 + parser alone ${base.toFixed(0)} ms, ratio ${(ours / base).toFixed(2)}; first place ${located.toFixed(0)} ms`,
    )
  }
} finally {
  rmSync(root, { recursive: true })
}
