import { extname, join } from 'node:path'
import { type Context, Hono } from 'hono'
import { DAY_MS } from '../../src/domain/instant.ts'
import type { ProviderDeps } from '../services/deps.ts'
import type { AppEnv } from '../http/app-env.ts'
import { problem } from '../http/problem.ts'
import { contentSecurityPolicy, workerPolicy } from '../http/security-headers.ts'
import { inlineIn } from './inline-hashes.ts'
import { findPage, isShell, RENDERED, shellOf } from './rendered-pages.ts'
import { createKeptAssets } from '../repositories/kept-assets.ts'
import { findFile, keepInMemory, packingsIn, type StaticFile, type Wanted } from './static-files.ts'

const TYPE: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.geojson': 'application/geo+json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
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

/** Paths outside the app: an unknown one gets 404 instead of the start page. */
const RESERVED = /^\/(api|sandbox|__)(\/|$)/

/** Files with hashed names never change and are cached for a year; everything else is revalidated each time. */
const cacheControl = (path: string): string =>
  path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache'

function toResponse(c: Context<AppEnv>, path: string, found: StaticFile): Response {
  const headers: Record<string, string> = {
    'content-type': TYPE[extname(path)] ?? 'application/octet-stream',
    'cache-control': cacheControl(path),
    etag: found.etag,
    // A shell is the same in all languages.
    vary: RENDERED.test(path) && !isShell(path) ? 'Accept-Encoding, Accept-Language' : 'Accept-Encoding',
  }
  if (found.encoding !== undefined) headers['content-encoding'] = found.encoding
  if (c.req.header('if-none-match') === found.etag) return c.body(null, 304, headers)
  return c.body(found.bytes, 200, headers)
}

type StaticDeps = Pick<ProviderDeps, 'config' | 'clock' | 'log'>

/** Files that change with every release. */
const isSignOfRelease = (path: string): boolean => isShell(path) || path === '/index.html' || path === '/sw.js'

/** Calls `look` at once, once a day, and when the build is seen to have changed. */
function lookWhenChanged(look: () => void, { clock }: StaticDeps): (path: string, found: StaticFile) => void {
  const etags = new Map<string, string>()
  let lookedAt = clock.now()
  look()
  return (path, { etag, encoding = '' }) => {
    if (!isSignOfRelease(path)) return
    // A compressed file has its own ETag.
    const known = etags.get(path + encoding)
    etags.set(path + encoding, etag)
    const isNew = known !== undefined && known !== etag
    if (!isNew && clock.now() - lookedAt < DAY_MS) return
    lookedAt = clock.now()
    look()
  }
}

/** More than the pages of a release times their encodings. */
const MAX_POLICIES = 500

/** Returns the content security policy for each file. */
function policies(config: StaticDeps['config']): (path: string, found: StaticFile) => string {
  const ofScripts = workerPolicy(config)
  const ofOthers = contentSecurityPolicy(config)
  const ofPages = new Map<string, string>()
  return (path, found) => {
    // A script's own policy applies when it runs as a worker: in a browser without today's built-ins, each worker loads
    // one more script itself.
    if (extname(path) === '.js') return ofScripts
    if (extname(path) !== '.html') return ofOthers
    const key = [path, found.encoding, found.etag].join(' ')
    const known = ofPages.get(key)
    if (known !== undefined) return known
    const policy = contentSecurityPolicy(config, inlineIn(found))
    if (ofPages.size >= MAX_POLICIES) ofPages.clear()
    ofPages.set(key, policy)
    return policy
  }
}

const isHidden = (path: string): boolean => /\/\./.test(path) || /\.(br|gz|tmp)$/.test(path) || RENDERED.test(path)

/** Serves the built app: files of `dist`, its start page for every navigation of the app, 404 for the rest. */
export function staticRoutes(deps: StaticDeps): Hono<AppEnv> {
  const { distDir, swKill } = deps.config
  const kept = createKeptAssets({ ...deps, ...deps.config })
  const built = keepInMemory(join(distDir, 'assets'))
  const noteRelease = lookWhenChanged(() => {
    built.forget()
    void kept.look()
  }, deps)
  const policyOf = policies(deps.config)
  // Falls back to files kept from an earlier release.
  const findAsset = async (wanted: Wanted): Promise<StaticFile | undefined> =>
    (await built.find(wanted)) ?? findFile(wanted, [kept.folder])
  const find = (c: Context<AppEnv>, path: string): Promise<StaticFile | undefined> => {
    const packed = packingsIn(c.req.header('accept-encoding') ?? '')
    if (path === '/sw.js' && swKill) return findFile({ path: '/kill-switch.js', packed }, [distDir])
    const asset = /^\/assets\/([^/]+)$/.exec(path)?.[1]
    return asset === undefined ? findFile({ path, packed }, [distDir]) : findAsset({ path: asset, packed })
  }
  const routes = new Hono<AppEnv>()
  routes.on(['GET', 'HEAD'], '*', async (c) => {
    const path = safeDecode(new URL(c.req.url).pathname)
    if (path === undefined || RESERVED.test(path) || isHidden(path)) return problem(c, 'not_found')
    const isPage = extname(path) === ''
    const wanted = isPage ? ((await findPage(distDir, path, c.get('language'))) ?? shellOf(path)) : path
    // A build may have no shells; then the page that installed apps keep is sent.
    const found = (await find(c, wanted)) ?? (isShell(wanted) ? await find(c, '/index.html') : undefined)
    if (found === undefined) return problem(c, 'not_found')
    noteRelease(wanted, found)
    const response = toResponse(c, wanted, found)
    response.headers.set('content-security-policy', policyOf(wanted, found))
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
