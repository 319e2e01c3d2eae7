/** The credential of the Basic scheme (RFC 7617). For `credentials.ts` and `redact.ts`. */
import type { BasicCredential } from './options.ts'
import { isWhole } from './percent.ts'
import { mask } from './words.ts'

/** Base64 of UTF-8. Undefined for what is no user name with a password. */
export const base64 = (secret: unknown): string | undefined => {
  const { username, password } = Object(secret) as Partial<BasicCredential>
  // RFC 7617, 2.
  return isWhole(username) && isWhole(password) && !/:|\p{Cc}/u.test(username) && !/\p{Cc}/u.test(password)
    ? btoa(unescape(encodeURIComponent(`${username}:${password}`)))
    : undefined
}

/** The value of the header, of a credential or its mask. */
export const basic = (secret: unknown): string | undefined => {
  const text = secret === mask ? mask : base64(secret)
  return text && `Basic ${text}`
}
