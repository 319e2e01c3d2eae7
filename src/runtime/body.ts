/** What writes a body value as its media type says: JSON, or a form. For `build.ts`, and the build's check of declared values. */
import type { Media } from './contract.ts'
import type { Wire, WireObject } from './json-text.ts'
import { writeForm, writeJson } from './parts.ts'
import { isJson, serializer } from './serializer.ts'

export const bodyWriter = (media: Media): ((body: Wire) => string) =>
  isJson(media.type)
    ? writeJson
    : // A form body is an object (checked at build).
      body => writeForm(media, body as WireObject, serializer)
