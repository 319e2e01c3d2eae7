/** Documents for the benchmarks, compiled by the built package. `goals/` calls it. */
import { readFileSync } from 'node:fs'
import { basename, dirname } from 'node:path'

export const root = new URL('..', import.meta.url).pathname

/** A document of `fixtures/real/`. */
export const document = name => JSON.parse(readFileSync(`${root}fixtures/real/${name}/openapi.json`, 'utf8'))

/** Compiles operations of a document of `fixtures/real/`. */
export const compileDocument = (name, operations) =>
  compileFile(`${root}fixtures/real/${name}/openapi.json`, operations)

/** Compiles operations of a document with the defaults of the product; ones that are refused are left out. */
export async function compileFile(path, operations) {
  const [{ createSources }, { openSpec }, { compile }, { resolveOptions }] = await Promise.all(
    ['spec/sources.js', 'spec/open.js', 'compile.js', 'options.js'].map(
      file => import(`${root}dist/${file}`),
    ),
  )
  const report = () => {}
  const base = { root: dirname(path), file: 'bench', ci: false }
  const options = resolveOptions({ specs: { bench: { spec: basename(path) } } }, base, report)
  const spec = { key: 'bench', file: basename(path), namespace: 'bench', refsRoot: '.' }
  const opened = openSpec({ sources: createSources({ root: dirname(path) }), spec, lock: undefined }, report)
  const selection = { place: 'inline', operations, at: { file: 'bench', pointer: '' } }
  return compile(opened, { ...options, namespace: 'bench', selection })
}

/** Twenty operations of GitHub that an agent for repositories would choose. */
export const chosen = Object.fromEntries(
  [
    ...['repos/get', 'repos/list-branches', 'repos/get-content', 'repos/create-or-update-file-contents'],
    ...[
      'search/code',
      'search/repos',
      'issues/get',
      'issues/list-for-repo',
      'issues/create',
      'issues/update',
    ],
    ...['issues/list-comments', 'issues/create-comment', 'issues/add-labels', 'pulls/get', 'pulls/list'],
    ...['pulls/create', 'pulls/list-files', 'actions/list-workflow-runs-for-repo', 'users/get-by-username'],
    'gists/create',
  ].map(id => [id, {}]),
)
