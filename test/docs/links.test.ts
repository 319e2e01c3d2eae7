/** Links of README, CHANGELOG and docs lead somewhere, and every promise leads to the very tests that show it. */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'

const pages = ['README.md', 'CHANGELOG.md', ...readdirSync('docs').map(name => `docs/${name}`)]
const textOf = (page: string) => readFileSync(page, 'utf8')

/** Without code: a link in a sample is none. */
const prose = (text: string) => text.replace(/^(`{3,}).*\n[\s\S]*?^\1$/gm, '').replace(/`[^`\n]*`/g, '')

/** The links of a page into this project, each with its line's text. */
const linksOf = (text: string) =>
  [...prose(text).matchAll(/\]\(([^)\s]+)\)/g)].map(m => m[1] ?? '').filter(link => !/^[a-z]+:/.test(link))

/** The anchors of a page: GitHub's, of its headings. A heading that stands there again gets a number. */
function anchorsOf(text: string): string[] {
  const seen = new Map<string, number>()
  return [...text.replace(/^(`{3,}).*\n[\s\S]*?^\1$/gm, '').matchAll(/^#{1,6} +(.+?) *$/gm)].map(
    ([, heading = '']) => {
      const words = heading.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase()
      const slug = words.replace(/[^\p{L}\p{N}\s_-]/gu, '').replaceAll(' ', '-')
      const times = seen.get(slug) ?? 0
      seen.set(slug, times + 1)
      return times ? `${slug}-${times}` : slug
    },
  )
}

/** What is wrong with a link, if anything is. */
function fault(page: string, link: string): string | undefined {
  const [path = '', anchor] = link.split('#', 2)
  const target = path === '' ? page : join(dirname(page), path)
  const found = statSync(target, { throwIfNoEntry: false })
  if (!found) return `${page}: no file ${target}`
  if (anchor !== undefined && !(found.isFile() && anchorsOf(textOf(target)).includes(anchor)))
    return `${page}: no heading #${anchor} in ${target}`
  return undefined
}

describe('links', () => {
  it.each(pages)('of %s lead to files and headings that exist', page => {
    expect(linksOf(textOf(page)).flatMap(link => fault(page, link) ?? [])).toEqual([])
  })

  it('are read, and a wrong one is found (positive control)', () => {
    expect(pages.flatMap(page => linksOf(textOf(page))).length).toBeGreaterThan(30)
    expect(linksOf('[a](b.md#c) `[no](x)`\n```md\n[no](y)\n```\n[d](https://e) [f](#g)')).toEqual([
      'b.md#c',
      '#g',
    ])
    expect(anchorsOf('# `call`, plan & bind\n## A\n## A\n```sh\n# no\n```\n### [B c](d)')).toEqual([
      'call-plan--bind',
      'a',
      'a-1',
      'b-c',
    ])
    expect(fault('docs/runtime.md', 'gone.md')).toBe('docs/runtime.md: no file docs/gone.md')
    expect(fault('docs/runtime.md', '#gone')).toBe('docs/runtime.md: no heading #gone in docs/runtime.md')
    expect(fault('docs/runtime.md', '../README.md#gone')).toMatch(/no heading #gone in README\.md/)
    expect(fault('docs/runtime.md', '../README.md#try-it')).toBeUndefined()
    expect(fault('docs/runtime.md', '#call-plan-bind')).toBeUndefined()
  })

  it('lead to every page of docs from README', () => {
    expect(
      pages.filter(page => page !== 'README.md' && !linksOf(textOf('README.md')).includes(page)),
    ).toEqual([])
  })
})

describe('promises', () => {
  const section = textOf('README.md').split('## What you can rely on')[1]?.split('\n## ')[0] ?? ''
  const rows = section.split('\n').filter(line => /^\| (?!promise|---)/.test(line))

  it('stand in a table', () => {
    expect(rows.length).toBeGreaterThan(10)
  })

  it.each(rows.map(row => [row.split('|')[1]?.trim(), row]))('%s', (_, row) => {
    const links = linksOf(row)
    expect(links.length).toBeGreaterThan(0)
    for (const link of links) {
      expect(link).toMatch(/^test\/.*\.test\.ts$/)
      expect(textOf(link)).toMatch(/\bexpect\(/)
    }
  })
})
