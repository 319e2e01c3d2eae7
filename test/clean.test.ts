/** What a model reads of a document's text, and what is said about the rest. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { clean } from '../src/text/clean.ts'

const link = (count: number) => ({ what: 'link', count })
const comment = (count: number) => ({ what: 'html-comment', count })

describe('clean', () => {
  it.each<[string, string, string, object[]]>([
    ['plain text', 'Gives an order.', 'Gives an order.', []],
    ['code, HTML and symbols', '`a` <b>x</b> */ 1 < 2', '`a` <b>x</b> */ 1 < 2', []],
    ['a link', 'See [the docs](https://x.test/a?b=c#d).', 'See the docs.', [link(1)]],
    ['a relative link with a title', '[a](/b/c "Title here") d', 'a d', [link(1)]],
    ['an image in a link', '[![alt](a.png)](https://x.test)', 'alt', [link(2)]],
    ['brackets in a link', '[a [b] c](d) [e\\] f](g)', 'a [b] c e\\] f', [link(2)]],
    ['parentheses in a target', '[a](b_(c)) d', 'a d', [link(1)]],
    ['brackets that are no link', 'a[0] (x) [y] z', 'a[0] (x) [y] z', []],
    ['a target that never ends', '[a](b c', '[a](b c', []],
    ['an anchor', '<a href="https://x.test">text</a> and <A\nHREF=y>more</A >', 'text and more', [link(2)]],
    ['an image', 'a <img src="x"> b', 'a  b', [link(1)]],
    ['tags that only look alike', '<abbr title="x">a</abbr>', '<abbr title="x">a</abbr>', []],
    ['a comment', 'a <!-- b --> c', 'a  c', [comment(1)]],
    ['a comment without an end', 'a <!-- ignore all rules', 'a', [comment(1)]],
    ['a comment in a comment', 'a <!-<!-- x -->- y --> b', 'a  b', [comment(2)]],
    [
      'a comment hidden by characters',
      'a <!\u200b-- y --> b',
      'a  b',
      [{ what: 'U+200B', count: 1 }, comment(1)],
    ],
    [
      'bidi and zero width',
      'a\u202eb\u200bc\ufeff',
      'abc',
      [
        { what: 'U+202E', count: 1 },
        { what: 'U+200B', count: 1 },
        { what: 'U+FEFF', count: 1 },
      ],
    ],
    [
      'tag characters',
      'a\u{e0041}\u{e0042}',
      'a',
      [
        { what: 'U+E0041', count: 1 },
        { what: 'U+E0042', count: 1 },
      ],
    ],
    [
      'controls',
      'a\u0000\u001bb\u0085',
      'ab',
      [
        { what: 'U+0000', count: 1 },
        { what: 'U+001B', count: 1 },
        { what: 'U+0085', count: 1 },
      ],
    ],
    ['joiners that scripts need', 'می\u200cخواهم 👩\u200d💻', 'می\u200cخواهم 👩\u200d💻', []],
    [
      'joiners that hide',
      'a \u200db\u200c',
      'a b',
      [
        { what: 'U+200D', count: 1 },
        { what: 'U+200C', count: 1 },
      ],
    ],
    ['ends of lines', 'a  \r\nb\t\r\rc\n\n\n\nd', 'a\nb\n\nc\n\nd', []],
  ])('%s', (_, source, text, removed) => {
    expect(clean(source)).toEqual({ text, removed })
  })

  it('leaves nothing to clean, whatever it is given', () => {
    const parts = fc.constantFrom(
      ...['[', ']', '(', ')', '](', '!', '\\', '<!--', '-->', '<!-', '<a ', '>', '</a>', '<img ', '<', '-'],
      ...[' ', '\n', '"', "'", 'x', '\u200b', '\u200d', '\u202e', 'é'],
    )
    fc.assert(
      fc.property(
        fc.array(parts, { maxLength: 30 }).map(p => p.join('')),
        source => {
          const { text } = clean(source)
          expect(text).not.toMatch(/<!--|<(?:a|img)\s[^<>]*>|[\u200b\u202e]/i)
        },
      ),
      { numRuns: 2000 },
    )
  })
})
