/** The flags of `diff`, apart from its code, which is loaded when it is run. */
import type { ChangeClass } from '../review/change.ts'

/** How an answer is written; `json` is what `--json` gives. */
export const formats = ['text', 'json', 'markdown', 'github'] as const
export type Format = (typeof formats)[number]

export interface DiffFlags {
  failOn?: ChangeClass
  format?: Format
  /** The configured spec that the documents are versions of. */
  key?: string
}
