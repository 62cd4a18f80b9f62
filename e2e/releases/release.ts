import { readFileSync } from 'node:fs'
import { extname } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import type { Answer } from '../faults/pass-on.ts'
import { toWords, type Words } from '../words.ts'

const TYPE: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.txt': 'text/plain; charset=utf-8',
}

/** Texts of the stored release that have since been reworded. */
const FORMER: Readonly<Record<string, string>> = {
  'A newer version is open in another tab. Reload the page to continue.':
    'Another tab runs a newer version. Reload to go on.',
  'Another tab is blocking the update': 'Another tab holds up the update',
  Email: 'E-mail',
  'Plate number': 'Number plate',
  'Tell me when I’m connected': 'Tell me when it is back',
}

/**
 * Serves a built app stored in this folder as the provider serves its own: its page for every navigation, 404 for the
 * rest.
 */
export class Release {
  readonly #files: ReadonlyMap<string, Buffer>

  constructor(files: ReadonlyMap<string, Buffer>) {
    this.#files = files
  }

  /** Its interface texts, in English. */
  get words(): Words {
    return toWords('en', this.answer('/en.po').body.toString(), FORMER)
  }

  answer(url: string): Answer {
    const { pathname } = new URL(url, 'http://localhost')
    const path = extname(pathname) === '' ? '/index.html' : pathname
    const body = this.#files.get(path)
    if (body === undefined) return { status: 404, headers: { 'content-type': 'text/plain' }, body: Buffer.from('gone') }
    const isHashed = path.startsWith('/assets/')
    const headers = {
      'content-type': TYPE[extname(path)] ?? 'application/octet-stream',
      'cache-control': isHashed ? 'public, max-age=31536000, immutable' : 'no-cache',
    }
    return { status: 200, headers, body }
  }
}

/** Reads the previous release, which phones in use still run. See README.md. */
export function readPreviousRelease(): Release {
  const packed = brotliDecompressSync(readFileSync(new URL('previous.br', import.meta.url)))
  const start = packed.indexOf('\n') + 1
  const sizes: [path: string, bytes: number][] = JSON.parse(packed.subarray(0, start).toString())
  const files = new Map<string, Buffer>()
  let at = start
  for (const [path, bytes] of sizes) {
    files.set(path, packed.subarray(at, at + bytes))
    at += bytes
  }
  return new Release(files)
}
