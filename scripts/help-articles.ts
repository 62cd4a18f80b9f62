import { globSync } from 'node:fs'
import path from 'node:path'
import type { Plugin } from 'vite'
import { listHelp } from '../provider/content/help.ts'

const ARTICLES = /\/content\/help\?articles=(en|fr)$/

/**
 * `content/help?articles=en`: the help in one language, parsed from Markdown at build time, so that phones need neither
 * Markdown nor its parser.
 */
export const helpArticles: Plugin = {
  name: 'baywise:help-articles',
  enforce: 'pre',
  resolveId: (id) => {
    const language = ARTICLES.exec(id)?.[1]
    return language === undefined ? null : `${path.resolve('content/help')}?articles=${language}`
  },
  load(id) {
    const language = ARTICLES.exec(id)?.[1]
    if (language !== 'en' && language !== 'fr') return null
    for (const file of globSync(path.resolve(`content/help/${language}/*.md`))) this.addWatchFile(file)
    return `export default ${JSON.stringify(listHelp(language))}`
  },
}
