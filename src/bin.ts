#!/usr/bin/env node
/** The bin `openapi-tools`: the command line with the real process around it. */
import process from 'node:process'
import { run } from './cli/run.ts'

/** What a closed pipe says, and a write after it. */
const closed = ['EPIPE', 'EOF', 'ERR_STREAM_DESTROYED']
const answer = { isLost: false }

// Who stopped reading (`| head -1`) has what they wanted: the command goes on, and ends with its own exit code.
process.stderr.on('error', () => {})
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (closed.includes(error.code ?? '')) return
  answer.isLost = true
  process.exitCode = 1
  process.stderr.write(`The answer cannot be written: the system says ${error.code ?? error.message}\n`)
})

const code = await run(process.argv.slice(2), {
  cwd: process.cwd(),
  env: process.env,
  stdout: text => void process.stdout.write(text),
  stderr: text => void process.stderr.write(text),
  fetch,
  isTTY: process.stderr.isTTY === true,
})
process.exitCode = answer.isLost ? 1 : code
