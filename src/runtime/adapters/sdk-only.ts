/** A type for adapters: what only a framework's own package can name. */

/**
 * Where a framework's type is an enum or branded, to which nothing of ours is assignable, ours is `never`, which is
 * assignable to everything. At run time the plain value stands there.
 */
export type SdkOnly = never
