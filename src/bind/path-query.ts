/**
 * Placeholders in the query of a path (`/x?q={query}`): the parameter of that name is sent there, and nowhere else.
 * For `bind/bind.ts`.
 */
import type { Definitions } from '../schema/draft.ts'
import type { Context, Input } from './input.ts'
import type { PathTemplate } from './path.ts'
import { shapeOf } from './serialization.ts'

/** The parameters, those that a placeholder of the query names in their place. What has none is reported. */
export function fillQuery(
  c: Context,
  { inQuery, placeholders }: PathTemplate,
  params: readonly Input[],
  definitions: Definitions,
): Input[] {
  const moved = new Map<Input, Input>()
  for (const { name, placeholder } of inQuery) {
    const twice =
      placeholders.includes(placeholder) || inQuery.filter(q => q.placeholder === placeholder).length > 1
    const inPath = params.find(p => p.place.in === 'path' && p.name === placeholder)
    const fault = (message: string) =>
      c.problem(
        'schema-unsupported',
        `the query of the path has {${placeholder}}, and ${message}`,
        `declare the query parameter ${name} instead of the placeholder in the document`,
        c.named.operation.pathItem.at,
      )
    if (twice) fault('the path has it a second time')
    else if (inPath) {
      const there = inPath.place.in === 'path' ? asQuery(inPath, name, definitions) : undefined
      if (there) moved.set(inPath, there)
      else fault('its style has no form in a query')
    } else if (!params.some(p => p.place.in === 'query' && p.name === placeholder))
      c.problem(
        'parameter-unfillable',
        `the query of the path has {${placeholder}}, and no parameter declares it`,
        `declare the query parameter ${name} in the document, without the placeholder`,
        c.named.operation.pathItem.at,
      )
    // A query parameter of that name and place is what the placeholder stands for.
    else if (placeholder !== name) fault(`the query parameter ${placeholder} is sent under its own name`)
  }
  return params.map(p => moved.get(p) ?? p)
}

/** A simple path value as a query says it: `a,b` after the name. Undefined where it says something else. */
function asQuery(input: Input, name: string, definitions: Definitions): Input | undefined {
  const { place } = input
  if (place.in === 'body' || place.style !== 'simple') return undefined
  // `R=100,G=200` has no style in a query.
  if (place.explode && place.media === undefined && shapeOf(input.schema, definitions).object)
    return undefined
  return { ...input, declared: 'path', place: { ...place, in: 'query', name, style: 'form', explode: false } }
}
