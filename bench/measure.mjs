/** How the benchmarks of `goals/` measure: fresh processes, rounds that take turns, the middle one counts. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/** The middle value: a busy machine disturbs some rounds, not most. */
export function middle(values) {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)]
}

/** Runs `file` in a process of its own, which prints what it measured as its last line of JSON. */
export async function fresh(file, ...args) {
  const { stdout } = await promisify(execFile)(process.execPath, ['--expose-gc', file, ...args.map(String)], {
    maxBuffer: 2 ** 26,
    env: { ...process.env, CI: 'false' },
  })
  return JSON.parse(stdout.trim().split('\n').at(-1))
}

/** The least: where every disturbance adds, and there is nothing to count but a clock. */
export const least = values => Math.min(...values)

/** The middle (or what else is chosen) of each number that the rounds of each contestant give; they take turns. */
export async function takeTurns(contestants, rounds, choose = middle) {
  const seen = Object.fromEntries(Object.keys(contestants).map(name => [name, []]))
  for (let round = 0; round < rounds; round++)
    for (const [name, run] of Object.entries(contestants)) seen[name].push(await run())
  return Object.fromEntries(
    Object.entries(seen).map(([name, results]) => [
      name,
      Object.fromEntries(Object.keys(results[0]).map(key => [key, choose(results.map(r => r[key]))])),
    ]),
  )
}

/**
 * Milliseconds of processor time that this thread has taken: what a user waits for on an idle machine. What other
 * processes do does not count, nor what the engine does beside it.
 */
export const processorTime = () => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

/** Microseconds of one `work`, which may be asynchronous, in a loop: its share of a round that should be short. */
export async function microseconds(work, times) {
  const start = performance.now()
  for (let i = 0; i < times; i++) await work()
  return ((performance.now() - start) * 1000) / times
}

/** Prints a result where `fresh` looks for it. */
export const tell = result => console.log(JSON.stringify(result))
