/**
 * OpenAPI 3.0 and 3.1 schemas → exact drafts. References become references to definitions, read once each, so the
 * work is linear in the schemas reached. `bind/` makes one converter per operation.
 */
import type { Code, Finding, Location, Report } from '../../diagnostic.ts'
import type { JsonObject } from '../../runtime/contract.ts'
import { type Draft, never, own } from '../../schema/draft.ts'
import { merge } from '../../schema/merge.ts'
import type { Node, Spec } from '../../spec/spec.ts'
import { combine, expandsReferences, isObject, type SchemaContext } from './context.ts'
import { fate } from './fate.ts'
import { text, unknownKeywords } from './keywords/annotations.ts'
import { arrays } from './keywords/arrays.ts'
import { compose } from './keywords/compose.ts'
import { enums } from './keywords/enums.ts'
import { orNull } from './keywords/nullable.ts'
import { numbers } from './keywords/numbers.ts'
import { objects } from './keywords/objects.ts'
import { strings } from './keywords/strings.ts'
import { unevaluated } from './keywords/unevaluated.ts'
import type { PatternCheck } from './pattern.ts'
import { inferred, typesOf } from './types.ts'

export interface Converter {
  /** The schema with every definition it reaches read. */
  convert(node: Node): Draft
  /** Definitions by id, in the order they were met. */
  readonly definitions: Map<string, Draft>
  /** Schema objects visited so far. */
  readonly visited: number
}

export interface ConverterOptions {
  spec: Spec
  /** How findings name the operation. */
  label: string
  checkPattern: PatternCheck
  /** Schema objects that one operation may reach. */
  limit: number
}

const maxDepth = 300

export function createConverter(options: ConverterOptions, report: Report): Converter {
  const { spec } = options
  const definitions = new Map<string, Draft>()
  const ids = new Map<string, string>()
  const nameOf = definitionNames()
  const waiting: { id: string; target: Node; typed: boolean }[] = []
  const expanded = new Map<string, Draft>()
  const state = { visited: 0, depth: 0, reading: [] as string[], full: false, typed: false }

  const context: SchemaContext = {
    spec,
    checkPattern: options.checkPattern,
    convert: node => below(() => read(node, false), []),
    here: node => below(() => read(node, false), state.reading),
    beside: node => below(() => read(node, false), state.reading, true),
    expand: node => below(() => read(node, true), state.reading),
    follow,
    reading: node => {
      const target = isObject(node.value) && own(node.value, '$ref') !== undefined ? follow(node) : undefined
      // The last one is the schema that holds the union: a variant of itself is a loop.
      return target !== undefined && state.reading.slice(0, -1).includes(identity(target.at))
    },
    problem: (message, fix, at, code = 'schema-unsupported') =>
      report(finding(code, `${options.label}: ${message}`, fix, at)),
  }

  /** Runs one step deeper; `reading` is what is read at this place of a value, `typed` that others say its types. */
  function below(step: () => Draft, reading: string[], typed = state.typed): Draft {
    const outer = { reading: state.reading, typed: state.typed }
    Object.assign(state, { reading, typed, depth: state.depth + 1 })
    const draft = step()
    Object.assign(state, outer, { depth: state.depth - 1 })
    return draft
  }

  function read(node: Node, inline: boolean): Draft {
    if (++state.visited > options.limit || state.depth > maxDepth) return overflow(node.at)
    if (typeof node.value === 'boolean') return node.value ? {} : never
    if (!isObject(node.value)) {
      context.problem('a schema is neither an object nor a boolean', 'write a schema object here', node.at)
      return {}
    }
    // What it refers to is read in place, and may lead back here: as a definition it is read once.
    if (!inline && expandsReferences(node.value) && !state.reading.includes(identity(node.at)))
      return link(node, state.typed)
    const whole =
      own(node.value, '$ref') === undefined
        ? schema(node.value, node.at)
        : reference(node.value, node.at, inline)
    return unevaluated(context, node.value, node.at, whole)
  }

  function overflow(at: Location): Draft {
    if (!state.full)
      context.problem(
        `its schemas reach more than ${state.depth > maxDepth ? `${maxDepth} levels` : `${options.limit} schema objects`}`,
        'choose another operation, hide its large parameters, or raise budget.nodes',
        at,
        'budget-exceeded',
      )
    state.full = true
    return {}
  }

  function schema(value: JsonObject, at: Location): Draft {
    refuse(value, at)
    const type = typesOf(context, value, at)
    const nullable = own(value, 'nullable') === true
    const assertions = combine(
      { at, ...(type && { type }) },
      text(value),
      unknownKeywords(value),
      enums(context, value, at, nullable && type ? [...type, 'null'] : type),
      numbers(context, value, at),
      strings(context, value, at, type),
      arrays(context, value, at),
      objects(context, value, at),
      state.typed ? undefined : inferred(value, type),
    )
    const d = compose(context, value, at, assertions)
    return nullable ? orNull(d) : d
  }

  /** `$ref` with its siblings, which apply too: 3.1 says so, and 3.0 documents mean it. */
  function reference(value: JsonObject, at: Location, inline: boolean): Draft {
    const target = follow({ value, at })
    if (target === undefined) return {}
    const base = inline || expandsReferences(value) ? inlined(target, at) : link(target)
    const { $ref: _, ...siblings } = value
    if (Object.keys(siblings).length === 0) return base
    const beside = schema({ ...value, nullable: false }, at)
    const both = merge(base, siblingsOf(beside))
    return own(siblings, 'nullable') === true ? orNull(both) : both
  }

  function inlined(target: Node, at: Location): Draft {
    const id = identity(target.at)
    if (state.reading.includes(id)) {
      context.problem('the schema contains itself through allOf', 'break the cycle in the document', at)
      return {}
    }
    const known = expanded.get(id)
    if (known) return known
    const draft = below(() => read(target, true), [...state.reading, id], false)
    // What was left out because of the schema around it is no property of the target itself.
    if (state.reading.length === 0) expanded.set(id, draft)
    return draft
  }

  function link(target: Node, typed = false): Draft {
    const key = identity(target.at)
    const known = ids.get(key)
    if (known !== undefined) return { ref: known }
    const id = nameOf(target.at)
    ids.set(key, id)
    waiting.push({ id, target, typed })
    return { ref: id }
  }

  function follow(node: Node): Node | undefined {
    const seen = new Set<string>()
    let current = node
    for (;;) {
      const ref = isObject(current.value) ? own(current.value, '$ref') : undefined
      if (ref === undefined) return current
      // A reference with siblings in the middle of a chain is a schema of its own.
      if (seen.size > 0 && isObject(current.value) && Object.keys(current.value).length > 1) return current
      if (typeof ref !== 'string' || seen.has(identity(current.at))) {
        context.problem('a $ref leads back to itself', 'point it at a schema', current.at, 'ref-unresolved')
        return undefined
      }
      seen.add(identity(current.at))
      const resolved = spec.resolve(ref, current.at)
      if ('problem' in resolved) {
        report({ ...resolved.problem, message: `${options.label}: ${resolved.problem.message}` })
        return undefined
      }
      current = resolved.node
    }
  }

  function refuse(value: JsonObject, at: Location): void {
    for (const key of Object.keys(value)) {
      const rule = own(fate, key)
      if (rule?.fate === 'refused')
        context.problem(
          `the keyword ${key} cannot be carried: ${rule.how}`,
          'rewrite the schema without it, or leave this operation out',
          { file: at.file, pointer: `${at.pointer}/${key}` },
        )
    }
  }

  return {
    definitions,
    get visited() {
      return state.visited
    },
    convert(node) {
      const draft = context.convert(node)
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
        const { id, target, typed } = next
        const draft = below(() => read(target, false), [identity(target.at)], typed)
        definitions.set(id, draft)
      }
      return draft
    },
  }
}

const finding = (code: Code, message: string, fix: string, at: Location): Finding => ({
  code,
  message,
  fix,
  at,
})
const identity = (at: Location): string => `${at.file}#${at.pointer}`

/** A sibling that says nothing about values must not turn a reference into another type. */
function siblingsOf(beside: Draft): Draft {
  const { at: _, ...rest } = beside
  return rest
}

/** Names for `$defs`, made of the component's own; documents that share a last token get numbers in order of meeting. */
function definitionNames(): (at: Location) => string {
  const taken = new Set<string>()
  const numbers = new Map<string, number>()
  return at => {
    const last = at.pointer.slice(at.pointer.lastIndexOf('/') + 1) || at.file
    const base = last.replace(/[^A-Za-z0-9_.-]/g, '_')
    let name = base
    for (let n = numbers.get(base) ?? 2; taken.has(name); n++) {
      name = `${base}_${n}`
      numbers.set(base, n + 1)
    }
    taken.add(name)
    return name
  }
}
