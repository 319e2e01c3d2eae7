/** What stands where a linked run time has no part: no value passes that nobody checks. */

/**
 * `caller` refuses a tool that says it needs what is missing. For one that was changed later this throws, before its
 * request is sent: parts are reached from what is on its way into one, and from nowhere else.
 */
export const leftOut = (): never => {
  throw new TypeError("linked for other tools: set runtime: 'whole'")
}

/** For a part that adds to what is there without it. */
export const nothing = (): undefined => undefined
