/** The text of a `$ref` → which file, which place. Pure; `resolve.ts` and `referenced.ts` call it. */
import { posix } from 'node:path'
import type { Finding, Location } from '../diagnostic.ts'
import { tokens } from '../json/pointer.ts'
import { quoted } from './text.ts'

export interface Target {
  /** Root-relative POSIX path. */
  file: string
  path: string[]
}

/** Reads a reference written at `from` (RFC 3986, 4; RFC 6901, 6). Whether anything is there is not asked. */
export function parseReference(ref: string, from: Location): { target: Target } | { problem: Finding } {
  const refuse = (code: 'ref-remote' | 'ref-outside' | 'ref-unresolved', what: string, fix: string) => ({
    problem: { code, message: `The reference ${quoted(ref)} ${what}`, fix, at: from },
  })
  const local = 'Refer to a file below the folder of the spec with a relative path'
  const hash = ref.indexOf('#')
  const written = hash < 0 ? ref : ref.slice(0, hash)
  const fragment = hash < 0 ? '' : ref.slice(hash + 1)
  // One letter is a drive of Windows, which is an absolute path.
  if (/^(?:file:|\/(?!\/)|[a-z]:|\\)/i.test(written))
    return refuse('ref-outside', 'is no relative path', local)
  if (/^(?:[a-z][a-z0-9+.-]+:|\/\/)/i.test(written))
    return refuse(
      'ref-remote',
      'leads to another host',
      'Save the document beside the spec and refer to that file with a relative path',
    )
  if (written.includes('?')) return refuse('ref-unresolved', 'has a query, which a file does not have', local)
  const path = decode(written)
  const pointer = decode(fragment)
  if (path === undefined || pointer === undefined)
    return refuse('ref-unresolved', 'has a "%" that starts no escape', 'Write "%25" for a percent sign')
  if (/[\\\0]/.test(path))
    return refuse('ref-outside', 'has a character that no path may have', 'Write "/" between folders')
  if (path.startsWith('/')) return refuse('ref-outside', 'is no relative path', local)
  if (pointer !== '' && !pointer.startsWith('/'))
    return refuse(
      'ref-unresolved',
      'names a place by a plain name, which is not supported',
      'Use a JSON pointer, such as "#/components/schemas/Order"',
    )
  const file = path === '' ? from.file : posix.join(posix.dirname(from.file), path)
  return { target: { file, path: tokens(pointer) } }
}

function decode(text: string): string | undefined {
  if (!text.includes('%')) return text
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
