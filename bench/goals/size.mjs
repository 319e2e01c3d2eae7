/**
 * Bytes that an application ships: the run time with `connect` and one tool, linked for it and whole, and each further
 * tool against its own declaration, schema and routes. Minified by esbuild, gzipped. `run.mjs` calls it.
 */
import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { build, transform } from 'esbuild'
import { compileDocument, compileFile, root } from '../documents.mjs'

export const goal = 'run time ≤ 6 kB (gate 8 kB); a further tool ≤ 1.3 times its data'

const zipped = text => gzipSync(text, { level: 9 }).length

export async function run() {
  const { operations } = JSON.parse(readFileSync(`${root}fixtures/real/github-agent/tools.json`, 'utf8'))
  const compiled = await compileDocument('github-agent', operations)
  const { moduleText } = await import(`${root}dist/emit/module.js`)
  const { linkedParts } = await import(`${root}dist/emit/linked.js`)
  const runtimeWith = async (id, kind) => {
    const orders = await compileFile(`${root}fixtures/specs/orders.yaml`, { [id]: {} })
    const [{ exportName, tool }] = orders.tools
    return bundled(
      `import { spec, ${exportName} } from 'tools'
      import { connect } from '${root}dist/runtime/index.js'
      globalThis.answer = connect(spec, { baseUrl: 'https://api.example.com' }).call(${exportName}, {})`,
      moduleText(orders),
      text => linkedParts(text, kind === 'linked' ? tool.needs : 'all'),
    )
  }
  const shipped = async tools => {
    const { code } = await transform(moduleText({ ...compiled, tools }), { minify: true, format: 'esm' })
    return zipped(code)
  }
  const all = await shipped(compiled.tools)
  const ratios = []
  for (const each of compiled.tools) {
    const { declarations, inputSchema, request } = each.tool
    const data = JSON.stringify([declarations.gemini.declaration, inputSchema, request.routes])
    ratios.push((all - (await shipped(compiled.tools.filter(t => t !== each)))) / zipped(data))
  }
  const most = Math.max(...ratios)
  const sizes = []
  for (const [id, what] of [
    ['getOrder', 'a GET'],
    ['createRefund', 'a POST'],
  ])
    for (const kind of ['linked', 'whole']) {
      const size = await runtimeWith(id, kind)
      sizes.push({
        what: `/runtime (${kind}) with connect and one tool, ${what}`,
        ours: `${size} B`,
        theirs: '6000 B',
        ratio: size / 6000,
        met: size <= 6000,
      })
    }
  return [
    ...sizes,
    {
      what: `the dearest of ${ratios.length} further tools, against its own data`,
      ours: '',
      theirs: '',
      ratio: most,
      met: most <= 1.3,
    },
  ]
}

async function bundled(contents, tools, link) {
  const virtual = {
    name: 'tools',
    setup(host) {
      host.onResolve({ filter: /^tools$/ }, () => ({ path: 'tools', namespace: 'tools' }))
      host.onLoad({ filter: /.*/, namespace: 'tools' }, () => ({ contents: tools }))
      host.onLoad({ filter: /runtime\/parts\.js$/ }, ({ path }) => ({
        contents: link(readFileSync(path, 'utf8')),
      }))
    },
  }
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: root },
    ...{ bundle: true, minify: true, format: 'esm', platform: 'browser', write: false, plugins: [virtual] },
  })
  return zipped(outputFiles[0].text)
}
