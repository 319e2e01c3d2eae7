/** The plugin for vite: `import openapiTools from 'unplugin-openapi-tools/vite'`. */
import { unplugin } from './plugin/factory.ts'

const openapiTools = unplugin.vite

export default openapiTools
// `require()` gives the function itself (Node 20.19 and 22.12 load ES modules with it).
export { openapiTools as 'module.exports' }
