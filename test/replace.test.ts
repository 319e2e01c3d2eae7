/** Files that are replaced together: all or none, and never over what somebody else wrote. */
import { mkdirSync, rmSync } from 'node:fs'
import { describe, expect, it, vi } from 'vitest'
import { replaceFiles } from '../src/project/replace.ts'
import { folder } from './support/folder.ts'

// Fails where a test says, and is the real one otherwise.
const fault = vi.hoisted(() => ({
  ...{ rename: '', write: '', after: () => {}, renamed: (_: string) => {} },
  /** Whether the file system tells `A` from `a`. */
  folds: false,
}))
vi.mock('node:fs', async original => {
  const real = await original<typeof import('node:fs')>()
  const refuse = (code: string) => {
    throw Object.assign(new Error(code), { code })
  }
  const renameSync: typeof real.renameSync = (from, to) => {
    if (fault.rename !== '' && String(to).endsWith(fault.rename)) refuse('EACCES')
    real.renameSync(folded(from), folded(to))
    fault.renamed(String(from))
  }
  const writeFileSync: typeof real.writeFileSync = (path, data, options) => {
    if (fault.write !== '' && String(path).includes(fault.write)) refuse('EROFS')
    real.writeFileSync(typeof path === 'number' ? path : folded(path), data, options)
    fault.after()
  }
  const folded = (path: Parameters<typeof real.renameSync>[0]) =>
    fault.folds ? String(path).replace(/[^/]*$/, name => name.toLowerCase()) : path
  // Only as `replace.ts` calls them.
  const rmSync: typeof real.rmSync = (path, options) => real.rmSync(folded(path), options)
  const existsSync: typeof real.existsSync = path => real.existsSync(folded(path))
  const readFileSync = ((path: string, options: 'utf8') =>
    real.readFileSync(folded(path), options)) as typeof real.readFileSync
  const statSync = ((path: string, options: { throwIfNoEntry: false }) =>
    real.statSync(folded(path), options)) as typeof real.statSync
  return { ...real, renameSync, writeFileSync, rmSync, existsSync, readFileSync, statSync }
})

const start = { 'a.json': 'a', 'deep/b.json': 'b', 'gone.json': 'c' }
const change = new Map([
  ['a.json', { before: 'a', after: 'a2' }],
  ['deep/b.json', { before: 'b', after: Buffer.from('b2') }],
  ['new/d.json', { before: undefined, after: 'd2' }],
  ['gone.json', { before: 'c', after: undefined }],
])

describe('replaceFiles', () => {
  it('writes, makes folders, removes, and leaves nothing beside', () => {
    const at = folder(start)
    expect(replaceFiles(at.path, change)).toBeUndefined()
    expect(at.snapshot()).toEqual({ 'a.json': 'a2', 'deep/b.json': 'b2', 'new/d.json': 'd2' })
  })

  it.each([
    ['has other bytes', 'deep/b.json', 'other'],
    ['is there by now', 'new/d.json', 'other'],
  ])('writes nothing when a file %s than it was decided on', (_, file, text) => {
    const at = folder({ ...start, [file]: text })
    const before = at.snapshot()
    expect(replaceFiles(at.path, change)).toMatchObject({
      code: 'write-conflict',
      message: `${file} was changed by somebody else while this command ran; nothing is written`,
    })
    expect(at.snapshot()).toEqual(before)
  })

  it('writes nothing when a file is gone that was there', () => {
    const at = folder(start)
    rmSync(at.at('gone.json'))
    expect(replaceFiles(at.path, change)).toMatchObject({ code: 'write-conflict' })
    expect(at.snapshot()).toEqual({ 'a.json': 'a', 'deep/b.json': 'b' })
  })

  it('replaces a generated file whatever it holds', () => {
    const at = folder({ 'a.json': 'anything' })
    expect(replaceFiles(at.path, new Map([['a.json', { after: 'a' }]]))).toBeUndefined()
    expect(at.snapshot()).toEqual({ 'a.json': 'a' })
  })

  it.each([
    [true, { 'd/getitem.json': 'b', 'd/other.json': 'o' }],
    [false, { 'd/GetItem.json': 'b', 'd/other.json': 'o' }],
  ])('keeps a file whose name changes its case only; the file system folds names: %s', (folds, expected) => {
    for (const swapped of [false, true]) {
      const at = folder({ [folds ? 'd/getitem.json' : 'd/getItem.json']: 'a', 'd/other.json': 'o' })
      const entries: [string, { before: string | undefined; after: string | undefined }][] = [
        ['d/GetItem.json', { before: undefined, after: 'b' }],
        ['d/getItem.json', { before: 'a', after: undefined }],
      ]
      Object.assign(fault, { folds })
      const finding = replaceFiles(at.path, new Map(swapped ? entries.reverse() : entries))
      Object.assign(fault, { folds: false })
      expect(finding).toBeUndefined()
      expect(at.snapshot()).toEqual(expected)
    }
  })

  it('leaves a file to the process that holds it', () => {
    const at = folder({ ...start, 'deep/.b.json.writing': 'half' })
    const before = at.snapshot()
    expect(replaceFiles(at.path, change)).toMatchObject({
      code: 'write-conflict',
      message: 'Another process is writing deep/b.json; nothing is written',
      fix: expect.stringContaining('delete deep/.b.json.writing first'),
    })
    expect(at.snapshot()).toEqual(before)
  })

  it('names all that a process has left which was killed, and nothing of its own', () => {
    const files = Array.from({ length: 9 }, (_, i) => `d/f${i}.json`)
    const left = Object.fromEntries(files.slice(1, 7).map(f => [f.replace(/f\d.json/, '.$&.writing'), '']))
    const at = folder(left)
    expect(replaceFiles(at.path, new Map(files.map(f => [f, { after: 'x' }])))).toMatchObject({
      fix: 'Run the command again; when no other process is left, delete d/.f1.json.writing, d/.f2.json.writing, d/.f3.json.writing and 3 more like these first',
    })
    expect(at.snapshot()).toEqual(left)
  })

  it('is not interrupted between two files, and only there', () => {
    const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
    const listening = () => signals.map(s => process.listenerCount(s))
    const before = listening()
    const during: number[][] = []
    fault.renamed = () => void during.push(listening())
    expect(replaceFiles(folder(start).path, change)).toBeUndefined()
    fault.renamed = () => {}
    expect(during).toEqual([1, 2, 3].map(() => before.map(n => n + 1)))
    expect(listening()).toEqual(before)
  })

  it('leaves alone what another process holds as soon as it may', () => {
    const at = folder(start)
    const others: string[] = []
    fault.renamed = from => {
      others.push(from.slice(at.path.length + 1))
      at.write({ [others.at(-1) ?? '']: 'of another process' })
    }
    expect(replaceFiles(at.path, change)).toBeUndefined()
    fault.renamed = () => {}
    expect(others).toEqual(['.a.json.writing', 'deep/.b.json.writing', 'new/.d.json.writing'])
    for (const file of others) expect(at.read(file)).toBe('of another process')
    expect(Object.keys(at.snapshot())).not.toContain('.gone.json.writing')
  })

  it.each(['a.json', 'deep/b.json', 'new/d.json'])(
    'puts everything back when %s cannot be renamed',
    rename => {
      const at = folder(start)
      Object.assign(fault, { rename })
      const finding = replaceFiles(at.path, change)
      Object.assign(fault, { rename: '' })
      expect(finding).toMatchObject({
        code: 'write-failed',
        message: `${rename} cannot be written: the system says EACCES; nothing is written`,
      })
      expect(at.snapshot()).toEqual(start)
    },
  )

  it.each(['.a.json.writing', '.d.json.writing'])('writes nothing in a read-only folder (%s)', write => {
    const at = folder(start)
    Object.assign(fault, { write })
    const finding = replaceFiles(at.path, change)
    Object.assign(fault, { write: '' })
    expect(finding).toMatchObject({ code: 'write-failed', message: expect.stringContaining('EROFS') })
    expect(at.snapshot()).toEqual(start)
  })

  it('tells a folder in the place of a file from a missing one', () => {
    const at = folder({ 'a.json': 'a' })
    mkdirSync(at.at('b.json'))
    expect(replaceFiles(at.path, new Map([['b.json', { before: undefined, after: 'b' }]]))).toMatchObject({
      code: 'write-failed',
      message: expect.stringContaining('EISDIR'),
    })
    expect(replaceFiles(at.path, new Map([['a.json/b', { before: undefined, after: 'b' }]]))).toMatchObject({
      code: 'write-failed',
    })
    expect(at.snapshot()).toEqual({ 'a.json': 'a' })
  })
})
