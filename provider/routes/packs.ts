import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliDecompress, gzip } from 'node:zlib'
import { type Context, Hono } from 'hono'
import * as v from 'valibot'
import { countryCode } from '../../src/contract/common.ts'
import {
  packHash,
  type PackManifestWire,
  packManifestSingle,
  packRegionAll,
  packRegionName,
  type PackRegionWire,
} from '../../src/contract/packs.ts'
import { MINUTE_MS, toInstant, toRfc3339 } from '../../src/domain/instant.ts'
import type { AppEnv } from '../http/app-env.ts'
import { describe } from '../http/describe.ts'
import { isKnown } from '../http/known-content.ts'
import { problem } from '../http/problem.ts'
import { validate } from '../http/validate.ts'
import {
  findPackBody,
  findPackRegion,
  listPackRegions,
  type PackManifestRow,
  type PackRegionRow,
} from '../repositories/packs.ts'
import { chooseCoding, type ContentCoding } from '../rules/content-coding.ts'
import { rateValidUntil } from '../rules/rates.ts'
import type { ProviderDeps } from '../services/deps.ts'

/**
 * Margin for price changes that were uncommitted when the files were last checked: no such transaction takes longer.
 */
const CHANGING_MS = 5 * MINUTE_MS

const toRegion = (row: PackRegionRow): PackRegionWire => ({
  ...{ region: row.region, country_code: row.country_code, name: row.name, state: row.state, box: row.box },
  ...{ parks: row.parks, bytes: row.bytes, revision: row.revision, streets: row.streets },
  made_at: toRfc3339(toInstant(row.made_at)),
})

/** Promises the prices for as long as those of a park viewed when the files last matched the parks. */
const toManifest = (row: PackManifestRow): PackManifestWire => ({
  ...toRegion(row),
  files: [...row.files],
  valid_until: toRfc3339(rateValidUntil(row.checked_at - CHANGING_MS)),
})

/** Small, and revalidated by its ETag each time. */
function answerKept(c: Context<AppEnv>, body: { readonly data: object }): Response {
  const etag = `W/"${createHash('sha256').update(JSON.stringify(body)).digest('hex').slice(0, 16)}"`
  const headers = { etag, 'cache-control': 'public, no-cache' }
  return isKnown(c, etag) ? c.body(null, 304, headers) : c.json(body, 200, headers)
}

const countryQuery = v.object({ country: countryCode })

function addRegions(routes: Hono<AppEnv>, { db, config }: ProviderDeps): void {
  routes.get(
    '/parks/packs',
    describe(
      { tag: 'parks', summary: 'Regions of a country that a phone may keep whole', answers: { 200: packRegionAll } },
      config,
    ),
    validate('query', countryQuery),
    async (c) => answerKept(c, { data: (await listPackRegions(db, c.req.valid('query').country)).map(toRegion) }),
  )
  routes.get(
    '/parks/packs/:region',
    describe(
      {
        tag: 'parks',
        summary: 'Files of a region, and until when their prices are promised',
        answers: { 200: packManifestSingle },
      },
      config,
    ),
    async (c) => {
      const name = c.req.param('region')
      const found = v.is(packRegionName, name) ? await findPackRegion(db, name) : undefined
      return found === undefined ? problem(c, 'not_found') : answerKept(c, { data: toManifest(found) })
    },
  )
}

const unpack = promisify(brotliDecompress)
const toGzip = promisify(gzip)

async function encode(body: Buffer, coding: ContentCoding): Promise<Buffer> {
  if (coding === 'br') return body
  const text = await unpack(body)
  return coding === 'gzip' ? toGzip(text) : text
}

const FILE = /^([0-9a-f]+)\.json$/

function addFiles(routes: Hono<AppEnv>, { db, config }: ProviderDeps): void {
  const description = describe(
    {
      tag: 'parks',
      summary: 'A file of a region, named by its content: {hash}.json. Car parks as packed, or names of streets',
      // Documented as a file: src/contract/park-pack.ts and street-names.ts define its format.
      answers: { 200: null },
    },
    config,
  )
  routes.get('/packs/:file', description, async (c) => {
    const hash = FILE.exec(c.req.param('file'))?.[1]
    if (!v.is(packHash, hash)) return problem(c, 'not_found')
    // Weak, as the same content exists in three codings.
    const headers = {
      etag: `W/"${hash}"`,
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'Accept-Encoding',
    }
    const body = await findPackBody(db, hash)
    if (body === undefined) return problem(c, 'not_found')
    if (isKnown(c, headers.etag)) return c.body(null, 304, headers)
    const coding = chooseCoding(c.req.header('accept-encoding'))
    const bytes = await encode(body, coding)
    return c.body(new Uint8Array(bytes), 200, {
      ...headers,
      'content-type': 'application/json',
      'content-length': String(bytes.length),
      ...(coding === 'identity' ? {} : { 'content-encoding': coding }),
    })
  })
}

/** Regions for offline use: the list, the manifest of each, and their files. No sign-in needed. */
export function packRoutes(deps: ProviderDeps): Hono<AppEnv> {
  const routes = new Hono<AppEnv>()
  addRegions(routes, deps)
  addFiles(routes, deps)
  return routes
}
