/** What a schema accepts can be sent: every argument outside JSON is narrowed to what its place can hold. For `bind/bind.ts`. */
import { tokens } from '../json/pointer.ts'
import type { Media } from '../runtime/contract.ts'
import { type Definitions, isNever } from '../schema/draft.ts'
import { type Carries, carriedBy, carriedByForm } from './carries.ts'
import type { Visible } from './directives.ts'
import type { Context } from './input.ts'
import { fullKey } from './match.ts'
import { isForm } from './media.ts'
import { createNarrower } from './narrow.ts'

export function sendable(
  c: Context,
  inputs: readonly Visible[],
  media: Media | undefined,
  given: Definitions,
): { visible: Visible[]; definitions: Definitions } {
  const { definitions, narrow } = createNarrower(given)
  const visible = inputs.flatMap(input => {
    const to = placeOf(c, input, media)
    const schema = to ? narrow(input.schema, to) : input.schema
    if (!isNever(schema) || isNever(input.schema)) return [{ ...input, schema }]
    const what = `no value of ${fullKey(input)} has a form in its place`
    if (input.required)
      c.problem('parameter-unfillable', what, 'leave this operation out, or correct the document', input.at)
    else c.lose({ pointer: '', keyword: 'parameters', reason: what, enforcedBy: 'none' })
    return []
  })
  return { visible, definitions }
}

function placeOf(c: Context, { place }: Visible, media: Media | undefined): Carries | undefined {
  if (place.in !== 'body') return carriedBy(place, c.options.conventions)
  if (media === undefined || !isForm(media.type)) return undefined
  const form = carriedByForm(media, c.options.conventions)
  const [name] = tokens(place.pointer)
  return name === undefined ? form : form.field?.(name)
}
