/** The runner that the adapters share: what is approved is what runs, and the key that makes a turn safe to run again. */
import { expect, it } from 'vitest'
import { type RunOptions, runAll } from '../../src/runtime/adapters/run.ts'
import type { CallOptions } from '../../src/runtime/bound-tool.ts'
import type { JsonObject } from '../../src/runtime/contract.ts'

interface Source {
  id?: string
  args: Record<string, unknown>
}

/** One gated tool that records what it was called with. */
async function run(sources: Source[], options: RunOptions<Source>) {
  const seen: [unknown, CallOptions][] = []
  const gated = async (args: unknown, given: CallOptions): Promise<JsonObject> => {
    seen.push([args, given])
    return given.confirmed ? { ok: true } : { error: 'confirmation_required', message: '' }
  }
  const calls = sources.map(source => ({ ...source, name: 'a', source }))
  const answers = await runAll(calls, new Map([['a', { run: gated }]]), options)
  return { answers, seen }
}

it('runs what was approved, whatever happens to the object of the framework meanwhile', async () => {
  const call = { id: '1', args: { cents: 1 } as Record<string, unknown> }
  const { answers, seen } = await run([call], {
    confirm: async asked => {
      expect(asked).toBe(call)
      asked.args.cents = 1_000_000
      return true
    },
  })
  expect(answers).toEqual([{ ok: true }])
  expect(seen.map(([args]) => args)).toEqual([{ cents: 1_000_000 }, { cents: 1 }])
  expect(seen[0]?.[0]).toBe(call.args)
})

it('sends the key that the caller makes for a call, before and after it was approved', async () => {
  const { seen } = await run(
    [
      { id: '1', args: {} },
      { id: '2', args: {} },
    ],
    { confirm: () => true, idempotencyKey: ({ id }) => `conversation-${id}` },
  )
  expect(seen.map(([, { idempotencyKey }]) => idempotencyKey).sort()).toEqual([
    'conversation-1',
    'conversation-1',
    'conversation-2',
    'conversation-2',
  ])
  // A call without an id would share its key with the next one.
  const bare = await run([{ args: {} }, { args: {} }], { idempotencyKey: ({ id }) => `conversation-${id}` })
  expect(bare.seen.map(([, options]) => 'idempotencyKey' in options)).toEqual([false, false])
  // Without one a call makes its own.
  expect((await run([{ id: '1', args: {} }], {})).seen[0]?.[1]).not.toHaveProperty('idempotencyKey')
})

it('runs nothing when the caller fails to make a key, and tells the caller only', async () => {
  const thrown = new Error('password=hunter2')
  const errors: unknown[] = []
  const { answers, seen } = await run([{ id: '1', args: {} }], {
    idempotencyKey: () => {
      throw thrown
    },
    onError: error => errors.push(error),
  })
  expect(answers).toEqual([{ error: 'failed', message: 'The function failed. Its outcome is unknown.' }])
  expect([errors, seen]).toEqual([[thrown], []])
})

it('tells the caller, and nobody else, why a person could not be asked', async () => {
  const thrown = new Error('password=hunter2')
  const errors: unknown[] = []
  const { answers } = await run([{ id: '1', args: {} }], {
    confirm: () => {
      throw thrown
    },
    onError: error => {
      errors.push(error)
      // What it returns is no approval.
      return true
    },
  })
  expect(answers).toEqual([{ error: 'declined', message: 'A person declined this call.' }])
  expect(errors).toEqual([thrown])
})
