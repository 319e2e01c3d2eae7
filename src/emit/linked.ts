/** Tools → the parts of the run time that they need, and `runtime/parts` without the others. Pure; the plugin calls it. */
import type { InputSchema, Tool } from '../runtime/contract.ts'
import type * as parts from '../runtime/parts.ts'
import { isJson } from '../runtime/serializer.ts'

export type Part = keyof typeof parts

/**
 * Whether a call of the tool can reach the part. `text` is the JSON of its schema, request and encodings, which may hold
 * a word for another reason, such as a property named `format`: then a part too many is kept.
 */
const reaches: Record<Part, (text: string, tool: Tool) => boolean> = {
  bounds: text => /"(m|exclusiveM)(in|ax)imum":/.test(text),
  breaksFormat: text => text.includes('"format":'),
  decode: text => text.includes('"as":'),
  deepPairs: text => /"(deepObject|nestedForm)"/.test(text),
  drawBody: (_, { request: { media } }) => media !== undefined,
  differs: text => /"(enum|const)":/.test(text),
  itemsOf: text => /"(min|max)Items":/.test(text),
  itemsText: (_, tool) => sendsItems(tool),
  leaves: text => text.includes('"multipleOf":'),
  lengthOf: text => /"(min|max)Length":/.test(text),
  mismatches: text => text.includes('"pattern":'),
  propertiesOf: text => /"(min|max)Properties":/.test(text),
  rareStyle: text => /"(label|matrix|spaceDelimited|pipeDelimited)"/.test(text),
  repeats: text => text.includes('"uniqueItems":'),
  requiredBy: text => text.includes('"dependentRequired":'),
  toWire: text => text.includes('"names":'),
  union: text => /"(any|one)Of":/.test(text),
  withReserved: text => text.includes('"allowReserved":'),
  writeForm: (_, { request: { media } }) => media !== undefined && !isJson(media.type),
  writeJson: text => text.includes('"media":'),
}

/** Whether something in a URL, header, cookie or form may be an array or object. */
function sendsItems({ inputSchema, request: { routes, fixed, supplied, media } }: Tool): boolean {
  const single = ({ type = 'object' }: InputSchema) =>
    ![type].flat().some(t => t === 'array' || t === 'object')
  return (
    // Any JSON, which the connection has.
    supplied.length > 0 ||
    (media !== undefined && !isJson(media.type)) ||
    fixed.some(({ value }) => typeof value === 'object') ||
    routes.some(r => r.in !== 'body' && !single(inputSchema.properties?.[r.argument] ?? {}))
  )
}

/** The parts that calls of the tools can reach. */
export function neededParts(tools: readonly Tool[]): Set<string> {
  const needed = new Set<string>()
  for (const tool of tools) {
    const { inputSchema, request, declarations } = tool
    const encodings = Object.values(declarations).map(({ encoding }) => encoding)
    const text = JSON.stringify([inputSchema, request, encodings])
    for (const [part, does] of Object.entries(reaches)) if (does(text, tool)) needed.add(part)
  }
  return needed
}

/**
 * The text of `runtime/parts`, source or built, with `leftOut` in the place of every part that is not needed. `query` is
 * put after the name of its file.
 */
export const linkedParts = (text: string, needed: ReadonlySet<string>, query = ''): string =>
  text.replace(
    /export \{([^}]*)\} from (['"])(.*?)(\.[jt]s)\2/g,
    (_, names: string, quote: string, file: string, extension: string) =>
      Array.from(names.matchAll(/\w+/g), ([name]) =>
        needed.has(name)
          ? `export { ${name} } from ${quote}${file}${extension}${quote}`
          : `export { leftOut as ${name} } from ${quote}./left-out${extension}${query}${quote}`,
      ).join('\n'),
  )

/** Whether the text is one that `linkedParts` made: there is nothing left to link in it. */
export const isLinked = (text: string): boolean => text.includes('/left-out.')
