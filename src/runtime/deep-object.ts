/** `deepObject` and nested forms: `a[b][c]=1` (OpenAPI 3.1, 4.8.12.3; the `nestedForm` convention). For `serializer.ts`. */
import type { DeepArrays } from './contract.ts'
import type { Wire } from './json-text.ts'
import { partsOf } from './object.ts'

/**
 * One pair per single value. Objects in lists are always numbered: nothing else keeps them apart. What is empty further
 * down has no pair, so leaving it out would change the value.
 */
export const deepPairs = (
  value: Wire,
  name: string,
  deepArrays: DeepArrays | undefined,
  must: (holds: unknown, expected: string) => void,
  encode: (value: Wire, reserved?: boolean) => string,
): string[] =>
  typeof value !== 'object' || value === null
    ? [`${encode(name, false)}=${encode(value)}`]
    : partsOf<Wire>(value).flatMap(([key, part]) => {
        const list = typeof key === 'number'
        const composite = typeof part === 'object' && part
        must(list || /^[^[\]]+$/.test(key), 'names without [ and ]')
        must((!list || deepArrays) && (!composite || partsOf(part).length), 'no list, nothing empty')
        const suffix =
          !list || composite || deepArrays === 'indices' ? `[${key}]` : deepArrays === 'repeat' ? '' : '[]'
        return deepPairs(part, name + suffix, deepArrays, must, encode)
      })
