import type { HelpArticle } from '../../domain/article.ts'

/** Pages about Baywise have addresses of their own. */
export const helpHref = ({ slug, topic }: Pick<HelpArticle, 'slug' | 'topic'>): string =>
  topic === 'baywise' ? `/${slug}` : `/help/${slug}`
