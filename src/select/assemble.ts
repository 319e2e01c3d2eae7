/** One chosen operation with everything said about it: layers merged, safety kept, text found. For select.ts. */
import { type Code, type Location, type Report, visible } from '../diagnostic.ts'
import type { Directive, ParameterDirective } from '../options.ts'
import type { Effect, Method } from '../runtime/contract.ts'
import type { Spec } from '../spec/spec.ts'
import { isRecord, readDirective, shown } from './directive.ts'
import { type Layer, layer, merge, originIn } from './merge.ts'
import { below, type Candidate, member, textAt } from './scan.ts'
import type { Operation, Selected, Selection } from './selected.ts'

export interface Choice {
  candidate: Candidate
  /** What the outer place says, lowest first; empty when the document selects. */
  outer: Layer[]
}

/** Undefined when the operation has a fault, which is then reported. */
export function assemble(
  spec: Spec,
  { candidate, outer }: Choice,
  selection: Selection,
  report: Report,
): Selected | undefined {
  const operation = operationOf(candidate)
  const { at } = candidate.node
  const fault = (code: Code, message: string, fix: string, where: Location = at): undefined => {
    report({ code, message: `${labelOf(candidate)}: ${message}`, fix, at: where })
  }
  if (operation === undefined)
    return fault('operation-method', `${candidate.method} is no method of a tool`, 'do not select it')
  const [beside] = candidate.beside
  if (beside !== undefined) {
    const message = `keys stand beside a $ref (${Object.keys(beside.value).join(', ')}), and OpenAPI does not define what they mean`
    return fault('schema-unsupported', message, 'move them to where the reference leads', beside.at)
  }

  const own = readMark(candidate, operation.label, selection, report)
  if (own === undefined) return undefined
  const above = merge(outer)
  const safe =
    selection.place === 'spec' ? own : own.map(l => withoutLowering(l, above, operation, selection, report))
  const said = merge([...safe, ...outer])
  const effect: Effect = said.effect ?? (readMethods.has(operation.method) ? 'read' : 'write')
  const asked = said.confirm === undefined ? consequential(operation, effect, selection, report) : []
  if (asked === undefined) return undefined

  const layers = [...asked, ...safe, ...outer]
  const directive = merge(layers)
  const origin = (...path: string[]) => originIn(layers, path, at)
  if (effect === 'read' && unsafeMethods.has(operation.method)) {
    const message = `${operation.method} is declared as effect: read`
    return fault('effect-unsafe', message, 'remove effect: read', origin('effect'))
  }
  const text = directive.description ?? documentText(spec, operation)
  if (text === undefined)
    return fault(
      'no-description',
      'there is no text that tells a model what it does',
      'give it a description',
    )
  if (member(operation.node.value, 'deprecated') === true)
    fault('deprecated', 'the document marks it as deprecated', 'plan for its end', below(at, 'deprecated'))
  return {
    operation,
    directive,
    origin,
    description: [
      text.trim(),
      ...(directive.doesNot === undefined ? [] : [`Does not: ${directive.doesNot.trim()}`]),
      ...(directive.returns === undefined ? [] : [`Returns: ${directive.returns.trim()}`]),
    ].join('\n'),
    effect,
    confirm: directive.confirm ?? effect === 'write',
  }
}

const methods: Record<string, Method> = {
  get: 'GET',
  head: 'HEAD',
  put: 'PUT',
  post: 'POST',
  patch: 'PATCH',
  delete: 'DELETE',
}
// RFC 9110, 9.2.1: safe methods.
const readMethods = new Set<Method>(['GET', 'HEAD'])
// A POST can be a search; these cannot be one.
const unsafeMethods = new Set<Method>(['PUT', 'PATCH', 'DELETE'])

function operationOf({ field, path, key, id, node, pathItem }: Candidate): Operation | undefined {
  const method = Object.hasOwn(methods, field) ? methods[field] : undefined
  return method && { method, path, id, label: labelOf({ id, key }), node, pathItem }
}

/** An id may be any text; a message stays one line. */
const labelOf = ({ id, key }: Pick<Candidate, 'id' | 'key'>): string => visible(id ?? key)

/** The operation's own `x-agent-tool`; undefined when it is at fault or forbids the selection. */
function readMark(
  { node }: Candidate,
  label: string,
  selection: Selection,
  report: Report,
): Layer[] | undefined {
  const at = below(node.at, 'x-agent-tool')
  if (!Object.hasOwn(node.value, 'x-agent-tool')) return []
  const mark = member(node.value, 'x-agent-tool')
  if (mark === true) return [layer({}, at)]
  if (isRecord(mark)) {
    const directive = readDirective(mark, at, label, report)
    return directive && [layer(directive, at)]
  }
  if (mark === false)
    report({
      code: 'operation-withheld',
      message: `${label}: ${placeName(selection)} selects it, but the document says x-agent-tool: false`,
      fix: 'take it out of the selection, or ask the owner of the API',
      at,
    })
  else
    report({
      code: 'directive-invalid',
      message: `${label}: x-agent-tool must be true, false or an object of directives, not ${shown(mark)}`,
      fix: 'write x-agent-tool: true',
      at,
    })
  return undefined
}

/**
 * A document that does not select may describe an operation, never lower its safety: what would is left out with
 * a warning, unless the selecting place says the same key itself.
 */
function withoutLowering(
  { directive, where }: Layer,
  above: Directive,
  operation: Operation,
  selection: Selection,
  report: Report,
): Layer {
  const { effect, confirm, server, params, ...rest } = directive
  const kept: Directive = rest
  const ignore = (what: string, ...path: string[]) =>
    ignored(what, where(...path), operation, selection, report)
  if (effect === 'write') kept.effect = effect
  else if (effect === 'read' && above.effect === undefined) ignore('effect: read', 'effect')
  if (confirm === true) kept.confirm = confirm
  else if (confirm === false && above.confirm === undefined) ignore('confirm: false', 'confirm')
  if (server !== undefined && above.server === undefined) ignore(`server: ${server}`, 'server')
  const entries: [string, ParameterDirective][] = []
  for (const [key, entry] of Object.entries(params ?? {})) {
    const { value, expose, ...others } = entry
    const heard = Object.hasOwn(above.params ?? {}, key)
    if (value !== undefined && !heard) ignore(`a value for ${key}`, 'params', key, 'value')
    if (expose && !heard) ignore(`expose for ${key}`, 'params', key, 'expose')
    if (Object.keys(others).length > 0 || (value === undefined && !expose)) entries.push([key, others])
  }
  if (entries.length > 0) kept.params = Object.fromEntries(entries)
  return { directive: kept, where }
}

const consequentialKey = 'x-openai-isConsequential'

/** Another vendor's word for `confirm`, heard when nobody says `confirm`. Undefined when it is at fault. */
function consequential(
  operation: Operation,
  effect: Effect,
  selection: Selection,
  report: Report,
): Layer[] | undefined {
  const { node, label } = operation
  if (!Object.hasOwn(node.value, consequentialKey)) return []
  const said = member(node.value, consequentialKey)
  const at = below(node.at, consequentialKey)
  if (typeof said !== 'boolean') {
    const message = `${label}: ${consequentialKey} must be true or false, not ${shown(said)}`
    report({ code: 'directive-invalid', message, fix: 'say confirm where the operation is selected', at })
    return undefined
  }
  if (said || selection.place === 'spec') return [{ directive: { confirm: said }, where: () => at }]
  // On a read it changes nothing, so there is nothing to warn of.
  if (effect === 'write') ignored(`${consequentialKey}: false`, at, operation, selection, report)
  return []
}

function ignored(
  what: string,
  at: Location,
  { label }: Operation,
  selection: Selection,
  report: Report,
): void {
  const place = placeName(selection)
  report({
    code: 'safety-ignored',
    message: `${label}: the document says ${what}, which is ignored because ${place} selects`,
    fix: `say it in ${place} if it is meant`,
    at,
  })
}

function placeName(selection: Selection): string {
  if (selection.place === 'spec') return 'the document'
  return selection.place === 'inline' ? selection.at.file : selection.file
}

/** The document's own text for an operation, most specific first. */
function documentText(spec: Spec, { node, pathItem }: Operation): string | undefined {
  for (const place of [node, pathItem]) {
    for (const key of ['description', 'summary']) {
      const text = textAt(spec, place, key)
      if (text !== undefined && text.trim() !== '') return text
    }
  }
  return undefined
}
