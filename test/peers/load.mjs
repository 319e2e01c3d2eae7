/** A package of this folder, as a module. The benchmarks, which stand elsewhere, ask here. */
export const load = name => import(name)
