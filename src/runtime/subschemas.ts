/** Where a schema leads: behind `$ref`, to items and to properties. For the interpreter and `wire.ts`. */
import type { InputSchema } from './contract.ts'
import { own } from './object.ts'

export type Schema = InputSchema | boolean | undefined

/** The schema of an item or a property; true or undefined for one that is not described. */
export const schemaOf = (schema: InputSchema, key: string | number): Schema =>
  typeof key === 'number'
    ? (schema.prefixItems?.[key] ?? schema.items)
    : (own(schema.properties, key) ?? schema.additionalProperties)

/** What `$ref` leads to. Nowhere accepts nothing. */
export const target = ($ref: string, root: InputSchema): InputSchema =>
  own(root.$defs, $ref.slice('#/$defs/'.length)) ?? { not: {} }
