/** The parts of a result that a tool names. For `call.ts`. */
import type { Json, Picked } from './contract.ts'
import { mapParts, own, partsOf } from './object.ts'

/** A body, if there is one. */
type Maybe = Json | undefined

/** Made before anything is sent. */
export const picker = (named: Picked): ((value: Maybe) => Maybe) => {
  // A pick must not hide that something went wrong: an error stays, and a body with nothing to pick is shown whole.
  const picked = { ...named, error: true } as const
  return value => {
    const kept = pick(value, picked)
    return partsOf(kept)[0] ? kept : value
  }
}

/** Every array is looked into. */
export const pick = (value: Maybe, picked: Picked[string]): Maybe =>
  picked === true
    ? value
    : mapParts(value, (part, key) => {
        const inside = typeof key === 'number' ? picked : own(picked, key)
        return inside && pick(part, inside)
      })
