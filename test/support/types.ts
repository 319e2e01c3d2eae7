/** Type checks of the generated file, by the compiler that users have. */
import ts from 'typescript'
import { type TypedModule, typesText } from '../../src/emit/types.ts'

/** What strict TypeScript says, library checks on, of the generated file and of each user file. */
export function typeErrors(modules: TypedModule[], ...users: string[]): string[][] {
  const files = new Map([['/app/tools.d.ts', typesText(modules)]])
  for (const [i, text] of users.entries()) files.set(`/app/${i}.ts`, text)
  const options: ts.CompilerOptions = {
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    lib: ['lib.es2022.d.ts'],
    strict: true,
    exactOptionalPropertyTypes: true,
    noEmit: true,
    skipLibCheck: false,
    types: [],
    paths: { 'unplugin-openapi-tools/runtime': [`${process.cwd()}/src/runtime/contract.ts`] },
  }
  const host = ts.createCompilerHost(options)
  const { readFile, fileExists, getSourceFile } = host
  host.readFile = f => files.get(f) ?? readFile(f)
  host.fileExists = f => files.has(f) || fileExists(f)
  host.getSourceFile = (f, version) => {
    const text = files.get(f)
    return text === undefined ? getSourceFile(f, version) : ts.createSourceFile(f, text, version)
  }
  const errors = ts.getPreEmitDiagnostics(ts.createProgram([...files.keys()], options, host))
  return [...files.keys()].map(file =>
    errors
      .filter(e => (e.file?.fileName ?? '/app/tools.d.ts') === file)
      .map(e => ts.flattenDiagnosticMessageText(e.messageText, ' ')),
  )
}
