/** `connect(spec, options)`: the connection that runs the tools of one spec. */
import type { BoundTool, CallOptions, PlannedRequest, ToolError } from './bound-tool.ts'
import { call, plan } from './call.ts'
import type { ArgumentsOf, Json, JsonObject, ResultOf, SpecInfo, TargetName, Tool } from './contract.ts'
import { missing } from './credentials.ts'
import { type ConnectOptions, settings } from './options.ts'
import type { Unread } from './read.ts'
import type { Cut } from './trim.ts'

/** A success whose body cannot be used. */
export type UnreadResult = {
  ok: true
  status: number
  unread: { contentType: string; bytes: number; reason: Unread }
}
/** A success that was cut. */
export type CutResult = { result: Json; truncated: Cut[] }

export type Answer<Result> = Result | CutResult | UnreadResult | ToolError

export interface Connection<Key extends string = string> {
  /** Runs a tool with canonical arguments. Resolves to an error instead of rejecting. */
  call<T extends Tool<Key, unknown>>(
    tool: T,
    args: ArgumentsOf<T>,
    options?: CallOptions & { from?: never },
  ): Promise<Answer<ResultOf<T>>>
  /** Runs a tool with arguments in the form of a target's declaration. */
  call<T extends Tool<Key, unknown>>(
    tool: T,
    args: unknown,
    options: CallOptions & { from: TargetName },
  ): Promise<Answer<ResultOf<T>>>
  /** The request that a call would send, secrets masked. */
  plan(
    tool: Tool<Key, unknown>,
    args: unknown,
    options?: { from?: TargetName },
  ): Promise<PlannedRequest | ToolError>
  /** The tools that can run on this connection; ones whose credentials are not configured are left out. */
  bind(tools: readonly Tool<Key, unknown>[], options?: { offerWithoutCredential?: boolean }): BoundTool[]
}

export function connect<const S extends SpecInfo>(spec: S, options: ConnectOptions<S>): Connection<S['key']> {
  // Names were checked against the spec by type; inside they are checked again, as plain strings.
  const checked = settings(spec, options as ConnectOptions)
  /** Type parameters of a tool exist for the type checker only. */
  const ours = (tool: unknown): Tool => {
    const { name, spec: key } = (tool ?? {}) as Tool
    if (key !== spec.key) throw new TypeError(`${name ?? 'this'} is no tool of the spec ${spec.key}`)
    return tool as Tool
  }
  const run = (tool: Tool, args: unknown, options: CallOptions = {}): Promise<JsonObject> =>
    call(checked, tool, args, options)

  return {
    // The result type is what the document promises; nothing at run time depends on it.
    call: async (tool: unknown, args: unknown, options?: CallOptions) =>
      (await run(ours(tool), args, options)) as never,
    plan: async (tool, args, options) => plan(checked, ours(tool), args, options?.from),
    bind: (tools, { offerWithoutCredential } = {}) =>
      tools
        .map(ours)
        .filter(tool => offerWithoutCredential || !missing(checked, tool))
        .map(tool => ({
          tool,
          call: (args, options) => run(tool, args, options),
          plan: (args, options) => plan(checked, tool, args, options?.from),
        })),
  }
}
