/** Tool + valid arguments + secrets → the request as it is sent; with masks, the request as it is shown. */
import type { PlannedRequest } from './bound-tool.ts'
import { build } from './build.ts'
import type { JsonObject, Tool } from './contract.ts'
import { attach, baseOf, type Secrets } from './credentials.ts'
import { invalid, stop } from './errors.ts'
import { own, put } from './object.ts'
import type { Settings } from './options.ts'
import { isHeaderSafe } from './serializer.ts'

/** Throws `Stop`. Credentials come last, so that nothing else can take their place. */
export function assemble(
  settings: Settings,
  tool: Tool,
  args: JsonObject,
  secrets: Secrets,
  idempotencyKey: string,
): PlannedRequest {
  const { media, idempotencyHeader } = tool.request
  const base = baseOf(settings, tool)
  if (!base) throw stop('no_credential', `The server ${tool.request.server} is not configured.`)
  const draft = build(tool, args, from => own(secrets.parameters, from.parameter) ?? null)
  const { headers, query, cookies, body } = draft
  headers.accept ??= 'application/json, */*;q=0.5'
  if (media && body !== undefined) headers['content-type'] = media.type
  if (idempotencyHeader) put(headers, idempotencyHeader.toLowerCase(), idempotencyKey)
  for (const [name, value] of Object.entries(secrets.headers)) put(headers, name.toLowerCase(), value)
  for (const [name, secret] of Object.entries(secrets.credentials)) {
    const scheme = own(settings.spec.security, name)
    if (!scheme) throw stop('no_credential', `The spec has no scheme ${name}.`)
    attach(scheme, secret, draft)
  }
  if (cookies.length) headers.cookie = cookies.join('; ')
  for (const [name, value] of Object.entries(headers))
    if (!isHeaderSafe(value))
      throw invalid({ path: name, expected: 'one line of latin-1 text', got: 'other text' })

  const path = base.path + draft.path
  const url = `${base.origin}${path}${query.length ? `?${query.join('&')}` : ''}`
  const parsed = URL.canParse(url) && new URL(url)
  if (!parsed || parsed.origin !== base.origin || parsed.pathname !== path || parsed.hash)
    throw invalid({ path: '', expected: 'arguments that keep the path of the operation', got: 'others' })
  return { method: tool.operation.method, url, headers, ...(body === undefined ? {} : { body }) }
}
