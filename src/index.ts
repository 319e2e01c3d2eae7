/** The package's main entry: how a configuration is written, and its types. */
import type { Options } from './options.ts'

export type { Code } from './diagnostic.ts'
export type {
  Directive,
  Operations,
  Options,
  ParameterDirective,
  ResponseDirective,
  SpecOptions,
} from './options.ts'

/** Gives a configuration its type: `export default defineConfig({ specs: { … } })`. */
export const defineConfig = (options: Options): Options => options
