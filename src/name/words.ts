/** Names in snake_case and camelCase. Pure text; for name.ts. */

/**
 * ASCII text as snake_case: `getHTTPStatus` → `get_http_status`, `listURLsForUser` → `list_urls_for_user`,
 * `repos/get-content` → `repos_get_content`. Digits stay with the word before them. Applied twice, it changes
 * nothing more.
 */
export function snakeCase(text: string): string {
  return text
    .replace(wordEnd, '$&_')
    .replace(acronymEnd, '$&_')
    .replace(/[^A-Za-z0-9]+/g, '_')
    .replace(/^_|_$/g, '')
    .toLowerCase()
}

/** `orders_refund_create` → `ordersRefundCreate`. A digit in front gets a `_`; no word at all is `_`. */
export function camelCase(text: string): string {
  const camel = snakeCase(text).replace(/_(.)/g, (_, first: string) => first.toUpperCase())
  return /^[a-z]/.test(camel) ? camel : `_${camel}`
}

const wordEnd = /[a-z0-9](?=[A-Z])/g
// The last capital before a small letter begins the next word, except before the `s` of `IDs`.
const acronymEnd = /[A-Z](?=[A-Z](?!s(?![a-z]))[a-z])/g
