/** Generated types → their declaration map: an editor's "go to definition" opens the operation in the document. Pure; `emit` and `project` call it. */

/** Where an operation stands: a file as seen from the map, 1-based. */
export interface OperationPlace {
  file: string
  line: number
  column: number
}

/** In every map of ours, so that they are known again. */
export const generator = 'unplugin-openapi-tools'

/** The last line of a declaration file that has a map. */
export const mapComment = (mapFile: string): string => `//# sourceMappingURL=${mapFile}\n`

/**
 * A source map (ECMA-426) with one mapping for each exported tool. `placeOf` is asked for the spec's key, undefined in
 * the types of a single module, and the export.
 */
export function declarationMap(
  text: string,
  file: string,
  placeOf: (key: string | undefined, exportName: string) => OperationPlace | undefined,
): Record<string, unknown> {
  const found = exportsOf(text).flatMap(at => {
    const place = placeOf(at.key, at.name)
    return place ? [{ ...at, place }] : []
  })
  const sources = [...new Set(found.map(f => f.place.file))].sort()
  const before = { source: 0, line: 0, column: 0 }
  const lines: string[] = []
  for (const { line, column, place } of found) {
    const now = { source: sources.indexOf(place.file), line: place.line - 1, column: place.column - 1 }
    const fields = [column, now.source - before.source, now.line - before.line, now.column - before.column]
    lines[line] = fields.map(vlq).join('')
    Object.assign(before, now)
  }
  const mappings = Array.from(lines, segment => segment ?? '').join(';')
  return { version: 3, file, sources, names: [], mappings, x_generator: generator }
}

interface ExportPlace {
  key: string | undefined
  name: string
  /** 0-based. */
  line: number
  column: number
}

/** No other line of the file can look like these: text of a document is in comments and quotes. */
const moduleLine = /^declare module "openapi-tools:([a-z][a-z0-9-]*)" \{$/
const toolLine = /^( *export const )([A-Za-z_$][\w$]*): Tool</

function exportsOf(text: string): ExportPlace[] {
  const state: { key?: string } = {}
  return text.split('\n').flatMap((content, line): ExportPlace[] => {
    const [, key] = moduleLine.exec(content) ?? []
    if (key !== undefined) state.key = key
    const [, start, name] = toolLine.exec(content) ?? []
    return start === undefined || name === undefined
      ? []
      : [{ key: state.key, name, line, column: start.length }]
  })
}

const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

/** Base64 VLQ: the sign is the lowest bit, five bits a digit, the sixth says that more follow. */
function vlq(value: number): string {
  let rest = value < 0 ? -value * 2 + 1 : value * 2
  let out = ''
  do {
    const more = rest >= 32
    out += digits.charAt((rest % 32) + (more ? 32 : 0))
    rest = Math.floor(rest / 32)
  } while (rest > 0)
  return out
}
