/** Which hosts behave alike. For `plugin/` only. */

/** Hosts with Rollup's plugin interface: their `this.error` throws, and their ids may start with a NUL. */
export const isRollupLike = (framework: string): boolean =>
  ['rollup', 'rolldown', 'vite', 'unloader'].includes(framework)

/** Hosts that every feature is tested on. */
export const isFirstTier = (framework: string): boolean => !['farm', 'bun'].includes(framework)
