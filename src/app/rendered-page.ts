import type { Language } from '../lib/language.ts'
import { keepPresses } from './snapshot/kept-press.ts'

/**
 * Returns true when the page was rendered at build for this address and language (scripts/prerender.ts): it can be
 * read, and its search submitted, before the app runs and hydrates it. For another language or start address the
 * rendered page is removed.
 */
export function beginAtRendered(root: HTMLElement, language: Language): boolean {
  const { rendered } = root.dataset
  if (rendered === undefined) return false
  if (rendered === location.pathname && document.documentElement.lang === language) {
    keepPresses(root)
    return true
  }
  delete root.dataset['rendered']
  root.replaceChildren()
  return false
}

export const isRenderedHere = (root: HTMLElement): boolean => 'rendered' in root.dataset
