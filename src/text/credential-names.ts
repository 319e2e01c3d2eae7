/** Which names look like credentials: a closed list, in docs/directives.md. Pure; `bind/` and `review/` call it. */

/** Names by their words; a bare `key`, `cursor` or `page token` is none. */
const credentialNames = new Set([
  'api key',
  'apikey',
  'x api key',
  'app key',
  'application key',
  'access key',
  'secret key',
  'private key',
  'subscription key',
  'ocp apim subscription key',
  'auth key',
  'authentication key',
  'authorization key',
  'access token',
  'api token',
  'auth token',
  'authtoken',
  'authentication token',
  'authorization token',
  'bearer token',
  'id token',
  'user token',
  'session token',
  'security token',
  'refresh token',
  'client token',
  'csrf token',
  'xsrf token',
  'oauth token',
  'token',
  'accesstoken',
  'jwt',
  'password',
  'passwd',
  'passphrase',
  'secret',
  'api secret',
  'app secret',
  'client secret',
  'shared secret',
  'credential',
  'credentials',
  'authorization',
  'authentication',
  'auth',
  'session',
  'session id',
  'sessionid',
  'signature',
  'x amz security token',
  'x amz signature',
  'x amz credential',
  'proxy authorization',
])

/** `X-Api-Key`, `apiKey`, `api_key` → `x api key`, `api key`, `api key`. */
const words = (name: string): string =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(w => w !== '')
    .join(' ')

export function looksLikeCredential(name: string): boolean {
  const w = words(name)
  return credentialNames.has(w) || (w.startsWith('x ') && credentialNames.has(w.slice(2)))
}
