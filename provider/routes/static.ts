import { readFile, stat } from 'node:fs/promises'
import { extname, join, normalize, sep } from 'node:path'
import { type Context, Hono } from 'hono'
import type { ProviderDeps } from '../deps.ts'
import type { AppEnv } from '../http/app-env.ts'
import { problem } from '../http/problem.ts'
import { contentSecurityPolicy, workerPolicy } from '../http/security-headers.ts'

const TYPE: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.geojson': 'application/geo+json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
  '.txt': 'text/plain; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
}

const ENCODINGS = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const

/** Paths that are never the app: an unknown one is a 404, not its start page. */
const RESERVED = /^\/(api|sandbox|__)(\/|$)/

interface Found {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly encoding: 'br' | 'gzip' | undefined
  readonly etag: string
}

async function readIfFile(path: string): Promise<Found | undefined> {
  const info = await stat(path).catch(() => undefined)
  if (info === undefined || !info.isFile()) return undefined
  return {
    bytes: new Uint8Array(await readFile(path)),
    encoding: undefined,
    etag: `W/"${info.size.toString(36)}-${Math.floor(info.mtimeMs).toString(36)}"`,
  }
}

async function findFile(path: string, acceptEncoding: string): Promise<Found | undefined> {
  for (const [encoding, suffix] of ENCODINGS) {
    if (!new RegExp(`(^|[\\s,])${encoding}(\\s*;|\\s*,|\\s*$)`).test(acceptEncoding)) continue
    const found = await readIfFile(path + suffix)
    if (found !== undefined) return { ...found, encoding }
  }
  return readIfFile(path)
}

/** Hashed names never change, so they are kept for a year; everything else is asked for again each time. */
const cacheControl = (path: string): string =>
  path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache'

function toResponse(c: Context<AppEnv>, path: string, found: Found): Response {
  const headers: Record<string, string> = {
    'content-type': TYPE[extname(path)] ?? 'application/octet-stream',
    'cache-control': cacheControl(path),
    etag: found.etag,
    vary: 'Accept-Encoding',
  }
  if (found.encoding !== undefined) headers['content-encoding'] = found.encoding
  if (c.req.header('if-none-match') === found.etag) return c.body(null, 304, headers)
  return c.body(found.bytes, 200, headers)
}

/** The built app: files of `dist`, its start page for every navigation of the app, 404 for the rest. */
export function staticRoutes(deps: Pick<ProviderDeps, 'config'>): Hono<AppEnv> {
  const root = deps.config.distDir
  const pagePolicy = contentSecurityPolicy(deps.config)
  const swPolicy = workerPolicy(deps.config)
  const routes = new Hono<AppEnv>()
  routes.on(['GET', 'HEAD'], '*', async (c) => {
    const path = safeDecode(new URL(c.req.url).pathname)
    if (path === undefined || RESERVED.test(path)) return problem(c, 'not_found')
    const isNavigation = extname(path) === ''
    const wanted = isNavigation ? '/index.html' : path
    const full = normalize(join(root, wanted))
    if (!full.startsWith(root + sep) || /\/\./.test(path) || /\.(br|gz)$/.test(path)) return problem(c, 'not_found')
    const found = await findFile(full, c.req.header('accept-encoding') ?? '')
    if (found === undefined) return problem(c, 'not_found')
    const response = toResponse(c, wanted, found)
    response.headers.set('content-security-policy', path === '/sw.js' ? swPolicy : pagePolicy)
    return response
  })
  return routes
}

function safeDecode(path: string): string | undefined {
  try {
    return decodeURIComponent(path)
  } catch {
    return undefined
  }
}
