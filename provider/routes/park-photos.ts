import { Hono } from 'hono'
import { parkPhotosSingle } from '../../src/contract/park-photos.ts'
import type { AppEnv } from '../http/app-env.ts'
import { describe } from '../http/describe.ts'
import { isKnown } from '../http/known-content.ts'
import { problem } from '../http/problem.ts'
import { findPhotoFile } from '../repositories/park-photos.ts'
import type { ProviderDeps } from '../services/deps.ts'
import { readPhotos } from '../services/park-photos.ts'
import { findParkOfPath } from './park-of-path.ts'

/** GET /front/parks/{park}/photos: a car park's photos, with the addresses of their files and their descriptions. */
export function parkPhotoRoutes(deps: ProviderDeps): Hono<AppEnv> {
  const routes = new Hono<AppEnv>()
  routes.get(
    '/front/parks/:park/photos',
    describe(
      { tag: 'parks', summary: 'Photos of a car park, with their texts', answers: { 200: parkPhotosSingle } },
      deps.config,
    ),
    async (c) => {
      const park = await findParkOfPath(c, deps)
      return park === undefined ? problem(c, 'park_not_found') : c.json({ data: await readPhotos(deps.db, park.id) })
    },
  )
  return routes
}

const NAME = /^([0-9a-f]{32})-([1-9]\d{0,3})\.webp$/
const HEADERS = {
  'content-type': 'image/webp',
  // Runs no script when opened on its own.
  'content-security-policy': "default-src 'none'; sandbox",
}
/** The content at an address never changes, but a review's photo may be hidden. */
const AGES = { park: 'public, max-age=31536000, immutable', review: 'public, max-age=3600' }

/** `/photos/<hash>-<width>.webp`, while a car park or a visible review has the photo. */
export function photoFileRoutes({ db }: Pick<ProviderDeps, 'db'>): Hono<AppEnv> {
  const routes = new Hono<AppEnv>()
  routes.get('/photos/:name', async (c) => {
    const [, hash, width] = NAME.exec(c.req.param('name')) ?? []
    const file = hash === undefined ? undefined : await findPhotoFile(db, { hash, width: Number(width) })
    if (hash === undefined || file === undefined) return problem(c, 'not_found')
    const etag = `"${hash}"`
    const headers = { ...HEADERS, etag, 'cache-control': file.of_review ? AGES.review : AGES.park }
    return isKnown(c, etag) ? c.body(null, 304, headers) : c.body(new Uint8Array(file.webp), 200, headers)
  })
  return routes
}
