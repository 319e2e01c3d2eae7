/** A body value → the text that is sent: JSON, or form-urlencoded. */
import type { Media } from './contract.ts'
import { type Wire, type WireObject, writeJson } from './json-text.ts'
import { own } from './object.ts'
import { isJson, serialize } from './serializer.ts'

export const writeBody = ({ type, form, nestedForm }: Media, body: Wire): string =>
  isJson(type)
    ? writeJson(body)
    : // A form body is an object (checked at build).
      Object.entries(body as WireObject)
        .flatMap(([name, value]) => {
          const how =
            own(form, name) ??
            (nestedForm && isNested(value)
              ? ({ style: 'deepObject', explode: true, deepArrays: 'indices' } as const)
              : ({ style: 'form', explode: true } as const))
          return serialize({ in: 'query', name, ...how }, value, name) ?? []
        })
        .join('&')

const isNested = (value: Wire): boolean =>
  typeof value === 'object' && (!Array.isArray(value) || value.some(item => typeof item === 'object'))
