/** Type checks of the generated file, by the compiler that users have. */
import ts from 'typescript'
import { type TypedModule, typesText } from '../../src/emit/types.ts'

/** What strict TypeScript says, library checks on, of the generated file and of each user file. */
export function typeErrors(modules: TypedModule[], ...users: string[]): string[][] {
  const { program, files } = programOf(modules, users)
  const errors = ts.getPreEmitDiagnostics(program)
  return files.map(file =>
    errors
      .filter(e => (e.file?.fileName ?? generated) === file)
      .map(e => ts.flattenDiagnosticMessageText(e.messageText, ' ')),
  )
}

/** What it says of a file that imports the whole run time. */
export function typeErrorsOfCalls(modules: TypedModule[], user: string): string[] {
  const { program, files } = programOf(modules, [user], 'index.ts')
  return ts
    .getPreEmitDiagnostics(program)
    .filter(e => e.file === undefined || files.includes(e.file.fileName))
    .map(e => ts.flattenDiagnosticMessageText(e.messageText, ' '))
}

/** What an editor shows of the constants of a user file, by name. */
export function typesShown(modules: TypedModule[], user: string): Record<string, string> {
  const { program, files } = programOf(modules, [user])
  const checker = program.getTypeChecker()
  const source = program.getSourceFile(files[1] ?? '')
  const shown: Record<string, string> = {}
  source?.forEachChild(node => {
    if (!ts.isVariableStatement(node)) return
    for (const { name } of node.declarationList.declarations)
      shown[name.getText()] = checker.typeToString(
        checker.getTypeAtLocation(name),
        undefined,
        ts.TypeFormatFlags.NoTruncation | ts.TypeFormatFlags.InTypeAlias,
      )
  })
  return shown
}

const generated = '/app/tools.d.ts'

function programOf(
  modules: TypedModule[],
  users: string[],
  runtime = 'contract.ts',
): { program: ts.Program; files: string[] } {
  const files = new Map([[generated, typesText(modules)]])
  for (const [i, text] of users.entries()) files.set(`/app/${i}.ts`, text)
  const options: ts.CompilerOptions = {
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    ...(runtime === 'contract.ts'
      ? { lib: ['lib.es2022.d.ts'], skipLibCheck: false }
      : { lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'], skipLibCheck: true }),
    strict: true,
    exactOptionalPropertyTypes: true,
    noEmit: true,
    allowImportingTsExtensions: true,
    types: [],
    paths: { 'unplugin-openapi-tools/runtime': [`${process.cwd()}/src/runtime/${runtime}`] },
  }
  const host = ts.createCompilerHost(options)
  const { readFile, fileExists, getSourceFile } = host
  host.readFile = f => files.get(f) ?? readFile(f)
  host.fileExists = f => files.has(f) || fileExists(f)
  host.getSourceFile = (f, version) => {
    const text = files.get(f)
    return text === undefined ? getSourceFile(f, version) : ts.createSourceFile(f, text, version)
  }
  const names = [...files.keys()]
  return { program: ts.createProgram(names, options, host), files: names }
}
