/** A body value → the text that is sent: JSON, or a form. For `build.ts`, and for the build's check of declared values. */
import type { Media } from './contract.ts'
import type { Wire, WireObject } from './json-text.ts'
import { writeForm, writeJson } from './parts.ts'
import { isJson, serializer } from './serializer.ts'

export const writeBody = (media: Media, body: Wire): string =>
  // A form body is an object (checked at build).
  isJson(media.type) ? writeJson(body) : writeForm(media, body as WireObject, serializer)
