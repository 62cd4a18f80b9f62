import { HELP_TOPICS, type HelpArticle } from '../../src/domain/article.ts'
import type { Language } from '../messages/language.ts'
import { type ContentFile, readContentFiles } from './content-files.ts'
import { minutesToRead, readMarkdown } from './read-markdown.ts'

/** Throws when the article's topic does not exist. */
export function toHelpArticle({ name: slug, facts, text }: ContentFile): HelpArticle {
  const topic = HELP_TOPICS.find((known) => known === facts['topic'])
  if (topic === undefined) throw new Error(`${slug} is of no topic: ${HELP_TOPICS.join(', ')}`)
  const blocks = readMarkdown(text)
  const { title = '', changed = '' } = facts
  return { slug, topic, title, changed, minutes: minutesToRead(blocks), blocks }
}

export const listHelp = (language: Language): readonly HelpArticle[] =>
  readContentFiles('help', language).map(toHelpArticle)
