#!/usr/bin/env node
/** The bin `openapi-tools`: the command line with the real process around it. */
import process from 'node:process'
import { run } from './cli/run.ts'

process.exitCode = await run(process.argv.slice(2), {
  cwd: process.cwd(),
  env: process.env,
  stdout: text => void process.stdout.write(text),
  stderr: text => void process.stderr.write(text),
  fetch,
  isTTY: process.stderr.isTTY === true,
})
