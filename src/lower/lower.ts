/**
 * The last phase: for each target, what it can say of the arguments, how that form differs from the canonical one, and
 * what was lost. Widens only: whatever the exact schema accepts, the declaration accepts once encoded. compile.ts calls it.
 */
import type { Bound, Loss } from '../bind/bound.ts'
import type { Report } from '../diagnostic.ts'
import type { Named } from '../name/named.ts'
import type { ResolvedOptions } from '../options.ts'
import type { Declaration, Encoding, TargetDeclaration, TargetName } from '../runtime/contract.ts'
import type { Draft } from '../schema/draft.ts'
import { clean } from '../text/clean.ts'
import { excess, stepLimit } from './budget.ts'
import type { Lowering, LowerOptions, Place } from './context.ts'
import { inOrder } from './encoding.ts'
import { jsonText } from './keywords/json-text.ts'
import type { Lowered } from './lowered.ts'
import { toldOf } from './narrowings.ts'
import { node } from './node.ts'
import { render } from './render.ts'
import type { Sketch } from './sketch.ts'
import { type Target, targets } from './target.ts'

export type LowerPhaseOptions = LowerOptions & Pick<ResolvedOptions, 'targets' | 'budget'>

const warnLevels = 4
const maxNesting = 150

/** Undefined when a budget is exceeded, which is reported. */
export function lower(
  named: Named,
  bound: Bound,
  options: LowerPhaseOptions,
  report: Report,
): Lowered | undefined {
  const { operation } = named
  const text = clean(named.description)
  if (text.text === '') {
    report({
      code: 'no-description',
      message: `${operation.label}: nothing is left of its text once links, comments and invisible characters are taken out`,
      fix: 'give it a description with the directive',
      at: operation.node.at,
    })
    return undefined
  }
  const declarations: { [T in TargetName]?: TargetDeclaration } = {}
  const losses: Loss[] = []
  let deepest = 0
  for (const name of options.targets) {
    const lowering = start(targets[name], bound, options)
    const { sketch: root, levels } = lowering.run()
    const sketch = { ...root, text: [...(root.text ?? []), ...toldOf(lowering.state.losses)] }
    const made = excess(sketch, lowering.state.steps, options.budget, () =>
      declare(targets[name], named.toolName, text.text, sketch),
    )
    if ('over' in made) {
      report({
        code: 'budget-exceeded',
        message: `${operation.label}: its declaration for ${name} ${made.over}`,
        fix: 'hide or fix arguments with params, leave this operation out, or raise the budget',
        at: operation.node.at,
      })
      return undefined
    }
    deepest = Math.max(deepest, levels)
    declarations[name] = { declaration: made.declaration, encoding: inOrder(lowering.state.encodings) }
    losses.push(...distinct(lowering.state.losses).map(loss => ({ ...loss, target: name })))
  }
  if (deepest > warnLevels)
    report({
      code: 'deep-schema',
      message: `${operation.label}: its arguments are nested ${deepest} levels deep`,
      fix: 'fix or hide nested properties with params, or silence this warning',
      at: operation.node.at,
    })
  return { declarations, losses, removed: text.removed.map(r => ({ pointer: '', ...r })) }
}

/** Branches of a union stand at one place, and lose the same. */
function distinct(losses: readonly Omit<Loss, 'target'>[]): Omit<Loss, 'target'>[] {
  return [...new Map(losses.map(loss => [JSON.stringify(loss), loss])).values()]
}

interface State {
  /** Schemas looked at, references and branches that fall together included. */
  steps: number
  /** How deep the walk is: unions of unions have no levels, and may still go on for long. */
  nesting: number
  levels: number
  encodings: Encoding[]
  losses: Omit<Loss, 'target'>[]
}

function start(target: Target, bound: Bound, options: LowerPhaseOptions) {
  const limit = stepLimit(options.budget)
  const state: State = { steps: 0, nesting: 0, levels: 0, encodings: [], losses: [] }
  const l: Lowering = {
    target,
    options,
    definitions: bound.definitions,
    lower: (d: Draft, place: Place): Sketch => {
      state.steps++
      if (d.type?.includes('object') || d.type?.includes('array'))
        state.levels = Math.max(state.levels, place.depth + 1)
      if (state.steps > limit) return { type: 'string' }
      if (state.nesting >= maxNesting) return jsonText(l, d, place, 'anyOf', 'its forms have too many forms')
      state.nesting++
      const sketch = node(l, d, place)
      state.nesting--
      return sketch
    },
    lose: (place, keyword, reason, enforcedBy = 'none') => {
      state.losses.push({ pointer: place.pointer, keyword, reason, enforcedBy })
    },
    encode: (place, as) => {
      state.encodings.push({ pointer: place.pointer, as })
    },
    apart: step => {
      const { encodings, losses } = state
      state.encodings = []
      state.losses = []
      const value = step()
      const out = { value, encodings: state.encodings, losses: state.losses }
      state.encodings = encodings
      state.losses = losses
      return out
    },
    keep: (encodings, losses) => {
      for (const e of encodings)
        if (!state.encodings.some(o => o.pointer === e.pointer && o.as === e.as)) state.encodings.push(e)
      state.losses.push(...losses)
    },
  }
  return {
    state,
    run: () => ({
      sketch: l.lower(bound.arguments, { pointer: '', depth: 0, refs: [] }),
      levels: state.levels,
    }),
  }
}

/** A tool without inputs has an empty JSON Schema: Gemini's own type refuses an empty object, and ANY mode a missing one. */
function declare(target: Target, name: string, text: string, sketch: Sketch): Declaration {
  const { text: said = [], ...root } = sketch
  const description = [text, ...said].join('\n')
  if (Object.keys(root.properties ?? {}).length === 0 && target.dialect === 'gemini')
    return { name, description, parametersJsonSchema: { type: 'object', properties: {} } }
  return { name, description, [target.field]: render(root, target) }
}
