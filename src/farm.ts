/** The plugin for farm: `import openapiTools from 'unplugin-openapi-tools/farm'`. */
import { unplugin } from './plugin/factory.ts'

const openapiTools = unplugin.farm

export default openapiTools
// `require()` gives the function itself (Node 20.19 and 22.12 load ES modules with it).
export { openapiTools as 'module.exports' }
