/** Tool → the parts of the run time that its calls can reach. `compile.ts` asks; `emit/linked.ts` has the order of the bits from here. */
import type { InputSchema, SpecInfo, Tool } from './runtime/contract.ts'
import { own } from './runtime/object.ts'
import type * as parts from './runtime/parts.ts'
import { isJson } from './runtime/serializer.ts'

export type Part = Exclude<keyof typeof parts, 'linked'>

/** `text` is the JSON of what it says of arguments and request. */
type Asked = { text: string; tool: Tool; schemes: SpecInfo['security'] }

/**
 * Whether a call of the tool can reach the part. A text may hold a word for another reason, such as a property named
 * `format`: then a part too many is kept. Each has the bit of its place here, which tools that were emitted earlier hold
 * too: a new one comes last, and none is taken out. What they could reach without a bit cannot become a part later.
 */
const reaches: Record<Part, (asked: Asked) => boolean> = {
  base64: ({ tool, schemes }) => tool.request.supplied.length > 0 || sendsBasic(schemes),
  basic: ({ schemes }) => sendsBasic(schemes),
  bounds: ({ text }) => /"(m|exclusiveM)(in|ax)imum":/.test(text),
  breaksFormat: ({ text }) => text.includes('"format":'),
  contentText: ({ text }) => text.includes('"media":"'),
  decode: ({ text }) => text.includes('"as":'),
  deepPairs: ({ text }) => /"(deepObject|nestedForm)"/.test(text),
  differs: ({ text }) => /"(enum|const)":/.test(text),
  doubt: ({ tool }) => tool.effect === 'write',
  drawBody: ({ tool }) => tool.request.media !== undefined,
  fitsHeader: ({ text }) => text.includes('"in":"header"'),
  itemsOf: ({ text }) => /"(min|max)Items":/.test(text),
  itemsText: ({ tool }) => sendsItems(tool),
  leaves: ({ text }) => text.includes('"multipleOf":'),
  lengthOf: ({ text }) => /"(min|max)Length":/.test(text),
  mismatches: ({ text }) => text.includes('"pattern":'),
  negation: ({ text }) => text.includes('"not":'),
  ofItems: ({ text }) => /"(prefixItems|items)":/.test(text),
  picker: ({ tool }) => tool.response.pick !== undefined,
  propertiesOf: ({ text }) => /"(min|max)Properties":/.test(text),
  rareStyle: ({ text }) => /"(label|matrix|spaceDelimited|pipeDelimited)"/.test(text),
  repeats: ({ text }) => text.includes('"uniqueItems":'),
  requiredBy: ({ text }) => text.includes('"dependentRequired":'),
  target: ({ text }) => text.includes('"$ref":'),
  toWire: ({ text }) => text.includes('"names":'),
  union: ({ text }) => /"(any|one)Of":/.test(text),
  withReserved: ({ text }) => text.includes('"allowReserved":'),
  writeForm: ({ tool: { request } }) => request.media !== undefined && !isJson(request.media.type),
  writeJson: ({ tool: { request } }) => request.media !== undefined && isJson(request.media.type),
}

/** In the order of their bits. A module's own type has its names; that they are all here, the table's type says. */
export const partNames = Object.keys(reaches) as Part[]

/** The bit of each part that calls of the tool can reach. */
export function needsOf(tool: Tool, schemes: SpecInfo['security']): number {
  const { inputSchema, request, declarations } = tool
  const encodings = Object.values(declarations).map(({ encoding }) => encoding)
  const text = JSON.stringify([inputSchema, request, encodings])
  return bitsOf(partNames.filter(part => reaches[part]({ text, tool, schemes })))
}

export const bitsOf = (names: readonly Part[]): number =>
  names.reduce((bits, name) => bits | (1 << partNames.indexOf(name)), 0)

const sendsBasic = (schemes: SpecInfo['security']): boolean =>
  Object.values(schemes).some(scheme => scheme.type === 'http' && scheme.scheme === 'basic')

/** Whether something in a URL, header, cookie or form may be an array or object. */
function sendsItems({ inputSchema, request: { routes, fixed, supplied, media } }: Tool): boolean {
  const single = ({ type = 'object' }: InputSchema) =>
    ![type].flat().some(t => t === 'array' || t === 'object')
  return (
    // Any JSON, which the connection has.
    supplied.length > 0 ||
    (media !== undefined && !isJson(media.type)) ||
    fixed.some(({ value }) => typeof value === 'object') ||
    routes.some(r => r.in !== 'body' && !single(own(inputSchema.properties, r.argument) ?? {}))
  )
}
