/** A pinned and configured project in a folder, for the tests of commands. */
import { readFileSync } from 'node:fs'
import { lock } from '../plugin/app.ts'
import { type Folder, folder } from '../support/folder.ts'

export const ordersText = readFileSync('fixtures/specs/orders.yaml', 'utf8')

/** The orders document, pinned and configured; `files` are added or put in place of these. */
export function project(files: Record<string, string> = {}, options: Record<string, unknown> = {}): Folder {
  const specs = { 'specs/orders.yaml': files['specs/orders.yaml'] ?? ordersText }
  return folder({
    'package.json': '{ "type": "module" }',
    'openapi-tools.config.json': JSON.stringify({ specs: { orders: 'specs/orders.yaml' }, ...options }),
    'openapi-tools.lock.json': lock(specs),
    ...specs,
    ...files,
  })
}
