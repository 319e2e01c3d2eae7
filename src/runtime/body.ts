/** A body value → the text that is sent: JSON, or form-urlencoded. */
import type { Media } from './contract.ts'
import { refuse } from './errors.ts'
import { type Wire, type WireObject, writeJson } from './json-text.ts'
import { isObject, own } from './object.ts'
import { isJson, serializer } from './serializer.ts'

export const writeBody = ({ type, form, nestedForm }: Media, body: Wire): string =>
  isJson(type)
    ? writeJson(body)
    : // A form body is an object (checked at build).
      Object.entries(body as WireObject)
        .flatMap(([name, value]) => {
          const nests =
            isObject(value) || (Array.isArray(value) && value.some(item => typeof item === 'object'))
          const how =
            own(form, name) ??
            ({ style: nests ? 'deepObject' : 'form', explode: true, deepArrays: 'indices' } as const)
          // Only what the document declares was checked at build.
          if (nests && !nestedForm && !own(form, name)) throw refuse(name, 'single values')
          return serializer({ in: 'query', name, ...how }, name)(value) ?? []
        })
        .join('&')
