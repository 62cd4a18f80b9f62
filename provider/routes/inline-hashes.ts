import { createHash } from 'node:crypto'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { InlineHashes } from '../http/security-headers.ts'
import type { StaticFile } from './static-files.ts'

const STYLE = /<style\b[^>]*>([\s\S]*?)<\/style>/g
/** One with an address has nothing within. */
const SCRIPT = /<script>([\s\S]*?)<\/script>/g

const plain = ({ bytes, encoding }: StaticFile): Uint8Array => {
  if (encoding === undefined) return bytes
  return encoding === 'br' ? brotliDecompressSync(bytes) : gunzipSync(bytes)
}

const hashesIn = (html: string, element: RegExp): readonly string[] =>
  Array.from(html.matchAll(element), ([, text = '']) => `sha256-${createHash('sha256').update(text).digest('base64')}`)

/** What the build put within a page: read from the very bytes that are sent, so that a page and its policy are never of two releases. */
export function inlineIn(page: StaticFile): InlineHashes {
  const html = Buffer.from(plain(page)).toString()
  return { styles: hashesIn(html, STYLE), scripts: hashesIn(html, SCRIPT) }
}
