/** A body value → the text of a form (`application/x-www-form-urlencoded`). For `body.ts`. */
import type { Media, ParameterPlace } from './contract.ts'
import { refuse } from './errors.ts'
import type { Wire, WireObject } from './json-text.ts'
import { isObject, own } from './object.ts'

/** `serializer` is given, since what is a part imports nothing that imports the parts. */
export const writeForm = (
  { form, nestedForm }: Media,
  body: WireObject,
  serializer: (place: ParameterPlace, argument: string) => (value: Wire) => string | undefined,
): string =>
  Object.entries(body)
    .flatMap(([name, value]) => {
      const nests = isObject(value) || (Array.isArray(value) && value.some(item => typeof item === 'object'))
      const how =
        own(form, name) ??
        ({ style: nests ? 'deepObject' : 'form', explode: true, deepArrays: 'indices' } as const)
      // Only what the document declares was checked at build.
      if (nests && !nestedForm && !own(form, name)) throw refuse(name, 'single values')
      return serializer({ in: 'query', name, ...how }, name)(value) ?? []
    })
    .join('&')
