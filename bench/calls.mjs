/**
 * Plans a request for made-up arguments and reads it back with the independent reader of the tests: what differs
 * from the arguments is a mismatch. `corpus-worker.mjs` calls it.
 */
import { valueFor } from './values.mjs'

const baseUrl = 'https://api.example.com/base'
const secret = 'QXkrpSECRETzv'

/** Hard on every encoding, then plain for what some place cannot carry. */
const texts = ['a b/c?d&e=f+g,h;i.j|k~é%41"<>', 'plain']

/** `reader` is `test/oracle/round-trip.ts`; `connect` is the run time's. */
export async function checkCalls({ tool, info, document, path, reader, connect, nestedForm }) {
  const byName = (names, of) => Object.fromEntries(names.map(name => [name, of(name)]))
  const connection = connect(info, {
    baseUrl,
    servers: byName(info.servers, () => baseUrl),
    credentials: byName(Object.keys(info.security), name =>
      info.security[name].scheme === 'basic' ? { username: secret, password: secret } : secret,
    ),
    parameters: byName(info.parameters, () => secret),
  })
  const result = { calls: 0, skipped: [], mismatches: [] }
  for (const most of [false, true]) {
    let reason = ''
    for (const text of texts) {
      const args = valueFor(tool.inputSchema, { most, text })
      const request = await connection.plan(tool, args)
      if (request.error !== undefined) {
        reason = JSON.stringify(request)
        continue
      }
      reason = ''
      result.calls++
      const wrong = reader.difference({ tool, args, request, document, path, baseUrl, nestedForm })
      if (wrong !== undefined) result.mismatches.push({ wrong, args, request })
      break
    }
    if (reason !== '') result.skipped.push(reason.slice(0, 400))
  }
  return result
}
