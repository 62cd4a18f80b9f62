import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isMissing } from '../db/missing-file.ts'
import type { Language } from '../../src/lib/language.ts'

/** Addresses of `dist/rendered/`, which are sent only for the pages that they hold. */
export const RENDERED = /^\/rendered\//

/** Start pages for a first visit at any other address, each with what its page asks for (scripts/prerender.ts); the first that fits. */
const SHELLS: ReadonlyArray<readonly [address: RegExp, file: string]> = [
  [/^\/search\/?$/, '/rendered/shell-search.html'],
  [/^\/park\//, '/rendered/shell-park.html'],
]
const OTHER_SHELL = '/rendered/shell.html'

export const shellOf = (path: string): string => SHELLS.find(([address]) => address.test(path))?.[1] ?? OTHER_SHELL

export const isShell = (file: string): boolean => file === OTHER_SHELL || SHELLS.some(([, shell]) => shell === file)

/** By address and language: the file below `dist`. */
type Pages = Readonly<Record<string, Partial<Record<Language, string>>>>

/**
 * The file of a page that the build rendered for one address in one language (scripts/prerender.ts). Read anew each time: a release may
 * change it while the provider runs. A build without rendered pages has none.
 */
export async function findPage(distDir: string, path: string, language: Language): Promise<string | undefined> {
  let text: string
  try {
    text = await readFile(join(distDir, 'rendered/pages.json'), 'utf8')
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
  const pages = JSON.parse(text) as Pages
  // By own names alone: an address may be any text.
  return Object.hasOwn(pages, path) ? pages[path]?.[language] : undefined
}
