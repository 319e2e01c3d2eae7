/**
 * The parts of the run time that only some tools need, each a function. With `runtime: 'linked'` the plugin puts
 * `leftOut` in the place of those that no configured tool needs; `emit/linked.ts` says which tool needs what.
 */
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
export { deepPairs } from './deep-object.ts'
export { drawBody } from './draw-body.ts'
export { decode } from './encoding.ts'
export { writeForm } from './form.ts'
export { breaksFormat } from './formats.ts'
export { itemsText } from './items.ts'
export { writeJson } from './json-text.ts'
export { rareStyle, withReserved } from './styles.ts'
export { union } from './union.ts'
export { toWire } from './wire.ts'
