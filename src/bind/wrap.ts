/** Declared text around what the model writes: `prefix` and `suffix` of `params`. For `bind/directives.ts`. */
import type { ParameterDirective } from '../options.ts'
import type { Definitions } from '../schema/draft.ts'
import { writtenParameter } from './declared-value.ts'
import type { Visible } from './directives.ts'
import { type Context, type Input, resolved } from './input.ts'
import { fullKey } from './match.ts'

/** The model's part is a required, non-empty string, shorter by the declared text. */
export function wrap(
  c: Context,
  input: Input,
  { prefix, suffix }: ParameterDirective,
  definitions: Definitions,
  at: Input['at'],
): Visible {
  if (prefix === undefined && suffix === undefined) return input
  const node = resolved(input.schema, definitions)
  const free =
    node.type?.length === 1 &&
    node.type[0] === 'string' &&
    !node.enum &&
    node.pattern === undefined &&
    node.format === undefined &&
    !node.anyOf &&
    !node.oneOf &&
    !node.allOf
  const added = [...`${prefix ?? ''}${suffix ?? ''}`].length
  const room = node.maxLength === undefined ? undefined : node.maxLength - added
  if (!free || (room !== undefined && room < 1))
    c.problem(
      'parameter-value',
      free
        ? `${fullKey(input)} has no room for the declared text`
        : `${fullKey(input)} is no free text: a prefix or suffix would break its schema`,
      'wrap plain strings only: no enum, const, pattern or format',
      at,
    )
  const written =
    input.place.in === 'body'
      ? undefined
      : writtenParameter(input.place, `${prefix ?? ''}x${suffix ?? ''}`, c.options.conventions)
  if (written && 'fault' in written)
    c.problem(
      'parameter-value',
      `the text around ${fullKey(input)} has no form in its place: ${written.fault}`,
      'declare text that can be written there',
      at,
    )
  return {
    ...input,
    required: true,
    schema: {
      ...node,
      minLength: Math.max(1, (node.minLength ?? 0) - added),
      ...(room !== undefined && { maxLength: room }),
    },
    ...(prefix !== undefined && { prefix }),
    ...(suffix !== undefined && { suffix }),
  }
}
