/** Names of tools: derived exactly, or refused with the reason. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Finding } from '../src/diagnostic.ts'
import { name } from '../src/name/name.ts'
import type { Named } from '../src/name/named.ts'
import { camelCase, snakeCase } from '../src/name/words.ts'
import type { Directive } from '../src/options.ts'
import type { Method } from '../src/runtime/contract.ts'
import type { Selected } from '../src/select/selected.ts'
import { findings } from './support/spec.ts'

interface Described {
  id?: string
  method?: Method
  path?: string
  directive?: Directive
}

function selectedOf({ id, method = 'GET', path = '/a', directive = {} }: Described, i = 0): Selected {
  const pointer = `/paths/${i}/${method.toLowerCase()}`
  const node = { value: {}, at: { file: 'spec.yaml', pointer } }
  return {
    operation: { method, path, id: id ?? null, label: id ?? `${method} ${path}`, node, pathItem: node },
    directive,
    origin: (...keys) => ({ file: 'side.yaml', pointer: `/${i}/${keys.join('/')}` }),
    description: 'A.',
    effect: 'read',
    confirm: false,
  }
}
function run(all: Described[], nameRule: 'strict' | 'wide' = 'strict', namespace = 'api') {
  const { list, report } = findings()
  return { named: name(all.map(selectedOf), { namespace, nameRule }, report), list }
}
const names = (named: Named[]) => named.map(n => n.toolName)
/** The one finding about the given operations, none of which is named. */
function refused(all: Described[], nameRule?: 'strict' | 'wide', namespace?: string): Finding {
  const { named, list } = run(all, nameRule, namespace)
  expect(named).toEqual([])
  expect(list).toHaveLength(1)
  // The line above has counted.
  return list[0] as Finding
}

describe('words', () => {
  it.each([
    ['getHTTPStatus', 'get_http_status'],
    ['HTTPStatus', 'http_status'],
    ['getHTTP', 'get_http'],
    ['repos/get-content', 'repos_get_content'],
    ['listV2Users', 'list_v2_users'],
    ['getV1', 'get_v1'],
    ['v2beta1', 'v2beta1'],
    ['HTTP2Server', 'http2_server'],
    ['getX509Certificate', 'get_x509_certificate'],
    ['3dRender', '3d_render'],
    ['getIDs', 'get_ids'],
    ['listURLsForUser', 'list_urls_for_user'],
    ['getABTest', 'get_ab_test'],
    ['getAScore', 'get_a_score'],
    ['List Rules', 'list_rules'],
    ['__get__order__', 'get_order'],
    ['-get.Order:by#id-', 'get_order_by_id'],
    ['get_order', 'get_order'],
    ['GET_ORDER', 'get_order'],
    ['$&', ''],
    ['', ''],
  ])('%s is %s in snake_case', (text, snake) => {
    expect(snakeCase(text)).toBe(snake)
  })

  it.each([
    ['orders_get', 'ordersGet'],
    ['orders_refund_create', 'ordersRefundCreate'],
    ['getOrder', 'getOrder'],
    ['HTTPGet', 'httpGet'],
    ['a.b:c-d', 'aBCD'],
    ['_1st', '_1st'],
    ['x_1_y', 'x1Y'],
    ['_', '_'],
  ])('%s is %s in camelCase', (text, camel) => {
    expect(camelCase(text)).toBe(camel)
  })

  it('snake_case changes nothing the second time, and keeps every ASCII letter and digit', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary-ascii' }), text => {
        const snake = snakeCase(text)
        expect(snakeCase(snake)).toBe(snake)
        expect(snake).toMatch(/^(?:[a-z0-9]+(?:_[a-z0-9]+)*)?$/)
        expect(snake.replaceAll('_', '')).toBe(text.replace(/[^A-Za-z0-9]/g, '').toLowerCase())
      }),
    )
  })

  it('camelCase is an identifier', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[A-Za-z_][A-Za-z0-9_.:-]{0,20}$/), text => {
        expect(camelCase(text)).toMatch(/^[a-z_][A-Za-z0-9]*$/)
      }),
    )
  })
})

describe('names', () => {
  it.each<[Described, string, string]>([
    [{ id: 'getOrder' }, 'api_get_order', 'apiGetOrder'],
    [{ id: '3dRender' }, 'api_3d_render', 'api3dRender'],
    [{ path: '/orders/{orderId}' }, 'api_get_orders_order_id', 'apiGetOrdersOrderId'],
    [{ path: '/' }, 'api_get', 'apiGet'],
    [
      { method: 'PUT', path: '/v1/{name}-{version}.zip' },
      'api_put_v1_name_version_zip',
      'apiPutV1NameVersionZip',
    ],
    [{ path: '/files/{id}#add_link' }, 'api_get_files_id_add_link', 'apiGetFilesIdAddLink'],
    [{ path: '/responses/{id}?beta=true' }, 'api_get_responses_id_beta_true', 'apiGetResponsesIdBetaTrue'],
    [{ id: 'getOrder', directive: { name: 'Lookup' } }, 'Lookup', 'lookup'],
    [{ id: 'größe', directive: { name: 'size_get' } }, 'size_get', 'sizeGet'],
  ])('%o is %s, exported as %s', (described, toolName, exportName) => {
    const { named, list } = run([described])
    expect(list).toEqual([])
    expect(named.map(n => [n.toolName, n.exportName, n.formerNames])).toEqual([[toolName, exportName, []]])
  })

  it('keeps the order and everything known of an operation', () => {
    const all = [{ id: 'b', directive: { formerNames: ['old_b', 'older.b'] } }, { id: 'a' }]
    const { named } = run(all)
    expect(names(named)).toEqual(['api_b', 'api_a'])
    expect(named[0]).toMatchObject({ formerNames: ['old_b', 'older.b'], description: 'A.', effect: 'read' })
  })

  it('have a place to correct them', () => {
    expect(refused([{ id: 'größe' }]).at).toEqual({ file: 'spec.yaml', pointer: '/paths/0/get/operationId' })
    expect(refused([{ path: '/größe' }]).at).toEqual({ file: 'spec.yaml', pointer: '/paths/0/get' })
    expect(refused([{ directive: { name: 'a b' } }]).at).toEqual({ file: 'side.yaml', pointer: '/0/name' })
  })
})

describe('refused', () => {
  it.each<[string, Described, string[]]>([
    ['name-needed', { id: 'größe' }, ['größe', 'operationId']],
    ['name-needed', { id: '注文' }, ['注文']],
    ['name-needed', { id: 'get–order' }, ['get–order']],
    ['name-needed', { id: '***' }, ['***']],
    ['name-needed', { path: '/größe' }, ['GET /größe', 'path']],
    ['name-invalid', { directive: { name: 'a.b' } }, ['"a.b"', 'underscores only']],
    ['name-invalid', { directive: { name: '1a' } }, ['"1a"']],
    ['name-invalid', { directive: { name: 'a\n' } }, ['"a\\n"']],
    ['name-invalid', { directive: { name: 'größe' } }, ['"größe"']],
    ['name-too-long', { id: 'x'.repeat(61) }, [`api_${'x'.repeat(61)}`, ' 65 ', ' 64']],
    ['name-too-long', { directive: { name: 'x'.repeat(65) } }, ['x'.repeat(65), ' 65 ', ' 64']],
    ['name-reserved', { directive: { name: 'adk_request_confirmation' } }, ['ADK']],
    ['name-reserved', { directive: { name: 'adk_request_whatever' } }, ['ADK']],
    ['name-reserved', { directive: { name: 'set_model_response' } }, ['ADK']],
    ['name-reserved', { directive: { name: 'transfer_to_agent' } }, ['ADK']],
    ['name-reserved', { directive: { name: 'constructor' } }, ['JavaScript object']],
    ['name-reserved', { directive: { name: '__proto__' } }, ['JavaScript object']],
    ['name-reserved', { directive: { name: 'tools' } }, ['tools', 'module']],
    ['name-reserved', { directive: { name: 'Spec' } }, ['exported as spec']],
    ['name-reserved', { directive: { name: '_default' } }, ['exported as default']],
    ['name-reserved', { directive: { name: 'delete' } }, ['reserved word']],
    ['name-reserved', { directive: { name: 'arguments' } }, ['arguments']],
    ['name-reserved', { directive: { name: 'EVAL' } }, ['eval']],
    ['name-reserved', { directive: { name: 'await' } }, ['await']],
    ['name-reserved', { directive: { name: 'then' } }, ['import()']],
    ['name-reserved', { directive: { formerNames: ['transfer_to_agent'] } }, ['transfer_to_agent']],
    ['name-invalid', { directive: { formerNames: ['fine', 'not fine'] } }, ['"not fine"']],
  ])('%s: %o', (code, described, says) => {
    const finding = refused([described])
    expect(finding.code).toBe(code)
    for (const part of says) expect(finding.message).toContain(part)
  })

  it('covers every member of Object.prototype and every word that cannot be bound', () => {
    for (const member of Object.getOwnPropertyNames(Object.prototype))
      expect([member, refused([{ directive: { name: member } }]).code]).toEqual([member, 'name-reserved'])
    // The engine is the oracle: which words can a module not bind?
    const bindable = (word: string) => {
      try {
        return Boolean(new Function(`'use strict'; async () => { const ${word} = 1 }`))
      } catch {
        return false
      }
    }
    const words =
      'await break case catch class const continue debugger default delete do else enum export extends false finally ' +
      'for function if implements import in instanceof interface let new null package private protected public return ' +
      'static super switch this throw true try typeof var void while with yield arguments eval'
    for (const word of words.split(' ')) {
      expect([word, bindable(word)]).toEqual([word, false])
      expect([word, refused([{ directive: { name: word } }]).code]).toEqual([word, 'name-reserved'])
    }
    for (const word of ['get', 'of', 'async', 'from', 'list']) {
      expect([word, bindable(word)]).toEqual([word, true])
      expect(names(run([{ directive: { name: word } }]).named)).toEqual([word])
    }
  })

  it('by the wide rule takes dots, colons, dashes and 128 characters', () => {
    const wide = [{ directive: { name: 'a.b:c-d' } }, { directive: { name: 'x'.repeat(128) } }]
    expect(names(run(wide, 'wide').named)).toEqual(['a.b:c-d', 'x'.repeat(128)])
    expect(refused([{ directive: { name: 'x'.repeat(129) } }], 'wide').code).toBe('name-too-long')
    expect(refused([{ directive: { name: '.a' } }], 'wide').code).toBe('name-invalid')
    // The rule changes what is allowed, not what is derived.
    expect(names(run([{ id: 'a.b-c' }], 'wide').named)).toEqual(['api_a_b_c'])
  })

  it('when the namespace makes it illegal', () => {
    expect(refused([{ id: 'a' }], 'strict', '1st').code).toBe('name-invalid')
    expect(refused([{ id: 'request_input' }], 'strict', 'adk').code).toBe('name-reserved')
  })
})

describe('clashes', () => {
  const both = (a: Described, b: Described) => {
    const { named, list } = run([a, b, { id: 'bystander' }])
    expect(names(named)).toEqual(['api_bystander'])
    expect(list).toHaveLength(1)
    // The line above has counted.
    return list[0] as Finding
  }

  it('of names say which operations', () => {
    const finding = both({ id: 'getUser' }, { id: 'get_user' })
    expect(finding.code).toBe('name-taken')
    expect(finding.message).toBe('getUser and get_user are both named api_get_user')
    expect(finding.at?.pointer).toBe('/paths/1/get/operationId')
    expect(finding.related?.map(r => r.at.pointer)).toEqual(['/paths/0/get/operationId'])
  })

  it('count names that differ only in case', () => {
    const finding = both({ directive: { name: 'Order_get' } }, { directive: { name: 'order_get' } })
    expect(finding.code).toBe('name-taken')
    expect(finding.message).toContain('Order_get and order_get')
  })

  it('of three are one finding', () => {
    const { named, list } = run([{ id: 'foo/list' }, { id: 'foo.list' }, { id: 'fooList' }])
    expect(named).toEqual([])
    expect(list.map(f => f.message)).toEqual(['foo/list and foo.list and fooList are all named api_foo_list'])
  })

  it('of exports are told apart from those of names', () => {
    const finding = both({ directive: { name: 'order_get' } }, { directive: { name: 'orderGet' } })
    expect(finding.code).toBe('export-name-taken')
    expect(finding.message).toContain('orderGet (order_get, orderGet)')
  })

  it('of a name with a former name', () => {
    const finding = both({ id: 'a', directive: { formerNames: ['api_b'] } }, { id: 'b' })
    expect([finding.code, finding.at?.pointer]).toEqual(['name-taken', '/0/formerNames'])
    expect(finding.message).toBe('a: the former name api_b is the name of b')
    expect(finding.related?.map(r => r.message)).toEqual(['b'])
  })

  it('of former names, and of a tool with itself', () => {
    const shared = { formerNames: ['old'] }
    expect(both({ id: 'a', directive: shared }, { id: 'b', directive: shared }).message).toBe(
      'a and b both have the former name old',
    )
    expect(refused([{ id: 'a', directive: { formerNames: ['api_a'] } }]).code).toBe('name-taken')
  })

  it('do not come from a change of case only', () => {
    const { named, list } = run([{ directive: { name: 'order_get', formerNames: ['Order_get'] } }])
    expect(list).toEqual([])
    expect(names(named)).toEqual(['order_get'])
  })
})

describe('properties', () => {
  const id = fc.oneof(
    fc.stringMatching(/^[a-zA-Z]{1,3}[-_/. ]?[a-zA-Z]{0,3}$/),
    fc.string({ unit: 'binary', maxLength: 80 }),
    fc.constantFrom('getUser', 'get_user', 'GetUser', '__proto__', 'toString', 'a'.repeat(70)),
  )
  const directive = fc.record({ name: id, formerNames: fc.array(id, { maxLength: 2 }) }, { requiredKeys: [] })
  const described = fc.record({ id, path: id, directive }, { requiredKeys: ['path'] })

  it('names are legal, distinct and the same every time; what has none has a finding', () => {
    fc.assert(
      fc.property(fc.array(described, { maxLength: 8 }), fc.constantFrom('strict', 'wide'), (all, rule) => {
        const { named, list } = run(all, rule)
        const legal =
          rule === 'strict' ? /^[A-Za-z_][A-Za-z0-9_]{0,63}$/ : /^[A-Za-z_][A-Za-z0-9_.:-]{0,127}$/
        const distinct = new Set<string>()
        for (const n of named) {
          expect(n.toolName).toMatch(legal)
          expect(n.exportName).toMatch(/^[A-Za-z_$][\w$]*$/)
          distinct.add(n.toolName.toLowerCase())
        }
        expect(distinct.size).toBe(named.length)
        expect(new Set(named.map(n => n.exportName)).size).toBe(named.length)
        const history = named.flatMap(n => n.formerNames)
        expect(history.some(f => names(named).includes(f))).toBe(false)
        if (named.length < all.length) expect(list.length).toBeGreaterThan(0)
        else expect(list).toEqual([])

        const again = run(all, rule)
        expect(again.list).toEqual(list)
        expect(names(again.named)).toEqual(names(named))
        // What has been named once keeps its name when it is said as a directive.
        const said = named.map(n => ({ directive: { name: n.toolName } }))
        expect(names(run(said, rule).named)).toEqual(names(named))
      }),
      { numRuns: 500 },
    )
  })

  it('a name does not depend on the other operations', () => {
    fc.assert(
      fc.property(fc.array(described, { maxLength: 6 }), all => {
        const together = new Set(names(run(all).named))
        const alone = new Set(all.flatMap(d => names(run([d]).named)))
        for (const n of together) expect(alone).toContain(n)
      }),
      { numRuns: 300 },
    )
  })
})
