/** Which secrets a tool needs, and asking for them. */
import type { Json, Tool } from './contract.ts'
import { own } from './object.ts'
import type { BasicCredential, Settings } from './options.ts'

/** Everything secret that one request carries, by name. */
export interface Secrets {
  credentials: Record<string, string | BasicCredential>
  parameters: Record<string, Json>
  headers: Record<string, string>
}

/**
 * The first requirement, in document order, whose schemes are all configured; anonymous only when none is.
 * Undefined when the connection cannot satisfy the tool.
 */
function requirement({ options }: Settings, { request: { security } }: Tool): string[] | undefined {
  const met = (names: string[]) => names.every(name => own(options.credentials, name) !== undefined)
  return security.length ? (security.find(s => s.length && met(s)) ?? security.find(s => !s.length)) : []
}

/** The option that lacks something this tool needs. */
export const missing = (settings: Settings, tool: Tool): keyof Settings['options'] | undefined =>
  !requirement(settings, tool)
    ? 'credentials'
    : !tool.request.supplied.every(from => own(settings.options.parameters, from.parameter) !== undefined)
      ? 'parameters'
      : own(settings.bases, tool.request.server ?? '')
        ? undefined
        : 'servers'

/** The secrets of one request, each as `read` makes it from what is configured. Throws for an empty one. */
export async function gather(
  settings: Settings,
  tool: Tool,
  read: (configured: unknown) => unknown,
): Promise<Secrets> {
  const { credentials, parameters, headers = {} } = settings.options
  // What `read` returns for an option has the option's type.
  const all = async <T>(from: object | undefined, names: string[] = []): Promise<Record<string, T>> => {
    const entries: [string, T][] = []
    for (const name of names) {
      const value = await read(own(from as Record<string, unknown>, name))
      if ((value ?? '') === '') throw new Error(name)
      entries.push([name, value as T])
    }
    return Object.fromEntries(entries)
  }
  return {
    credentials: await all(credentials, requirement(settings, tool)),
    parameters: await all(
      parameters,
      tool.request.supplied.map(from => from.parameter),
    ),
    headers: await all(headers, Object.keys(headers)),
  }
}
