/** `connect(spec, options)`: the connection that runs the tools of one spec. */
import type { BoundTool, CallOptions, PlannedRequest, ToolError } from './bound-tool.ts'
import { type Caller, caller } from './call.ts'
import type { ArgumentsOf, Json, ResultOf, SpecInfo, TargetName, Tool } from './contract.ts'
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

export const connect = <const S extends SpecInfo>(
  spec: S,
  options: ConnectOptions<S>,
): Connection<S['key']> => {
  // Names were checked against the spec by type; inside they are checked again, as plain strings.
  const checked = settings(spec, options as ConnectOptions)
  const known = new WeakMap<Tool, Caller>()
  // Type parameters of a tool exist for the type checker only.
  const callerOf = (tool: Tool): Caller => {
    if (tool?.spec !== spec.key) throw new TypeError(`no tool of ${spec.key}: ${tool?.name}`)
    let found = known.get(tool)
    if (!found) {
      found = caller(checked, tool)
      known.set(tool, found)
    }
    return found
  }
  return {
    call: async (tool: Tool, args: unknown, options?: CallOptions) => callerOf(tool).call(args, options),
    plan: async (tool: Tool, args: unknown, options?: CallOptions) => callerOf(tool).plan(args, options),
    bind: (tools: readonly Tool[], options?: { offerWithoutCredential?: boolean }) =>
      tools
        .filter(tool => !callerOf(tool).lacking || options?.offerWithoutCredential)
        .map(tool => ({ ...callerOf(tool), plan: async (...given) => callerOf(tool).plan(...given) })),
  }
}
