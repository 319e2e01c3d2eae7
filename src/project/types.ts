/** The generated types of a project: one file for every configured spec. `project.ts` and `cli/` call it. */
import { posix } from 'node:path'
import { typesText } from '../emit/types.ts'
import type { Generation } from './generation.ts'

export interface GeneratedTypes {
  /** Root-relative; undefined when types are turned off. */
  file: string | undefined
  text: string
  /** Keys of specs that have errors. */
  broken: string[]
}

/** The types of every configured spec, imported or not: what a file says must not depend on who built last. */
export function generatedTypes(generation: Generation): GeneratedTypes {
  const { options } = generation.configured
  if (options === undefined || options.dts === false) return { file: undefined, text: '', broken: [] }
  const specs = [...options.specs.values()]
  const fileNames = specs.map(s => posix.basename(s.file))
  const outcomes = specs.map(spec => ({ spec, ...generation.outcome({ key: spec.key }) }))
  const modules = outcomes.flatMap(({ compiled, spec }) => {
    const fileName = posix.basename(spec.file)
    const unique = fileNames.filter(n => n === fileName).length === 1
    return compiled === undefined ? [] : [{ compiled, ...(unique && { fileName }) }]
  })
  return {
    file: options.dts,
    text: typesText(modules),
    broken: outcomes.filter(o => o.compiled === undefined).map(o => o.spec.key),
  }
}
