/** What a file may be before it is refused unread. Only `spec/` reads these numbers. */

/** 64 MiB; the largest public OpenAPI document has 13 MB. */
export const maxBytes = 64 * 1024 * 1024

/** Containers inside each other. Public documents stay below 60; the parser's own stack ends near 1,500. */
export const maxDepth = 500

/**
 * Values after every alias is written out, as a multiple of what stands in the file. The only public document
 * with aliases grows by 4 %; nine aliases of nine aliases nine times make 387 million.
 */
export const maxExpansion = 10
/** Small files may expand to this many values anyway. */
export const freeExpansion = 1_000_000
