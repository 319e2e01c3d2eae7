/**
 * What reading a spec costs against read + sha256 + parser alone, for one big document as YAML and as JSON. Every
 * number is processor time in a fresh process, since a build starts cold; the best of some rounds that take turns.
 * After `npm run build`: node bench/yaml.mjs
 */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { dump, load } from 'js-yaml'
import { createSources } from '../dist/spec/sources.js'

const rounds = 5

function document(paths) {
  const property = (k, i) => [
    `property_${k}`,
    {
      type: k % 3 ? 'string' : 'integer',
      nullable: true,
      description: `Property “${k}” of ${i}.`,
      example: k,
    },
  ]
  const operation = i => ({
    operationId: `things/get-${i}`,
    description: `Gets a thing. See [the manual](https://docs.example.com/${i}) for more.\n\nSecond paragraph.`,
    parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
    responses: {
      200: {
        description: 'ok',
        content: {
          'application/json': {
            schema: {
              type: 'object',
              properties: Object.fromEntries(Array.from({ length: 40 }, (_, k) => property(k, i))),
            },
          },
        },
      },
    },
  })
  const entries = Array.from({ length: paths }, (_, i) => [`/things${i}/{id}`, { get: operation(i) }])
  return { openapi: '3.0.3', info: { title: 'Bench', version: '1.0.0' }, paths: Object.fromEntries(entries) }
}

/** What a child process does; its answer is milliseconds of processor time. */
const acts = {
  ours(path) {
    createSources({ root: dirname(path) }).read(basename(path))
  },
  alone(path) {
    const bytes = readFileSync(path)
    createHash('sha256').update(bytes).digest('hex')
    const text = bytes.toString('utf8')
    if (path.endsWith('.json')) JSON.parse(text)
    else load(text)
  },
}

function measure(act, path) {
  const start = process.cpuUsage()
  acts[act](path)
  const { user, system } = process.cpuUsage(start)
  return (user + system) / 1000
}

function main() {
  const root = mkdtempSync(join(tmpdir(), 'bench-'))
  try {
    const value = document(1250)
    const texts = { 'big.yaml': dump(value, { lineWidth: -1 }), 'big.json': JSON.stringify(value, null, 2) }
    for (const [file, text] of Object.entries(texts)) {
      const path = join(root, file)
      writeFileSync(path, text)
      const best = { ours: Number.POSITIVE_INFINITY, alone: Number.POSITIVE_INFINITY }
      for (let round = 0; round < rounds; round++) {
        for (const act of Object.keys(best))
          best[act] = Math.min(
            best[act],
            Number(execFileSync(process.execPath, [import.meta.filename, act, path])),
          )
      }
      const megabytes = (readFileSync(path).length / 1e6).toFixed(1)
      console.log(
        JSON.stringify({ file, megabytes, ...best, ratio: Number((best.ours / best.alone).toFixed(2)) }),
      )
    }
  } finally {
    rmSync(root, { recursive: true })
  }
}

const [act, path] = process.argv.slice(2)
if (act === undefined) main()
else console.log(measure(act, path))
