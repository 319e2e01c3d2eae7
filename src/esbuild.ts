/** The plugin for esbuild: `import openapiTools from 'unplugin-openapi-tools/esbuild'`. */
import { unplugin } from './plugin/factory.ts'

const openapiTools = unplugin.esbuild

export default openapiTools
// `require()` gives the function itself (Node 20.19 and 22.12 load ES modules with it).
export { openapiTools as 'module.exports' }
