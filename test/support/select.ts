/** Short ways to run `select` in a test. */
import { expect } from 'vitest'
import type { Finding } from '../../src/diagnostic.ts'
import type { Operations } from '../../src/options.ts'
import type { Json } from '../../src/runtime/contract.ts'
import { select } from '../../src/select/select.ts'
import type { Selected, Selection } from '../../src/select/selected.ts'
import type { Spec } from '../../src/spec/spec.ts'
import { findings, specOf } from './spec.ts'

export const configuration = { file: 'openapi-tools.config.ts', pointer: '/specs/test/operations' }
export const bySpec: Selection = { place: 'spec' }
export const inline = (operations: unknown): Selection => ({
  place: 'inline',
  // Configurations in JavaScript hold what they like.
  operations: operations as Operations,
  at: configuration,
})
export const sideFile = (document: unknown, file = 'specs/test.tools.yaml'): Selection => ({
  place: 'side-file',
  document: document as Json,
  file,
})
export const side = (operations: unknown, more: object = {}) => sideFile({ version: 1, operations, ...more })

export function run(spec: Spec, selection: Selection): { selected: Selected[]; list: Finding[] } {
  const { list, report } = findings()
  return { selected: select(spec, selection, report), list }
}
/** The result of a selection that must be free of findings. */
export function clean(spec: Spec, selection: Selection): Selected[] {
  const { selected, list } = run(spec, selection)
  expect(list).toEqual([])
  return selected
}
export const labels = (selected: Selected[]) => selected.map(s => s.operation.label)
/** The one tool there must be. */
export const only = (selected: Selected[]): Selected => {
  expect(selected).toHaveLength(1)
  // The line above has counted.
  return selected[0] as Selected
}

/** Five operations that a test can change by their id; the fifth, `patch`, has none. */
export const shop = (changes: Record<string, object> = {}) =>
  specOf({
    paths: {
      '/orders': {
        get: { operationId: 'listOrders', summary: 'List.', ...changes.listOrders },
        post: { operationId: 'createOrder', summary: 'Create.', ...changes.createOrder },
      },
      '/orders/{id}': {
        get: { operationId: 'getOrder', summary: 'Get.', ...changes.getOrder },
        delete: { operationId: 'dropOrder', summary: 'Drop.', ...changes.dropOrder },
        patch: { summary: 'Change.', ...changes.patch },
      },
    },
  })
export const marked = (mark: unknown) => ({ 'x-agent-tool': mark })
