import type { HelpArticle } from '../../domain/article.ts'

/** What is told of Baywise itself has an address of its own. */
export const helpHref = ({ slug, topic }: Pick<HelpArticle, 'slug' | 'topic'>): string =>
  topic === 'baywise' ? `/${slug}` : `/help/${slug}`
