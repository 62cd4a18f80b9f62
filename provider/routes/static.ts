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

/** Paths that are never the app: an unknown one is a 404, not its start page. */
const RESERVED = /^\/(api|sandbox|__)(\/|$)/

/** Hashed names never change, so they are kept for a year; everything else is asked for again each time. */
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

/** What a new release always changes. */
const isSignOfRelease = (path: string): boolean => isShell(path) || path === '/index.html' || path === '/sw.js'

/** Looks at the build at once, once a day, and when it is seen to have changed. */
function lookWhenChanged(look: () => void, { clock }: StaticDeps): (path: string, found: StaticFile) => void {
  const etags = new Map<string, string>()
  let lookedAt = clock.now()
  look()
  return (path, { etag, encoding = '' }) => {
    if (!isSignOfRelease(path)) return
    // A packed file has an etag of its own.
    const known = etags.get(path + encoding)
    etags.set(path + encoding, etag)
    const isNew = known !== undefined && known !== etag
    if (!isNew && clock.now() - lookedAt < DAY_MS) return
    lookedAt = clock.now()
    look()
  }
}

/** More pages than a release has, in each packing. */
const MOST_POLICIES = 500

/** The policy that a file is sent with. */
function policies(config: StaticDeps['config']): (path: string, found: StaticFile) => string {
  const ofScripts = workerPolicy(config)
  const ofOthers = contentSecurityPolicy(config)
  const ofPages = new Map<string, string>()
  return (path, found) => {
    // A script's own policy is asked for where it is a worker: without the built-ins of today each of them loads one more script by itself.
    if (extname(path) === '.js') return ofScripts
    if (extname(path) !== '.html') return ofOthers
    const key = [path, found.encoding, found.etag].join(' ')
    const known = ofPages.get(key)
    if (known !== undefined) return known
    const policy = contentSecurityPolicy(config, inlineIn(found))
    if (ofPages.size >= MOST_POLICIES) ofPages.clear()
    ofPages.set(key, policy)
    return policy
  }
}

const isHidden = (path: string): boolean => /\/\./.test(path) || /\.(br|gz|tmp)$/.test(path) || RENDERED.test(path)

/** The built app: files of `dist`, its start page for every navigation of the app, 404 for the rest. */
export function staticRoutes(deps: StaticDeps): Hono<AppEnv> {
  const { distDir, swKill } = deps.config
  const kept = createKeptAssets({ ...deps, ...deps.config })
  const built = keepInMemory(join(distDir, 'assets'))
  const noteRelease = lookWhenChanged(() => {
    built.forget()
    void kept.look()
  }, deps)
  const policyOf = policies(deps.config)
  // Of an earlier release when this one has it no more.
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
    // A build may have none: then what installed apps keep.
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
