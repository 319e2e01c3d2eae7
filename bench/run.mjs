/**
 * `npm run bench -- [NAME…] [--github FILE] [--json]`: the numbers that the product promises, in one run, on Node 24.
 * Without names all of them run; `--github` is the path of GitHub's own document, without which those that need it are
 * left out. docs/benchmarks.md says more. The product must be built.
 */
import { existsSync } from 'node:fs'
import { cpus } from 'node:os'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { install, node24, run } from '../test/peers/node24.mjs'

const names = ['call', 'start-up', 'build', 'growth', 'size']
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { github: { type: 'string' }, json: { type: 'boolean' } },
})
const unknown = positionals.filter(name => !names.includes(name))
if (unknown.length > 0 || (values.github !== undefined && !existsSync(values.github))) {
  console.error(`usage: npm run bench -- [${names.join(' ')}] [--github FILE] [--json]`)
  process.exit(2)
}
install()
// The same file again, with the Node that the peers need.
if (process.execPath !== node24() && !process.env.BENCH_NODE) {
  run(node24(), process.argv.slice(1), { env: { ...process.env, BENCH_NODE: '1' } })
} else {
  const results = []
  for (const name of positionals.length > 0 ? positionals : names) results.push(await one(name))
  print(results)
}

async function one(name) {
  const { goal, needsGithub, run: measure } = await import(`./goals/${name}.mjs`)
  if (needsGithub && values.github === undefined) return { name, goal, skipped: 'needs --github' }
  const rows = await measure({ github: values.github && resolve(values.github) })
  return { name, goal, rows }
}

function print(results) {
  const machine = { node: process.version, processor: cpus()[0]?.model, cores: cpus().length }
  if (values.json) return console.log(JSON.stringify({ machine, results }, null, 2))
  console.log(`Node ${machine.node}, ${machine.cores} × ${machine.processor}\n`)
  for (const { name, goal, skipped, rows = [] } of results) {
    console.log(`${name}: ${goal}${skipped ? ` (left out: ${skipped})` : ''}`)
    for (const { what, ours, theirs, ratio, met } of rows)
      console.log(
        [
          `  ${what}`.padEnd(92),
          ours.padStart(10),
          theirs.padStart(24),
          ratio.toFixed(2).padStart(9),
          verdict(met),
        ].join(' '),
      )
    console.log()
  }
}

function verdict(met) {
  return met === undefined ? '' : met ? 'met' : 'missed'
}
