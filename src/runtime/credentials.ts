/** Which secrets a tool needs, and asking for them. */
import type { Json, ParameterIn, SecurityScheme, Tool } from './contract.ts'
import { own } from './object.ts'
import type { Settings } from './options.ts'
import { basic } from './parts.ts'
import { isWhole, percent } from './percent.ts'
import { serializer } from './serializer.ts'

/** One piece of a request: the text of a placeholder or header, `name=value` of a query or cookie. */
export type Part = [where: ParameterIn, name: string, text: string]

/** A secret of a tool: where it is configured, where it is sent, and as what. */
export type Wanted = [
  option: 'parameters' | 'headers' | 'credentials',
  name: string,
  where: ParameterIn,
  wireName: string,
  write: (secret: unknown) => string,
]

/** The secrets that a request of the tool carries. */
export const wanted = (settings: Settings, { request }: Tool): Wanted[] => {
  const met = (names: string[]) =>
    names.length && names.every(name => own(settings.credentials, name) !== undefined)
  // The first requirement, in document order, whose schemes are all configured; anonymous only when none is.
  const schemes =
    request.security.find(met) ?? request.security.find(names => !names.length) ?? request.security[0] ?? []
  return [
    ...request.supplied.map(
      (place): Wanted => [
        'parameters',
        place.parameter,
        place.in,
        place.name,
        // A parameter is JSON, says its type.
        secret => textOf(serializer(place, '')(secret as Json)),
      ],
    ),
    ...Object.keys(settings.headers).map((name): Wanted => ['headers', name, 'header', name, textOf]),
    // Credentials come last: nothing takes their place.
    ...schemes.map((name): Wanted => ['credentials', name, ...placeOf(own(settings.spec.security, name))]),
  ]
}

/** The parts of one request; what a function answers is one more secret to keep. Throws for an empty one. */
export const gather = async (
  settings: Settings,
  wanted: Wanted[],
  context: unknown,
  secrets: unknown[],
): Promise<Part[]> => {
  const parts: Part[] = []
  for (const [option, name, where, wireName, write] of wanted) {
    let secret: unknown = own<unknown>(settings[option], name)
    if (typeof secret === 'function') {
      secret = await secret(context)
      secrets.push(secret)
    }
    if ((secret ?? '') === '') throw 0
    parts.push([where, wireName, write(secret)])
  }
  return parts
}

const textOf = (secret: unknown): string => {
  if (isWhole(secret)) return secret
  throw 0
}

/** Where a scheme's credential is sent, and as what. */
export const placeOf = (
  scheme: SecurityScheme | undefined,
): [where: 'header' | 'query' | 'cookie', name: string, write: (secret: unknown) => string] =>
  scheme?.type === 'apiKey'
    ? [
        scheme.in,
        scheme.name,
        // A session cookie is sent as it was set.
        secret =>
          (scheme.in === 'header' ? '' : `${percent(scheme.name)}=`) +
          (scheme.in === 'query' ? percent(textOf(secret)) : textOf(secret)),
      ]
    : [
        'header',
        'authorization',
        secret =>
          // Of these only an http scheme has a `scheme`.
          (scheme as { scheme?: string } | undefined)?.scheme === 'basic'
            ? textOf(basic(secret))
            : `Bearer ${textOf(secret).replace(/^bearer /i, '')}`,
      ]
