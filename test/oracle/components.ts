/** The schemas that random ones refer to; for `schemas.ts`. */
import type { JsonObject } from '../../src/runtime/contract.ts'

export type Dialect = '3.0' | '3.1'

/** `components.schemas`: plain, recursive in three ways, with discriminators, with parts for one direction only. */
export const schemaComponents = (dialect: Dialect): Record<string, JsonObject> => ({
  Money: {
    type: 'object',
    required: ['amount', 'currency'],
    properties: {
      amount: { type: 'integer', format: 'int64' },
      currency: { type: 'string', enum: ['EUR', 'USD'] },
    },
  },
  Word: { type: 'string', minLength: 1, maxLength: 8, description: 'A word' },
  Color: orNull(dialect, { type: 'string', enum: ['red', 'green', ''] }),
  Node: {
    type: 'object',
    required: ['name'],
    properties: { name: { type: 'string' }, kids: { type: 'array', items: ref('Node') }, next: ref('Node') },
  },
  Even: { type: 'object', properties: { odd: ref('Odd') } },
  Odd: { type: 'object', properties: { even: ref('Even'), n: { type: 'integer' } } },
  Tree: { type: 'object', additionalProperties: ref('Tree') },
  Animal: {
    oneOf: [ref('Cat'), ref('Dog')],
    discriminator: { propertyName: 'kind', mapping: { cat: '#/components/schemas/Cat', dog: 'Dog' } },
  },
  Cat: {
    type: 'object',
    required: ['kind'],
    properties: { kind: { type: 'string', enum: ['cat'] }, lives: { type: 'integer' } },
  },
  Dog: {
    type: 'object',
    required: ['kind'],
    properties: { kind: { type: 'string', enum: ['dog'] }, bark: { type: 'boolean' } },
  },
  Account: {
    type: 'object',
    required: ['id', 'owner'],
    properties: {
      id: { type: 'string', readOnly: true },
      owner: { type: 'string' },
      pin: { type: 'string', writeOnly: true, minLength: 4 },
    },
  },
  Named: { type: 'object', required: ['name'], properties: { name: { type: 'string' } } },
  Extended: {
    allOf: [ref('Named'), { type: 'object', properties: { size: { type: 'number', minimum: 0 } } }],
  },
})

export const ref = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` })
export const componentNames = Object.keys(schemaComponents('3.0'))

/** The same schema that also takes null, in the dialect's way. */
export function orNull(dialect: Dialect, schema: JsonObject): JsonObject {
  if (dialect === '3.0') return { ...schema, nullable: true }
  if (schema.type === 'null') return schema
  const members = Array.isArray(schema.enum) ? { enum: [...schema.enum, null] } : {}
  return typeof schema.type === 'string'
    ? { ...schema, ...members, type: [schema.type, 'null'] }
    : { anyOf: [schema, { type: 'null' }] }
}
