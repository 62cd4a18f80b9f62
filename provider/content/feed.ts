import type { Post } from '../../src/contract/blog.ts'
import type { Language } from '../messages/language.ts'

const SIGNS: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escape = (text: string): string => text.replaceAll(/[&<>"]/g, (sign) => SIGNS[sign] ?? sign)

const ABOUT: Readonly<Record<Language, string>> = {
  en: 'Parking, prices and how Baywise works.',
  fr: 'Le stationnement, les prix et le fonctionnement de Baywise.',
}

export const feedPath = (language: Language): string => `/api/v1/blog/feed.${language}.xml`

/** Renders the posts of one language as RSS 2.0. @param publicUrl the app's URL, without a trailing slash */
export function toFeed(posts: readonly Post[], language: Language, publicUrl: string): string {
  const items = posts.map(({ id, title, summary, published_on: day }) =>
    [
      '    <item>',
      `      <title>${escape(title)}</title>`,
      `      <link>${escape(`${publicUrl}/post/${String(id)}`)}</link>`,
      `      <guid isPermaLink="false">baywise-post-${String(id)}-${language}</guid>`,
      `      <pubDate>${new Date(`${day}T12:00:00Z`).toUTCString()}</pubDate>`,
      `      <description>${escape(summary)}</description>`,
      '    </item>',
    ].join('\n'),
  )
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">',
    '  <channel>',
    '    <title>Baywise</title>',
    `    <link>${escape(`${publicUrl}/blog`)}</link>`,
    `    <description>${escape(ABOUT[language])}</description>`,
    `    <language>${language}</language>`,
    `    <atom:link href="${escape(publicUrl + feedPath(language))}" rel="self" type="application/rss+xml"/>`,
    ...items,
    '  </channel>',
    '</rss>',
    '',
  ].join('\n')
}
