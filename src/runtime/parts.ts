/**
 * The parts of the run time that only some tools need, each a function. A build may put `leftOut` in the place of those
 * that no tool of its configuration needs; `needs.ts` says which tool needs what.
 */
export { negation, ofItems, union } from './applicators.ts'
export {
  bounds,
  differs,
  itemsOf,
  leaves,
  lengthOf,
  mismatches,
  propertiesOf,
  repeats,
  requiredBy,
} from './assertions.ts'
export { base64, basic } from './basic.ts'
export { deepPairs } from './deep-object.ts'
export { doubt } from './doubt.ts'
export { drawBody } from './draw-body.ts'
export { decode } from './encoding.ts'
export { writeForm } from './form.ts'
export { breaksFormat } from './formats.ts'
export { itemsText } from './items.ts'
export { writeJson } from './json-text.ts'
export { picker } from './pick.ts'
export { contentText, fitsHeader, rareStyle, withReserved } from './styles.ts'
export { target } from './subschemas.ts'
export { toWire } from './wire.ts'

/** Which of them are here, as in `Tool.needs`: all. */
export const linked = -1
