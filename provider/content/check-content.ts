import { linksIn, type Block } from '../../src/domain/article.ts'
import type { Language } from '../messages/language.ts'
import { type ContentFile, type ContentKind, readContentFiles, readPictures } from './content-files.ts'
import { toHelpArticle } from './help.ts'
import { postId, toPost } from './posts.ts'
import { readMarkdown } from './read-markdown.ts'

/** The fields every article has above its text. */
const FACTS: Readonly<Record<ContentKind, readonly string[]>> = {
  blog: ['title', 'summary', 'published'],
  help: ['title', 'topic', 'changed'],
}
const LANGUAGES: readonly Language[] = ['en', 'fr']
const DAY = /^\d{4}-\d\d-\d\d$/

/** Everything that is checked, as data, so that tests can pass faulty content. */
export interface Content {
  readonly blog: Readonly<Record<Language, readonly ContentFile[]>>
  readonly help: Readonly<Record<Language, readonly ContentFile[]>>
  readonly pictures: ReadonlySet<string>
  /** The app's route patterns, as its router defines them: `/park/:slug`. */
  readonly patterns: readonly string[]
  /** Anchors on the app's own content pages: `/help#contact`. */
  readonly anchors: ReadonlySet<string>
}

export const readContent = (app: Pick<Content, 'patterns' | 'anchors'>): Content => ({
  blog: { en: readContentFiles('blog', 'en'), fr: readContentFiles('blog', 'fr') },
  help: { en: readContentFiles('help', 'en'), fr: readContentFiles('help', 'fr') },
  pictures: new Set(readPictures().keys()),
  ...app,
})

interface Article {
  /** `help/fr/withdraw-money`. */
  readonly at: string
  readonly kind: ContentKind
  readonly file: ContentFile
  readonly blocks: readonly Block[]
}

const articlesOf = (content: Content): readonly Article[] =>
  (['blog', 'help'] as const).flatMap((kind) =>
    LANGUAGES.flatMap((language) =>
      content[kind][language].map((file) => ({
        ...{ at: `${kind}/${language}/${file.name}`, kind, file },
        blocks: readMarkdown(file.text, (name) => (content.pictures.has(name) ? { width: 1, height: 1 } : undefined)),
      })),
    ),
  )

/** Lists articles missing in one language, and those whose blocks differ between the languages. */
function missingTranslations(content: Content, kind: ContentKind): string[] {
  const [en, fr] = LANGUAGES.map((language) => new Map(content[kind][language].map((file) => [file.name, file])))
  const names = new Set([...(en?.keys() ?? []), ...(fr?.keys() ?? [])])
  return [...names].flatMap((name) => {
    const [english, french] = [en?.get(name), fr?.get(name)]
    if (english === undefined || french === undefined)
      return [`${kind}/${english === undefined ? 'en' : 'fr'}/${name} is missing`]
    const [shape, other] = [english, french].map(({ text }) =>
      readMarkdown(text)
        .map((block) => block.kind)
        .join(' '),
    )
    const found = shape === other ? [] : [`${kind}/fr/${name} has other parts than ${kind}/en/${name}`]
    return english.text.trim() === french.text.trim() ? [...found, `${kind}/fr/${name} is not translated`] : found
  })
}

function wrongFacts({ at, kind, file }: Article): string[] {
  const missing = FACTS[kind].filter((name) => (file.facts[name] ?? '') === '').map((name) => `${at} has no ${name}`)
  const day = file.facts[kind === 'blog' ? 'published' : 'changed'] ?? ''
  if (day !== '' && !DAY.test(day)) missing.push(`${at}: ${day} is no day`)
  if (kind === 'blog' && postId(file.name) === 0) missing.push(`${at} has no id in its name`)
  return file.text.trim() === '' ? [...missing, `${at} has no text`] : missing
}

const toPattern = (pattern: string): RegExp => new RegExp(`^${pattern.replaceAll(/:\w+/g, '[^/]+')}/?$`)

/** Returns a check of whether an app URL leads somewhere: to a page, to an existing article, to an anchor on it. */
function createLinkCheck(content: Content, articles: readonly Article[]): (href: string) => boolean {
  const pages = content.patterns.map(toPattern)
  const help = new Map(
    articles.flatMap(({ at, kind, file, blocks }) =>
      kind === 'help' && at.startsWith('help/en/')
        ? [[file.facts['topic'] === 'baywise' ? `/${file.name}` : `/help/${file.name}`, blocks] as const]
        : [],
    ),
  )
  const posts = new Set(content.blog.en.map(({ name }) => `/post/${String(postId(name))}`))
  return (href) => {
    const [path = '', anchor] = href.replace(/\?[^#]*/, '').split('#')
    if (path.startsWith('/help/') && !help.has(path)) return false
    if (path.startsWith('/post/') && !posts.has(path)) return false
    if (!pages.some((page) => page.test(path))) return false
    if (anchor === undefined) return true
    const isHeading = help.get(path)?.some((block) => block.kind === 'heading' && block.id === anchor) === true
    return isHeading || content.anchors.has(`${path}#${anchor}`)
  }
}

function deadLinks({ at, blocks }: Article, isAlive: (href: string) => boolean): string[] {
  return linksIn(blocks).flatMap((href) => {
    if (href.startsWith('#'))
      return blocks.some((block) => block.kind === 'heading' && block.id === href.slice(1))
        ? []
        : [`${at}: ${href} is no heading of it`]
    return href.startsWith('/') && !isAlive(href) ? [`${at}: ${href} leads nowhere`] : []
  })
}

/** Lists unsafe links that were reduced to text, missing pictures, and markup. */
function lostParts({ at, file, blocks }: Article): string[] {
  const written = Array.from(file.text.matchAll(/(!?)\[([^\]]*)\]\(([^)\s]+)\)/g))
  const known = new Set(linksIn(blocks))
  return [
    ...written.flatMap(([, mark, , target = '']) => {
      if (mark === '!')
        return blocks.some((block) => block.kind === 'picture' && block.src.endsWith(`/${target}`))
          ? []
          : [`${at}: the picture ${target} is not there, or not alone on its line`]
      return known.has(target) ? [] : [`${at}: ${target} is no link that is allowed`]
    }),
    ...(/<\/?[a-z!][^>]*>/i.test(file.text) ? [`${at} has HTML, which is read as text`] : []),
  ]
}

const silentPictures = ({ at, blocks }: Article): string[] =>
  blocks.flatMap((block) =>
    block.kind === 'picture' && block.alt.trim() === '' ? [`${at}: ${block.src} has no text`] : [],
  )

/** Lists the faults of all articles, one line each; empty when there are none. */
export function checkContent(content: Content): string[] {
  const articles = articlesOf(content)
  const isAlive = createLinkCheck(content, articles)
  const findings = [
    ...missingTranslations(content, 'blog'),
    ...missingTranslations(content, 'help'),
    ...articles.flatMap((article) => [
      ...wrongFacts(article),
      ...deadLinks(article, isAlive),
      ...lostParts(article),
      ...silentPictures(article),
    ]),
  ]
  const ids = content.blog.en.map(({ name }) => postId(name))
  if (new Set(ids).size !== ids.length) findings.push('two posts have one id')
  if (findings.length > 0) return findings
  // Both throw for an invalid article.
  for (const language of LANGUAGES) {
    content.blog[language].forEach((file) => toPost(file, language))
    content.help[language].forEach((file) => toHelpArticle(file))
  }
  return findings
}
