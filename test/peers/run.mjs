/**
 * `npm run test:peers`: the tests of this folder, with the real packages, on Node 24. Arguments go to Vitest. The
 * product must be built.
 */
import { join } from 'node:path'
import { install, node24, run } from './node24.mjs'

const root = join(import.meta.dirname, '../..')
const tool = path => join(root, 'node_modules', path)

install()
const node = node24()
run(node, [tool('typescript/bin/tsc'), '-p', import.meta.dirname])
run(
  node,
  [
    tool('vitest/vitest.mjs'),
    'run',
    '--config',
    join(import.meta.dirname, 'vitest.config.ts'),
    ...process.argv.slice(2),
  ],
  { cwd: root },
)
