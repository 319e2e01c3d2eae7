/** The document that `add` is given: an address or a file → its bytes. For `add.ts`. */
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Finding } from '../diagnostic.ts'
import type { Source } from './add-place.ts'
import { fetchDocument } from './fetch-document.ts'
import type { Session } from './session.ts'

export interface AddedDocument {
  bytes: Uint8Array
  source: Source
}

/** A sentence for a file that is not there. */
export async function readDocument(
  word: string,
  session: Session,
): Promise<AddedDocument | Finding | string> {
  if (isAddress(word)) {
    session.progress(`Fetching ${word}`)
    const bytes = await fetchDocument(word, { fetch: session.fetch, note: session.note })
    if (!(bytes instanceof Uint8Array)) return bytes
    // It was fetched from there.
    const { hostname, pathname } = new URL(word)
    return { bytes, source: { host: hostname, path: decoded(pathname), isJson: isJson(bytes) } }
  }
  const path = resolve(session.cwd, word)
  try {
    const bytes = readFileSync(path)
    return { bytes, source: { path, isJson: isJson(bytes) } }
  } catch {
    return `${JSON.stringify(word)} is no file that can be read.`
  }
}

export const isAddress = (word: string): boolean => /^[a-z][a-z0-9+.-]*:\/\//i.test(word)

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

const isJson = (bytes: Uint8Array): boolean =>
  /^\ufeff?\s*[{[]/.test(new TextDecoder().decode(bytes.slice(0, 1000)))
