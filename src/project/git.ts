/** Asks git about older files, when there is git. It only reads. `project/` and `cli/` call it. */
import { execFileSync } from 'node:child_process'

/** A revision that cannot be taken for an option. */
export const isRevision = (text: string): boolean => /^[^-\s:\p{Cc}][^\s:\p{Cc}]*$/u.test(text)

/** The bytes of a file at a revision (`HEAD`, a branch, a hash; `''` is the index); undefined without git or such a file. */
export const fileAt = (root: string, revision: string, file: string): Uint8Array | undefined =>
  git(root, ['cat-file', 'blob', `${revision}:./${file}`])

/** The commits that changed a file, newest first; none without git. */
export const commitsOf = (root: string, file: string, most: number): string[] =>
  lines(git(root, ['log', `-n${most}`, '--format=%H', '--', file]))

/** Paths below a folder at a revision, relative to the root; undefined without git or such a revision. */
export function filesAt(root: string, revision: string, folder: string): string[] | undefined {
  // Without `--full-tree` git looks in that folder for the place that we are at below the root of the repository.
  const words = ['ls-tree', '--full-tree', '-r', '-z', '--name-only', `${revision}:./${folder}`]
  const listed = git(root, words)
  return listed && lines(listed, '\0').map(name => `${folder}/${name}`)
}

/** Whether a revision is there; undefined without git. */
export const hasRevision = (root: string, revision: string): boolean =>
  git(root, ['rev-parse', '--quiet', '--verify', `${revision}^{commit}`]) !== undefined

/** Where a folder is below the root of its repository: `''`, or a path that ends with `/`; `''` without git. */
export const placeInRepository = (root: string): string =>
  new TextDecoder().decode(git(root, ['rev-parse', '--show-prefix'])).replace(/\r?\n$/, '')

const lines = (bytes: Uint8Array | undefined, end = '\n'): string[] =>
  new TextDecoder()
    .decode(bytes)
    .split(end)
    .filter(line => line !== '')

function git(root: string, words: string[]): Uint8Array | undefined {
  try {
    // Without the index lock and without questions; a failure is an answer.
    return execFileSync('git', ['--no-optional-locks', ...words], {
      ...{ cwd: root, stdio: ['ignore', 'pipe', 'ignore'], maxBuffer: 256 * 1024 * 1024, timeout: 20_000 },
      env: { ...process.env, GIT_TERMINAL_PROMPT: '0' },
    })
  } catch {
    return undefined
  }
}
