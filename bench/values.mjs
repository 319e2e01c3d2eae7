/** Arguments for a schema without search: the least it asks for, and the most it lets. `calls.mjs` calls it. */
import fc from 'fast-check'

const deep = 4

/** `text` is what free strings are made of. A value that the schema refuses is the caller's to find out. */
export function valueFor(root, { most, text }) {
  return value([root], root, 0, most, text)
}

function value(schemas, root, depth, most, text) {
  const all = flatten(schemas, root, depth)
  const first = key => all.find(s => s[key] !== undefined)?.[key]
  if (all.some(s => s.const !== undefined)) return first('const')
  const members = first('enum')
  if (members !== undefined) {
    const types = all.flatMap(s => (s.type === undefined ? [] : [[s.type].flat()]))
    const fit = members.filter(m =>
      types.every(t => t.includes(typeName(m)) || (Number.isInteger(m) && t.includes('integer'))),
    )
    return fit.at(most ? -1 : 0)
  }
  const type = all.some(s => s.format === 'int64' && (s.minimum ?? s.maximum) !== undefined)
    ? 'integer'
    : typeOf(all, depth)
  if (type === 'boolean') return most
  if (type === 'integer' || type === 'number') return number(type, all, most)
  if (type === 'string') return string(all, most, text)
  if (type === 'array') return array(all, root, depth, most, text)
  if (type === 'object') return object(all, root, depth, most, text)
  // Null only where nothing else may come; undefined where nothing may.
  return type === 'null' ? null : undefined
}

/** The schemas that hold together, with one branch of each choice: the last for the most, the shallow one when deep. */
function flatten(schemas, root, depth) {
  const out = []
  const queue = [...schemas]
  const seen = new Set()
  for (let s = queue.shift(); s !== undefined; s = queue.shift()) {
    if (typeof s !== 'object' || seen.has(s)) continue
    seen.add(s)
    out.push(s)
    if (s.$ref) queue.push(root.$defs[s.$ref.slice('#/$defs/'.length)])
    queue.push(...(s.allOf ?? []))
    for (const branches of [s.anyOf, s.oneOf]) {
      if (!branches?.length) continue
      const simple = branches.filter(b => !b.$ref && b.type !== 'object' && b.type !== 'array')
      queue.push(depth > deep && simple.length > 0 ? simple[0] : branches[0])
    }
  }
  return out
}

const typeName = v => (v === null ? 'null' : Array.isArray(v) ? 'array' : typeof v)
const order = ['object', 'array', 'string', 'integer', 'number', 'boolean', 'null']

function typeOf(all, depth) {
  let types = order
  for (const { type } of all)
    if (type !== undefined) {
      const said = [type].flat()
      types = types.filter(t => said.includes(t) || (t === 'integer' && said.includes('number')))
    }
  // What goes on without end ends with a single value.
  const singles = depth > deep ? types.filter(t => t !== 'object' && t !== 'array' && t !== 'null') : []
  if (types.length < order.length) return singles[0] ?? types[0]
  if (all.some(s => s.properties || s.additionalProperties)) return 'object'
  return all.some(s => s.items || s.prefixItems) ? 'array' : 'string'
}

function number(type, all, most) {
  const bounds = (pick, otherwise, choose) => choose(...all.flatMap(s => pick(s) ?? []), otherwise)
  const step = all.find(s => s.multipleOf)?.multipleOf ?? (type === 'integer' ? 1 : 0.25)
  const low = bounds(
    s => s.minimum ?? (s.exclusiveMinimum === undefined ? undefined : s.exclusiveMinimum + step),
    Number.NEGATIVE_INFINITY,
    Math.max,
  )
  const high = bounds(
    s => s.maximum ?? (s.exclusiveMaximum === undefined ? undefined : s.exclusiveMaximum - step),
    Number.POSITIVE_INFINITY,
    Math.min,
  )
  const wanted = most ? Math.min(high, Math.max(low, 20)) : Math.max(low, Math.min(high, 1))
  return (most ? Math.floor(wanted / step) : Math.ceil(wanted / step)) * step
}

const formats = {
  date: ['2024-02-29'],
  'date-time': ['2024-02-29T23:59:59.5+02:00', '2024-02-29T23:59:59Z'],
  uuid: ['3d0ca315-aff9-4fc2-be61-3b76b9a2d798', '3D0CA315-AFF9-4FC2-BE61-3B76B9A2D798'],
  int64: ['9007199254740993', '7'],
}

/** Texts by pattern; turning an expression around takes a moment, and documents repeat theirs. */
const made = new Map()

function textsFor(pattern) {
  const known = made.get(pattern)
  if (known !== undefined) return known
  let texts = []
  try {
    texts = fc.sample(fc.stringMatching(expression(pattern)), { numRuns: 30, seed: 1 })
  } catch {
    // No way to turn this one around; the call is skipped.
  }
  made.set(pattern, texts)
  return texts
}

function string(all, most, text) {
  const min = Math.max(0, ...all.map(s => s.minLength ?? 0))
  const max = Math.min(...all.map(s => s.maxLength ?? 1e9))
  const patterns = all.flatMap(s => s.pattern ?? [])
  const fits = t => [...t].length >= min && [...t].length <= max && patterns.every(p => expression(p).test(t))
  const format = all.find(s => Object.hasOwn(formats, s.format ?? ''))?.format
  if (format !== undefined) return formats[format].find(fits)
  if (patterns.length > 0) {
    const texts = textsFor(patterns[0])
    return (
      texts.find(fits) ?? texts.map(t => t.repeat(Math.ceil(min / (t.length || 1))).slice(0, min)).find(fits)
    )
  }
  const whole = most ? text : [...text].slice(0, Math.max(min, 1)).join('')
  const long = [...whole.repeat(Math.max(1, Math.ceil(min / [...whole].length)))]
  return long.slice(0, Math.min(max, Math.max(min, whole.length))).join('')
}

function expression(pattern) {
  try {
    return new RegExp(pattern, 'u')
  } catch {
    return new RegExp(pattern)
  }
}

function array(all, root, depth, most, text) {
  const min = Math.max(0, ...all.map(s => s.minItems ?? 0))
  const max = Math.min(...all.map(s => s.maxItems ?? 1e9))
  const prefix = Math.max(0, ...all.map(s => s.prefixItems?.length ?? 0))
  // An empty list as an argument says nothing, and a path cannot say it.
  const wanted = most && depth < deep ? Math.max(2, prefix) : depth < 2 ? Math.max(min, 1) : min
  const length = Math.max(min, Math.min(wanted, max))
  const unique = all.some(s => s.uniqueItems)
  const items = []
  for (let i = 0; i < length; i++) {
    const here = all.flatMap(s => s.prefixItems?.[i] ?? (s.items || []))
    const item = value(here, root, depth + 1, unique ? i === 0 : most, i === 0 ? text : text.slice(0, -1))
    // What nothing fits is left out, and the schema says whether that was allowed.
    if (item !== undefined) items.push(item)
  }
  return unique && new Set(items.map(v => JSON.stringify(v))).size < items.length
    ? items.slice(0, Math.max(min, 1))
    : items
}

function object(all, root, depth, most, text) {
  const names = new Set(all.flatMap(s => s.required ?? []))
  const room = Math.min(...all.map(s => s.maxProperties ?? 1e9))
  const min = Math.max(0, ...all.map(s => s.minProperties ?? 0))
  const declared = all.flatMap(s =>
    Object.keys(s.properties ?? {}).filter(k => s.properties[k].not === undefined),
  )
  const wanted = most && depth < deep ? 1e9 : depth === 1 ? Math.max(min, 1) : min
  for (const name of declared) if (names.size < Math.min(wanted, room)) names.add(name)
  const rest = all.flatMap(s => (typeof s.additionalProperties === 'object' ? s.additionalProperties : []))
  const closed = all.some(s => s.additionalProperties === false)
  const free = closed ? 0 : most && depth < deep && rest.length > 0 ? 2 : min - names.size
  for (let i = 0; i < free && names.size < room; i++) names.add(['free key', 'a'][i] ?? `k${i}`)
  for (const name of names)
    for (const s of all) for (const other of own(s.dependentRequired, name) ?? []) names.add(other)
  return Object.fromEntries(
    [...names].flatMap(name => {
      const here = all.flatMap(s => own(s.properties, name) ?? [])
      const v = value(here.length > 0 ? here : rest, root, depth + 1, most, text)
      return v === undefined ? [] : [[name, v]]
    }),
  )
}

const own = (map, key) => (map !== undefined && Object.hasOwn(map, key) ? map[key] : undefined)
