/** Adds a spec to a configuration that is JSON; every other byte stays. For `add.ts`. */
import { isMap, isNode, parseDocument, type YAMLMap } from 'yaml'

/** Undefined when the text has no place for it, which `resolveOptions` has then said. */
export function withSpec(text: string, key: string, file: string): string | undefined {
  const bom = text.startsWith('\ufeff') ? '\ufeff' : ''
  const json = text.slice(bom.length)
  // JSON is YAML too, and this parser keeps the place of everything.
  const root = parseDocument(json).contents
  if (!isMap(root)) return undefined
  const specs = root.get('specs', true)
  const member = `${JSON.stringify(key)}: ${JSON.stringify(`./${file}`)}`
  const edited = isMap(specs)
    ? withMember(json, specs, member)
    : specs === undefined
      ? withMember(json, root, `"specs": { ${member} }`)
      : undefined
  return edited === undefined ? undefined : `${bom}${edited}`
}

/** The member as the last one of an object, in the way that the others are laid out. */
function withMember(json: string, object: YAMLMap, member: string): string | undefined {
  const [start, end] = object.range ?? []
  if (start === undefined || end === undefined) return undefined
  const last = object.items.at(-1)
  const lastKey = isNode(last?.key) ? last.key.range?.[0] : undefined
  const lastValue = isNode(last?.value) ? last.value.range?.[1] : undefined
  if (lastKey === undefined || lastValue === undefined)
    return last === undefined ? `${json.slice(0, start)}{ ${member} }${json.slice(end)}` : undefined
  const space = /\s*$/.exec(json.slice(start + 1, lastKey))?.[0] ?? ''
  return `${json.slice(0, lastValue)},${space === '' ? '' : space}${member}${json.slice(lastValue)}`
}
