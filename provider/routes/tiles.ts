import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { type Context, Hono } from 'hono'
import { tileRegionAll } from '../../src/contract/tiles.ts'
import type { AppEnv } from '../http/app-env.ts'
import { describe } from '../http/describe.ts'
import { isKnown } from '../http/known-content.ts'
import { problem } from '../http/problem.ts'
import { readRange } from '../rules/byte-range.ts'
import type { ProviderDeps } from '../services/deps.ts'
import { toTileRegion } from '../tiles/tile-region.ts'
import { findRegionFile, listRegions, type RegionFile } from '../tiles/tile-shelf.ts'

/** GET /tiles: the regions whose streets a phone may keep. Small, and revalidated by its ETag. */
export function tileRoutes({ config, log }: ProviderDeps): Hono<AppEnv> {
  const routes = new Hono<AppEnv>()
  const description = describe(
    {
      tag: 'places',
      summary: 'Regions with a street map, as files to be read by ranges',
      answers: { 200: tileRegionAll },
    },
    config,
  )
  routes.get('/tiles', description, async (c) => {
    const { rows, unreadable } = await listRegions(config.dataDir)
    if (unreadable.length > 0) log.warn('tiles.unreadable', { unreadable })
    const data = rows.map(toTileRegion)
    const etag = `"${createHash('sha256').update(JSON.stringify(data)).digest('hex').slice(0, 16)}"`
    const headers = { etag, 'cache-control': 'public, no-cache' }
    return isKnown(c, etag) ? c.body(null, 304, headers) : c.json({ data }, 200, headers)
  })
  return routes
}

const TYPE = 'application/vnd.pmtiles'

/** The bytes from `start` to `end`, both included. Null for HEAD, which would leave the file open. */
function bytesOf(c: Context<AppEnv>, { path }: RegionFile, part: { readonly start: number; readonly end: number }) {
  if (c.req.method === 'HEAD') return null
  return Readable.toWeb(createReadStream(path, part)) as ReadableStream
}

function answerFile(c: Context<AppEnv>, file: RegionFile): Response {
  const etag = `"${file.hash}"`
  const headers = { etag, 'cache-control': 'public, max-age=31536000, immutable', 'accept-ranges': 'bytes' }
  if (isKnown(c, etag)) return c.body(null, 304, headers)
  // A range of new content is useless to a client that has the rest of the old one.
  const ifRange = c.req.header('if-range')
  const range = readRange(ifRange === undefined || ifRange === etag ? c.req.header('range') : undefined, file.bytes)
  if (range.kind === 'beyond') {
    return c.body(null, 416, { 'accept-ranges': 'bytes', 'content-range': `bytes */${String(file.bytes)}` })
  }
  const { start, end } = range.kind === 'part' ? range : { start: 0, end: file.bytes - 1 }
  const length = { 'content-type': TYPE, 'content-length': String(end - start + 1) }
  const body = bytesOf(c, file, { start, end })
  if (range.kind === 'whole') return new Response(body, { status: 200, headers: { ...headers, ...length } })
  const part = { 'content-range': `bytes ${String(start)}-${String(end)}/${String(file.bytes)}` }
  return new Response(body, { status: 206, headers: { ...headers, ...length, ...part } })
}

/** `/tiles/<region>-<hash>.pmtiles`, immutable, whole or by ranges. */
export function tileFileRoutes({ config }: Pick<ProviderDeps, 'config'>): Hono<AppEnv> {
  const routes = new Hono<AppEnv>()
  routes.get('/tiles/:name', async (c) => {
    const file = await findRegionFile(config.dataDir, c.req.param('name'))
    return file === undefined ? problem(c, 'not_found') : answerFile(c, file)
  })
  return routes
}
