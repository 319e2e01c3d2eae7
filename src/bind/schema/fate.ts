/**
 * What becomes of every Schema Object keyword: the table behind docs/lowering.md. `bind/schema/convert.ts` refuses
 * by it; a test walks it. Pure data.
 */

export interface Fate {
  /** `carried`: in `inputSchema` exactly · `read`: changes how the rest is read · `told`: in the model's text, unenforced · `dropped`: says nothing about a request · `refused`: a build error. */
  fate: 'carried' | 'read' | 'told' | 'dropped' | 'refused'
  how: string
}

export const fate: Record<string, Fate> = {
  $ref: { fate: 'carried', how: 'followed; its siblings apply too, in 3.0 as in 3.1' },
  type: {
    fate: 'carried',
    how: 'one type or a list; without one, the type that all keywords speak of; in a condition, any',
  },
  enum: {
    fate: 'carried',
    how: 'members of another type than the schema are left out; YAML scalars keep their text under type string',
  },
  const: { fate: 'carried', how: 'as an enum of one member' },
  nullable: { fate: 'carried', how: 'as type null, beside $ref, allOf and enum too' },
  minimum: { fate: 'carried', how: 'exactly' },
  maximum: { fate: 'carried', how: 'exactly' },
  exclusiveMinimum: { fate: 'carried', how: 'as a number, from both dialects' },
  exclusiveMaximum: { fate: 'carried', how: 'as a number, from both dialects' },
  multipleOf: { fate: 'carried', how: 'exactly' },
  minLength: { fate: 'carried', how: 'exactly' },
  maxLength: { fate: 'carried', how: 'exactly' },
  pattern: {
    fate: 'carried',
    how: 'when matching it is proved to end soon, without what a search for it does not need, and not between slashes; else told',
  },
  format: { fate: 'carried', how: 'date, date-time, uuid, int32 and int64 are checked; others are told' },
  items: { fate: 'carried', how: 'exactly; a list of schemas as prefixItems' },
  prefixItems: { fate: 'carried', how: 'exactly' },
  additionalItems: { fate: 'carried', how: 'as items beside a list of schemas' },
  minItems: { fate: 'carried', how: 'exactly' },
  maxItems: { fate: 'carried', how: 'exactly' },
  uniqueItems: { fate: 'carried', how: 'exactly' },
  properties: {
    fate: 'carried',
    how: 'with legal names; the wire name comes back on the way out, and is no further property of an open object',
  },
  required: { fate: 'carried', how: 'names that no schema declares are dropped, as a loss' },
  additionalProperties: { fate: 'carried', how: 'in an allOf it speaks of names that no branch declares' },
  minProperties: { fate: 'carried', how: 'exactly' },
  maxProperties: { fate: 'carried', how: 'exactly' },
  dependentRequired: { fate: 'carried', how: 'exactly' },
  allOf: { fate: 'carried', how: 'merged into one schema; what does not merge stays as allOf' },
  anyOf: { fate: 'carried', how: 'exactly' },
  oneOf: { fate: 'carried', how: 'exactly; as anyOf where a branch is not fully checked' },
  not: { fate: 'carried', how: 'exactly; left out, as a loss, where its schema is not fully checked' },
  discriminator: {
    fate: 'read',
    how: 'its property becomes an enum in each branch; without branches it is a loss',
  },
  readOnly: {
    fate: 'read',
    how: 'the property leaves a request, with its required, through every composition',
  },
  writeOnly: { fate: 'read', how: 'the property leaves a response' },
  description: { fate: 'told', how: 'cleaned of links, comments and invisible characters' },
  default: { fate: 'told', how: 'as a sentence; never sent on its own' },
  deprecated: { fate: 'told', how: 'as a sentence' },
  contentEncoding: { fate: 'told', how: 'as a sentence; not checked' },
  contentMediaType: { fate: 'told', how: 'as a sentence; not checked' },
  title: { fate: 'told', how: 'of a const that has no description; else an annotation' },
  example: { fate: 'dropped', how: 'an annotation' },
  examples: { fate: 'dropped', how: 'an annotation' },
  externalDocs: { fate: 'dropped', how: 'an annotation' },
  xml: { fate: 'dropped', how: 'speaks of XML bodies, which are refused' },
  $comment: { fate: 'dropped', how: 'an annotation' },
  $schema: { fate: 'dropped', how: 'every schema is read as its OpenAPI version says' },
  $defs: { fate: 'dropped', how: 'reached through $ref only' },
  definitions: { fate: 'dropped', how: 'reached through $ref only' },
  $anchor: { fate: 'dropped', how: 'a $ref to it is refused' },
  $id: { fate: 'refused', how: 'it would change where relative references lead' },
  $dynamicRef: { fate: 'refused', how: 'what it means depends on the path that leads to it' },
  $dynamicAnchor: { fate: 'refused', how: 'what it means depends on the path that leads to it' },
  $recursiveRef: { fate: 'refused', how: 'what it means depends on the path that leads to it' },
  if: { fate: 'carried', how: 'with then and else, as anyOf and not; told, not declared' },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema; the table is never awaited
  then: { fate: 'carried', how: 'beside if' },
  else: { fate: 'carried', how: 'beside if' },
  dependentSchemas: { fate: 'carried', how: 'as anyOf and not; told, not declared' },
  dependencies: { fate: 'carried', how: 'as dependentRequired and dependentSchemas' },
  patternProperties: {
    fate: 'carried',
    how: 'where a pattern has every name, said of each property; else their schemas are those of any further property, as a loss',
  },
  propertyNames: {
    fate: 'carried',
    how: 'a list of names as properties; another rule is a loss, and a pattern is told',
  },
  unevaluatedProperties: {
    fate: 'carried',
    how: 'as additionalProperties of all that is put together; beside a union, a condition or a pattern it is a loss',
  },
  unevaluatedItems: {
    fate: 'carried',
    how: 'as items; beside a union, a condition or contains it is a loss',
  },
  contains: { fate: 'carried', how: 'as not and items; told, not declared' },
  minContains: { fate: 'carried', how: '0 takes contains away; more than 1 is a loss' },
  maxContains: { fate: 'read', how: 'a loss: items are not counted' },
  contentSchema: { fate: 'told', how: 'as a sentence; not checked' },
}
