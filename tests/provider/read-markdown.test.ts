import * as v from 'valibot'
import { expect, test } from 'vitest'
import { readMarkdown } from '../../provider/content/read-markdown.ts'
import { postSchema } from '../../src/contract/blog.ts'
import { linksIn, readableText } from '../../src/domain/article.ts'

const sizeOf = (name: string) => (name === 'a.svg' ? { width: 640, height: 320 } : undefined)
const read = (text: string) => readMarkdown(text, sizeOf)

test('headings, text, lists, steps, notes and pictures become pieces without markup', () => {
  expect(
    read(
      '## À l’entrée\n\nOpen **Pass** and `K7QM`.\n\n1. One\n2. [Two](/wallet)\n\n- *x*\n\n> **Still?** Write.\n\n![A car](a.svg)',
    ),
  ).toEqual([
    { kind: 'heading', id: 'a-l-entree', text: 'À l’entrée' },
    {
      kind: 'paragraph',
      spans: [
        { kind: 'text', text: 'Open ' },
        { kind: 'strong', text: 'Pass' },
        { kind: 'text', text: ' and ' },
        { kind: 'code', text: 'K7QM' },
        { kind: 'text', text: '.' },
      ],
    },
    { kind: 'steps', items: [[{ kind: 'text', text: 'One' }], [{ kind: 'link', text: 'Two', href: '/wallet' }]] },
    { kind: 'list', items: [[{ kind: 'em', text: 'x' }]] },
    {
      kind: 'note',
      spans: [
        { kind: 'strong', text: 'Still?' },
        { kind: 'text', text: ' Write.' },
      ],
    },
    { kind: 'picture', src: '/api/v1/blog/pictures/a.svg', alt: 'A car', width: 640, height: 320 },
  ])
})

/** Each tries to run code, load something or send the reader to an address they did not choose. */
const HOSTILE = [
  '<script>alert(1)</script>',
  'a <script>alert(1)</script> b',
  '<img src=x onerror=alert(1)>',
  '[x](javascript:alert(1))',
  '[x](JaVaScRiPt:alert(1))',
  '[x](&#106;avascript:alert(1))',
  '[x](data:text/html,<script>alert(1)</script>)',
  '[x](//evil.example)',
  '[x](/\\evil.example)',
  '[x](\\\\evil.example)',
  '[x](http://plain.example)',
  '<javascript:alert(1)>',
  '![x](https://evil.example/pixel.svg)',
  '![x](../../../etc/passwd)',
  '![x](javascript:alert(1))',
  '[![x](a.svg)](javascript:alert(1))',
  '[x]: javascript:alert(1)\n\n[x]',
  '> <iframe src="https://evil.example"></iframe>',
  '- <svg onload=alert(1)>',
  '<a href="javascript:alert(1)">x</a>',
  '<style>body{display:none}</style>',
  '| <script>alert(1)</script> |\n| --- |\n| x |',
]

test.each(HOSTILE)('what would run is read as text: %s', (text) => {
  const blocks = read(text)
  for (const href of linksIn(blocks)) expect(href).toMatch(/^(?:https:\/\/|mailto:|\/(?![/\\])|#)/)
  for (const block of blocks) if (block.kind === 'picture') expect(block.src).toBe('/api/v1/blog/pictures/a.svg')
  // The text must not vanish either.
  expect(readableText(blocks).trim()).not.toBe('')
})

test('a phone takes no post whose link runs or whose picture comes from elsewhere', () => {
  const post = { id: 1, published_on: '2026-11-20', language: 'en', title: 'x', summary: 'x', minutes: 1 }
  const isTaken = (block: unknown) => v.safeParse(postSchema, { ...post, blocks: [block] }).success
  const link = (href: string) => ({ kind: 'paragraph', spans: [{ kind: 'link', text: 'x', href }] })
  expect(isTaken(link('/wallet'))).toBe(true)
  expect(isTaken(link('javascript:alert(1)'))).toBe(false)
  expect(isTaken(link('//evil.example'))).toBe(false)
  const picture = { kind: 'picture', alt: 'x', width: 1, height: 1 }
  expect(isTaken({ ...picture, src: '/api/v1/blog/pictures/a.svg' })).toBe(true)
  expect(isTaken({ ...picture, src: 'https://evil.example/a.svg' })).toBe(false)
  expect(isTaken({ kind: 'html', text: '<b>x</b>' })).toBe(false)
})
