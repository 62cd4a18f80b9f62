import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isMissing } from '../db/missing-file.ts'
import type { Language } from '../../src/lib/language.ts'

/** Addresses of `dist/rendered/`, whose files are served only for the pages they contain. */
export const RENDERED = /^\/rendered\//

/**
 * Start pages for a first visit at any other address, each preloading what its page needs (scripts/prerender.ts). The
 * first match is used.
 */
const SHELLS: ReadonlyArray<readonly [address: RegExp, file: string]> = [
  [/^\/search\/?$/, '/rendered/shell-search.html'],
  [/^\/park\//, '/rendered/shell-park.html'],
]
const OTHER_SHELL = '/rendered/shell.html'

export const shellOf = (path: string): string => SHELLS.find(([address]) => address.test(path))?.[1] ?? OTHER_SHELL

export const isShell = (file: string): boolean => file === OTHER_SHELL || SHELLS.some(([, shell]) => shell === file)

/** Files below `dist` by address and language. */
type Pages = Readonly<Record<string, Partial<Record<Language, string>>>>

/**
 * Finds the file that the build rendered for one address in one language (scripts/prerender.ts). Reads the list each
 * time, as a release may change it while the provider runs. Undefined for a build without rendered pages.
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
  // Own properties only: an address may be any text, such as `constructor`.
  return Object.hasOwn(pages, path) ? pages[path]?.[language] : undefined
}
