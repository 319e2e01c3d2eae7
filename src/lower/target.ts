/** What each model API's declarations can say: a table, read by every file of `lower/`. Pure data. */
import type { TargetName, TypeName } from '../runtime/contract.ts'

/** Keywords that a declaration may carry as they are. */
type Bound =
  | 'minLength'
  | 'maxLength'
  | 'minItems'
  | 'maxItems'
  | 'minProperties'
  | 'maxProperties'
  | 'minimum'
  | 'maximum'
  | 'exclusiveMinimum'
  | 'exclusiveMaximum'
  | 'multipleOf'
  | 'uniqueItems'
  | 'pattern'

export interface Target {
  name: TargetName
  field: 'parameters' | 'parametersJsonSchema'
  /** Gemini's own schema type writes types in capitals and counts as decimal strings. */
  dialect: 'gemini' | 'json-schema'
  bounds: ReadonlySet<Bound>
  formats: Readonly<Partial<Record<TypeName, readonly string[]>>>
  /** `strings`: an enum holds non-empty strings only. */
  enums: 'strings' | 'scalars'
  /** Whether a map has a form of its own, by `additionalProperties`. */
  maps: boolean
  /** Whether a list can say what stands at each place. */
  prefixItems: boolean
  /** `required`: every property is required, and an optional one takes null. */
  optional: 'left-out' | 'null'
  /** Every object says `additionalProperties: false`. */
  closed: boolean
}

const countsOf: readonly Bound[] = ['minItems', 'maxItems']

export const targets: Readonly<Record<TargetName, Target>> = {
  // The intersection of the Developer API, Vertex and every SDK that rewrites schemas on the way.
  gemini: {
    name: 'gemini',
    field: 'parameters',
    dialect: 'gemini',
    bounds: new Set<Bound>([
      ...countsOf,
      'minLength',
      'maxLength',
      'minProperties',
      'maxProperties',
      'minimum',
      'maximum',
      'pattern',
    ]),
    formats: { string: ['date-time'], integer: ['int32', 'int64'] },
    enums: 'strings',
    maps: false,
    prefixItems: false,
    optional: 'left-out',
    closed: false,
  },
  // The keywords that Google lists for `responseJsonSchema`; none are listed for this field.
  'gemini-json-schema': {
    name: 'gemini-json-schema',
    field: 'parametersJsonSchema',
    dialect: 'json-schema',
    bounds: new Set<Bound>([...countsOf, 'minimum', 'maximum']),
    formats: { string: ['date-time', 'date'], integer: ['int32', 'int64'] },
    enums: 'scalars',
    maps: true,
    prefixItems: true,
    optional: 'left-out',
    closed: false,
  },
  // Structured outputs of OpenAI: every property required, every object closed, no root union.
  'openai-strict': {
    name: 'openai-strict',
    field: 'parameters',
    dialect: 'json-schema',
    bounds: new Set<Bound>([
      ...countsOf,
      'minimum',
      'maximum',
      'exclusiveMinimum',
      'exclusiveMaximum',
      'multipleOf',
      'pattern',
    ]),
    formats: { string: ['date-time', 'date', 'uuid'] },
    enums: 'scalars',
    maps: false,
    prefixItems: false,
    optional: 'null',
    closed: true,
  },
}
