/** The app that the tests of the plugin build: the orders document, pinned. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { type Folder, folder } from '../support/folder.ts'

export const ordersText = readFileSync('fixtures/specs/orders.yaml', 'utf8')

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

export const lock = (files: Record<string, string>): string =>
  JSON.stringify({
    lockfileVersion: 1,
    files: Object.fromEntries(Object.entries(files).map(([file, text]) => [file, { sha256: sha256(text) }])),
  })

/** An entry that prints as JSON what `expression` gives. */
export const main = (imports: string, expression: string): string =>
  `${imports}\nprocess.stdout.write(JSON.stringify(${expression}))\n`

export const everything = main(
  `import { ordersGet, ordersRefundCreate, tools, spec } from 'openapi-tools:orders'`,
  '{ ordersGet, ordersRefundCreate, tools: tools.map(t => t.name), spec }',
)

/** An app with `files` beside the spec; `src/main.js` is its entry. */
export const app = (files: Record<string, string> = {}): Folder =>
  folder({
    'package.json': '{ "type": "module" }',
    'specs/orders.yaml': ordersText,
    'openapi-tools.lock.json': lock({ 'specs/orders.yaml': ordersText }),
    'src/main.js': everything,
    ...files,
  })

export const options = { specs: { orders: './specs/orders.yaml' }, ci: false }
