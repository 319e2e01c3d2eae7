/** No change of a golden file stays without an entry, and none gets one that nothing changed. */
import { describe, expect, it } from 'vitest'
import { diff, goldens } from './goldens.ts'
import { mutations } from './mutations.ts'

describe.each([...goldens()])('%s', (_, golden) => {
  it('any single change gives an entry', () => {
    const silent = mutations(golden).flatMap(({ label, apply }) =>
      diff(golden, apply(golden)).length === 0 ? [label] : [],
    )
    expect(silent).toEqual([])
  })
})
