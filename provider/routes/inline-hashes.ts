import { createHash } from 'node:crypto'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { InlineHashes } from '../http/security-headers.ts'
import type { StaticFile } from './static-files.ts'

const textsOf = (html: string, element: RegExp): readonly string[] =>
  Array.from(html.matchAll(element), ([, text = '']) => text)

/** The texts of a page's inline scripts. */
export const scriptsWithin = (html: string): readonly string[] => textsOf(html, /<script>([\s\S]*?)<\/script>/g)

const hashOf = (text: string): string => `sha256-${createHash('sha256').update(text).digest('base64')}`

const plain = ({ bytes, encoding }: StaticFile): Uint8Array => {
  if (encoding === undefined) return bytes
  return encoding === 'br' ? brotliDecompressSync(bytes) : gunzipSync(bytes)
}

/**
 * Hashes the inline parts of a page from the very bytes that are sent, so that a page and its policy never belong to
 * different releases.
 */
export function inlineIn(page: StaticFile): InlineHashes {
  const html = Buffer.from(plain(page)).toString()
  const styles = textsOf(html, /<style\b[^>]*>([\s\S]*?)<\/style>/g)
  return { styles: styles.map(hashOf), scripts: scriptsWithin(html).map(hashOf) }
}
