import type { Language } from '../lib/language.ts'

/**
 * Names of files below `/assets/`, by what needs them: '' (every start), a language or a path (scripts/start-first.ts).
 */
type Files = Readonly<Record<string, readonly string[]>>

/**
 * Requests all files of a relaunch at once while the snapshot is being painted, instead of one after the other as they
 * import each other. Preloaded as plain scripts, not as modules: Chromium parses an arriving module again even when the
 * cache holds its compiled code, but uses that code for a file requested as another kind.
 */
export function fetchAhead(language: Language, path: string): void {
  const listed = document.querySelector<HTMLMetaElement>('meta[name="files"]')?.content
  if (listed === undefined) return
  const files = JSON.parse(listed) as Files
  for (const file of ['', language, path].flatMap((key) => files[key] ?? [])) {
    const link = document.createElement('link')
    Object.assign(link, { rel: 'preload', as: 'script', crossOrigin: 'anonymous', href: `/assets/${file}` })
    document.head.append(link)
  }
}
