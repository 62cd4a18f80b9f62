import type { Language } from '../lib/language.ts'

/** Names of files below `/assets/`, by what calls for them (scripts/start-first.ts). */
type Files = Readonly<Record<string, readonly string[]>>

/**
 * Asks for all files of a relaunch at once, while the snapshot is being painted, and not one after the other as they import each other.
 * As plain scripts, not as modules: Chromium parses a module anew while it arrives, whatever compiled code the cache keeps beside it; of a
 * script that was asked for as another kind it takes that code.
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
