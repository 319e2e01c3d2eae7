/** Which media type of a request body is sent. For `bind/`. */
import { isJson } from '../runtime/serializer.ts'

/** `application/json; charset=utf-8` → `application/json`. */
const essence = (type: string): string => (type.split(';', 1)[0] ?? '').trim().toLowerCase()

export const isForm = (type: string): boolean => essence(type) === 'application/x-www-form-urlencoded'
const isWildcard = (type: string): boolean => ['*/*', 'application/*'].includes(essence(type))

export interface ChosenMedia {
  /** The key in `content`. */
  key: string
  kind: 'json' | 'form'
  /** What to send as Content-Type. */
  type: string
}

/** JSON wins whatever the order: plain, then with a suffix, then a wildcard; then a form. */
export function chooseMedia(keys: readonly string[]): ChosenMedia | undefined {
  const json = keys.find(k => essence(k) === 'application/json') ?? keys.find(isJson)
  if (json !== undefined) return { key: json, kind: 'json', type: json }
  const any = keys.find(isWildcard)
  if (any !== undefined) return { key: any, kind: 'json', type: 'application/json' }
  const form = keys.find(isForm)
  return form === undefined ? undefined : { key: form, kind: 'form', type: form }
}
