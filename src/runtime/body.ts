/** A body value → the text that is sent: JSON, form-urlencoded or plain text, by media type. */
import type { Media } from './contract.ts'
import { invalid } from './errors.ts'
import { type Wire, type WireObject, writeJson } from './json-text.ts'
import { isObject, own } from './object.ts'
import { deep, isJson, isNested, percent, scalar, serialize } from './serializer.ts'

export function writeBody(media: Media, body: Wire): string {
  if (isJson(media.type)) return writeJson(body)
  const refuse = (path: string) => (expected: string) =>
    invalid({ path, expected, got: `a value that ${media.type} cannot carry` })
  if (!media.type.startsWith('application/x-www-form-urlencoded')) return scalar(body, refuse(''))
  if (!isObject(body)) throw refuse('')('an object')
  return Object.entries(body as WireObject)
    .flatMap(([name, value]) => writeField(media, name, value, refuse(name)) ?? [])
    .join('&')
}

function writeField(media: Media, name: string, value: Wire, refuse: (expected: string) => Error) {
  const field = own(media.form, name)
  if (!field && media.nestedForm && isNested(value))
    return deep(name, value, 'indices', refuse).map(([key, text]) => `${percent(key)}=${percent(text)}`)
  return serialize({ in: 'query', name, ...(field ?? { style: 'form', explode: true }) }, value, name)
}
