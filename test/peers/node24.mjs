/**
 * The packages that the product is measured against, and the Node that they need: `install()` brings both, `node24()`
 * is its path. `run.mjs` and the benchmarks call them.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'

const folder = import.meta.dirname
const at = (...path) => join(folder, ...path)

/** `npm ci` in this folder, when nothing is there or the lock is newer than what is. */
export function install() {
  const time = path => (existsSync(path) ? statSync(path).mtimeMs : 0)
  if (time(at('node_modules/.package-lock.json')) >= time(at('package-lock.json'))) return
  run('npm', ['ci'], { cwd: folder, shell: process.platform === 'win32' })
}

/** The path of Node 24: the installed one; where the registry has none for a platform, the running one if it is that new. */
export function node24() {
  const installed = at('node_modules/.bin/node')
  if (existsSync(installed)) return installed
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath
  throw new Error('there is no Node 24 for this platform to install: run this with Node 24 or later')
}

/** Ends this process with the exit code of a command that fails. */
export function run(command, args, options = {}) {
  const { status, error } = spawnSync(command, args, { stdio: 'inherit', ...options })
  if (error) throw error
  if (status !== 0) process.exit(status ?? 1)
}
