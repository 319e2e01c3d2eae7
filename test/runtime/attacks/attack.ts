/** Runs one half of an attack, naive or ours, and tells what the server saw meanwhile. */
import type { ArgumentsOf, Tool } from '../../../src/runtime/contract.ts'
import { type ConnectOptions, connect } from '../../../src/runtime/index.ts'
import type { Seen, TestServer } from '../server.ts'
import { spec } from '../tools.ts'

type Shop = Tool<'shop'>

export interface Outcome {
  /** Requests that arrived while it ran. */
  seen: Seen[]
  /** What it came to. */
  value?: unknown
  thrown?: unknown
}

export async function outcome(server: TestServer, act: () => unknown): Promise<Outcome> {
  const before = server.seen.length
  const ended = await (async () => ({ value: await act() }))().catch(thrown => ({ thrown }))
  return { seen: server.seen.slice(before), ...ended }
}

/** The request target that arrived, else what was thrown, else the error that was answered. */
export async function targetOf(server: TestServer, act: () => unknown): Promise<string> {
  const { seen, value, thrown } = await outcome(server, act)
  if (seen[0]) return seen[0].url
  // Something else than an Error or an answer shows itself as `undefined` in the failing test.
  return thrown ? (thrown as Error).name : String((value as { error?: unknown }).error)
}

/** A call of a model: it may write anything. */
export const ours = (
  base: string,
  tool: Shop,
  args: unknown,
  options: Partial<ConnectOptions<typeof spec>> = {},
) =>
  connect(spec, { baseUrl: base, retry: { attempts: 1 }, ...options }).call(tool, args as ArgumentsOf<Shop>)
