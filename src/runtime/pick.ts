/** The parts of a result that a tool names. For `call.ts`. */
import type { Json, Picked } from './contract.ts'
import { mapParts, own, partsOf } from './object.ts'

/** What is shown of a body, if there is one. */
export type Choose = (value: Json | undefined) => Json | undefined

/** Made before anything is sent. */
export const picker = (named: Picked): Choose => {
  // A pick must not hide that something went wrong: an error stays, and a body with nothing to pick is shown whole.
  const picked = { ...named, error: true } as const
  return value => {
    const kept = pick(value, picked)
    return partsOf(kept)[0] ? kept : value
  }
}

/** Every array is looked into. */
export const pick = (value: Json | undefined, picked: Picked[string]): Json | undefined =>
  picked === true
    ? value
    : mapParts(value, (part, key) => {
        const inside = typeof key === 'number' ? picked : own(picked, key)
        return inside && pick(part, inside)
      })
