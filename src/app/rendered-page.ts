import type { Language } from '../lib/language.ts'
import { keepPresses } from './snapshot/kept-press.ts'

/**
 * True where the page was rendered at build for this address and this language (scripts/prerender.ts): it is read, and its search can be
 * sent, before the app runs, which then takes it over as it is. In another language, or when the app begins elsewhere, it gives way.
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
