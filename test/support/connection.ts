/** A connection with a made-up value for whatever a compiled spec asks for. For tests. */
import type { SpecInfo } from '../../src/runtime/contract.ts'
import { type Connection, type ConnectOptions, connect } from '../../src/runtime/index.ts'

export const secret = 'QXkrpSECRETzv'

/** The names come from the compiled spec itself, so what they are is not in the types. */
export function connectionTo(
  baseUrl: string,
  info: SpecInfo,
  more: Partial<ConnectOptions<SpecInfo>> = {},
): Connection {
  const options = {
    baseUrl,
    servers: Object.fromEntries(info.servers.map(name => [name, baseUrl])),
    parameters: Object.fromEntries(info.parameters.map(name => [name, secret])),
    credentials: Object.fromEntries(
      Object.entries(info.security).map(([name, scheme]) => [
        name,
        scheme.type === 'http' && scheme.scheme === 'basic' ? { username: 'ada', password: secret } : secret,
      ]),
    ),
    ...more,
  }
  return connect(info, options as ConnectOptions<SpecInfo>)
}
