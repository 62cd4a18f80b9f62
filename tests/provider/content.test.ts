import { expect, test } from 'vitest'
import { checkContentFiles } from '../../provider/cli/content.ts'
import { checkContent, type Content } from '../../provider/content/check-content.ts'
import { type ContentFile, parseContentFile } from '../../provider/content/content-files.ts'

test('the articles and posts of the release have nothing to mend', () => {
  expect(checkContentFiles()).toEqual({ lines: ['Articles and posts: 0 to mend'], exitCode: 0 })
})

const post = (text: string): ContentFile => ({
  name: '1-post',
  facts: { title: 'A', summary: 'B', published: '2026-11-25' },
  text,
})
const article = (text: string, facts: Record<string, string> = {}): ContentFile => ({
  name: 'article',
  facts: { title: 'A', topic: 'money', changed: '2026-11-25', ...facts },
  text,
})
const content = (change: Partial<Content>): Content => ({
  blog: { en: [post('One')], fr: [post('Un')] },
  help: { en: [article('One')], fr: [article('Un')] },
  pictures: new Set(['car.svg']),
  patterns: ['/', '/help', '/help/:slug', '/post/:id', '/wallet', '/park/:slug'],
  anchors: new Set(['/help#contact']),
  ...change,
})
/** Checks content with the same mistake in the help of both languages. */
const inHelp = (text: string) => checkContent(content({ help: { en: [article(text)], fr: [article(`${text}\n`)] } }))

test('what is whole has nothing to mend', () => {
  expect(checkContent(content({}))).toEqual([])
})

test('an article that a language lacks, that has other parts in it, or that is the same text, is a missing translation', () => {
  expect(checkContent(content({ help: { en: [article('One')], fr: [] } }))).toEqual(['help/fr/article is missing'])
  expect(checkContent(content({ blog: { en: [], fr: [post('Un')] } }))).toEqual(['blog/en/1-post is missing'])
  expect(checkContent(content({ help: { en: [article('One\n\n- a')], fr: [article('Un')] } }))).toEqual([
    'help/fr/article has other parts than help/en/article',
  ])
  expect(checkContent(content({ help: { en: [article('One')], fr: [article('One')] } }))).toEqual([
    'help/fr/article is not translated',
  ])
})

test.each([
  ['[x](/wallet)', false],
  ['[x](/wallet/)', false],
  ['[x](/help#contact)', false],
  ['[x](/help/article)', false],
  ['## Here\n\n[x](#here)', false],
  ['[x](/post/1)', false],
  ['[x](/park/any-slug)', false],
  ['[x](https://example.org/page)', false],
  ['[x](/walet)', true],
  ['[x](/help/no-such-article)', true],
  ['[x](/help#nowhere)', true],
  ['[x](#nowhere)', true],
  ['[x](/post/2)', true],
  ['[x](javascript:alert(1))', true],
  ['[x](http://plain.example)', true],
  ['[x](article)', true],
])('a link that leads nowhere is found: %s', (text, isDead) => {
  expect(inHelp(text).filter((line) => line.startsWith('help/en/')).length > 0).toBe(isDead)
})

test('a picture without text, one that is not there, and HTML are found', () => {
  const inPost = (text: string) =>
    checkContent(content({ blog: { en: [post(text)], fr: [post(`${text}\n`)] } })).filter((line) =>
      line.startsWith('blog/en/'),
    )
  expect(inPost('![A car](car.svg)')).toEqual([])
  expect(inPost('![](car.svg)')).toEqual(['blog/en/1-post: /api/v1/blog/pictures/car.svg has no text'])
  expect(inPost('![A car](none.svg)')).toEqual([
    'blog/en/1-post: the picture none.svg is not there, or not alone on its line',
  ])
  expect(inPost('<script>alert(1)</script>')).toEqual(['blog/en/1-post has HTML, which is read as text'])
})

test('facts that are missing or are none are found, and two posts with one id', () => {
  const both = (facts: Record<string, string>) =>
    checkContent(content({ help: { en: [article('One', facts)], fr: [article('Un', facts)] } }))
  expect(both({ title: '' })).toContain('help/en/article has no title')
  expect(both({ changed: '25 November' })).toContain('help/en/article: 25 November is no day')
  expect(() => both({ topic: 'weather' })).toThrow('article is of no topic')
  const twice = [post('One'), { ...post('Two'), name: '1-other' }]
  const deux = [post('Un'), { ...post('Deux'), name: '1-other' }]
  expect(checkContent(content({ blog: { en: twice, fr: deux } }))).toEqual(['two posts have one id'])
})

test('a file without its facts is refused by its name', () => {
  expect(() => parseContentFile('x', 'No facts')).toThrow('x does not begin with its facts')
  expect(() => parseContentFile('x', '---\ntitle\n---\nText')).toThrow('“title” is no fact')
})
