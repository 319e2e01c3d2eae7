/** The orders API compiled for every target, on a connection whose server is a function. For tests of adapters. */

import { readFileSync } from 'node:fs'
import { compile } from '../../src/compile.ts'
import type { BoundTool } from '../../src/runtime/bound-tool.ts'
import type { Tool } from '../../src/runtime/contract.ts'
import { type ConnectOptions, connect } from '../../src/runtime/index.ts'
import { optionsFor } from '../support/compile.ts'
import { open } from '../support/files.ts'

export interface Shop {
  bound: BoundTool[]
  /** `GET /orders/ord_aaaa`, in the order the server saw them. */
  requests: string[]
}

const { spec } = open({ 'orders.yaml': readFileSync('fixtures/specs/orders.yaml', 'utf8') })
if (!spec) throw new Error('the orders API cannot be read')
const { tools, info } = compile(
  spec,
  optionsFor(undefined, { selection: { place: 'spec' }, namespace: 'orders' }),
)
export const orderTools: Tool[] = tools.map(made => made.tool)

export function shop(options: Partial<ConnectOptions> = {}): Shop {
  const requests: string[] = []
  const fetch = async (url: string | URL | Request, init?: RequestInit) => {
    const { pathname, search } = new URL(String(url))
    requests.push(`${init?.method} ${pathname}${search}`)
    const id = pathname.split('/')[2]
    return init?.method === 'POST'
      ? Response.json({ id: `ref_${id}`, status: 'accepted', amountCents: 500 }, { status: 201 })
      : id === 'ord_gone'
        ? Response.json({ title: 'no such order' }, { status: 404 })
        : Response.json({ id, status: 'delivered', totalCents: 500, currency: 'EUR' })
  }
  const connection = connect(info, {
    baseUrl: 'https://orders.test',
    credentials: { bearerAuth: 'a-token-of-the-shop' },
    fetch: fetch as typeof globalThis.fetch,
    ...options,
  })
  return { bound: connection.bind(orderTools), requests }
}
