/** Which headers are no parameters. For `bind/`; which names look like credentials stands in `text/`. */

export { looksLikeCredential } from '../text/credential-names.ts'

/** Headers that are no parameters (OpenAPI 3.1, 4.8.12.2), and those that a platform or HTTP itself owns. */
const ownedHeaders = new Set([
  'host',
  'cookie',
  'connection',
  'keep-alive',
  'proxy-connection',
  'proxy-authenticate',
  'proxy-authorization',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'expect',
  'date',
  'via',
  'content-length',
  'content-encoding',
  'content-language',
  'content-location',
  'content-md5',
  'content-range',
])

export const isIgnoredHeader = (name: string): boolean =>
  ['accept', 'content-type', 'authorization'].includes(name.toLowerCase())
export const isOwnedHeader = (name: string): boolean => ownedHeaders.has(name.toLowerCase())
