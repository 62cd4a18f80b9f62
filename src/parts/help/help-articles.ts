import { use } from 'react'
import { type HelpArticle, readableText } from '../../domain/article.ts'
import { matchesTokens, searchTokens } from '../../domain/search-text.ts'
import { useFormat } from '../../i18n/format.ts'
import type { Language } from '../../lib/language.ts'

interface Known {
  readonly article: HelpArticle
  /** All words of the article, normalised for search. */
  readonly words: readonly string[]
}

const LOAD: Readonly<Record<Language, () => Promise<{ readonly default: readonly HelpArticle[] }>>> = {
  en: () => import('../../../content/help?articles=en'),
  fr: () => import('../../../content/help?articles=fr'),
}

const loads = new Map<Language, Promise<readonly Known[]>>()

function load(language: Language): Promise<readonly Known[]> {
  const known = loads.get(language)
  if (known !== undefined) return known
  const loading = LOAD[language]().then(({ default: articles }) =>
    articles.map((article) => ({
      article,
      words: searchTokens(`${article.title}\n${readableText(article.blocks)}`),
    })),
  )
  loads.set(language, loading)
  // After a failure the next caller tries again.
  loading.catch(() => loads.delete(language))
  return loading
}

export interface Help {
  readonly articles: readonly HelpArticle[]
  /** Returns the articles that contain all typed words, matched by their beginnings; matches in the title first. */
  readonly find: (text: string) => readonly HelpArticle[]
}

/** Returns the help in the app's language; suspends until its file has loaded. */
export function useHelp(): Help {
  const { language } = useFormat()
  const known = use(load(language))
  return {
    articles: known.map(({ article }) => article),
    find: (text) => {
      const typed = searchTokens(text)
      if (typed.length === 0) return []
      const found = known.filter(({ words }) => matchesTokens(words, typed)).map(({ article }) => article)
      const isInTitle = ({ title }: HelpArticle): boolean => matchesTokens(searchTokens(title), typed)
      return [...found.filter(isInTitle), ...found.filter((article) => !isInTitle(article))]
    },
  }
}
