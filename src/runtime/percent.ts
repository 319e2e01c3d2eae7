/** Text that may stand in a URL. For the run time, and for the paths that the build reads. */

/** Percent-encodes everything but unreserved characters (RFC 3986). */
export const percent = (text: string): string => {
  const encoded = encodeURIComponent(text)
  // Most texts have none of them.
  return /[!'()*]/.test(encoded)
    ? encoded.replace(/[!'()*]/g, c => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)
    : encoded
}

/** Text without half a character, which has no UTF-8. */
export const isWhole = (value: unknown): value is string =>
  typeof value === 'string' && !/\p{Cs}/u.test(value)
