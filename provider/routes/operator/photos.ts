import { type Context, Hono } from 'hono'
import * as v from 'valibot'
import { uuid } from '../../../src/contract/common.ts'
import {
  newPhotoQuery,
  type NewPhotoQuery,
  photoOrderBody,
  photoTextBody,
} from '../../../src/contract/operator-photos.ts'
import { type ParkPhotos, parkPhotosSingle } from '../../../src/contract/park-photos.ts'
import { DAY_MS } from '../../../src/domain/instant.ts'
import { PARK_PHOTOS_MAX } from '../../../src/domain/park-photos.ts'
import { err, ok, type Result } from '../../../src/lib/result.ts'
import type { Queryable } from '../../db/database.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { problem } from '../../http/problem.ts'
import { validate } from '../../http/validate.ts'
import { countAttempt, secondsToReset } from '../../repositories/attempts.ts'
import type { OperatedPark } from '../../repositories/closures.ts'
import type { Objection, Refusal } from '../../rules/refusal.ts'
import { findParkWithin } from '../../services/closures.ts'
import type { ProviderDeps } from '../../services/deps.ts'
import {
  addPhoto,
  describePhoto,
  orderPhotos,
  type Photographed,
  readPhotos,
  removePhoto,
} from '../../services/park-photos.ts'
import { requireOperator } from '../guards/require-operator.ts'
import { refuse } from '../refuse.ts'
import { answerOnce, type Changed, describeOperator, NO_STORE } from './answer.ts'
import { withPark } from './park-of-key.ts'

const PATH = '/operator/parks/:code/photos'
const UPLOAD = /^\/api\/v1\/operator\/parks\/[^/]+\/photos$/
/** Per key or person: enough for several car parks, with some retries. */
const PHOTOS_A_DAY = 100

const photoParam = v.object({ code: v.string(), id: uuid })
const [PHOTO, FILE] = ['019ad3a5-7c1e-7a30-8000-5b1d2c3e4f50', '/photos/5f0c9a1b2d3e4f60718293a4b5c6d7e8']
const EXAMPLE: { readonly data: ParkPhotos } = {
  data: {
    park_id: 4711,
    photos: [
      {
        ...{ photo_id: PHOTO, width: 1_600, height: 1_200 },
        files: [480, 960, 1_600].map((width) => ({ url: `${FILE}-${String(width)}.webp`, width })),
        text: { en: 'The entrance on Front Street', fr: 'L’entrée sur Front Street' },
      },
    ],
  },
}

/** Allows a body as large as a picture, but only with a Content-Length. */
export const isPhotoUpload = (c: Context<AppEnv>): boolean =>
  c.req.method === 'POST' && UPLOAD.test(c.req.path) && c.req.header('content-length') !== undefined

interface Asked {
  readonly code: string
  readonly action: NonNullable<Changed<object>['change']>['action']
  readonly details: Readonly<Record<string, unknown>>
  readonly status?: 200 | 201
  readonly work: (
    tx: Queryable,
    at: { readonly park: OperatedPark; readonly nowMs: number },
  ) => Promise<Result<Photographed, Objection>>
}

/** Answers with all photos after the change. */
const change = (c: Context<AppEnv>, deps: ProviderDeps, { code, action, details, status = 200, work }: Asked) =>
  answerOnce(c, deps, {
    status,
    work: async (tx, { within, nowMs }) => {
      const park = await findParkWithin(tx, code, within)
      if (!park.ok) return err<Refusal>(park.error)
      const done = await work(tx, { park: park.value, nowMs })
      if (!done.ok) return err<Refusal>(done.error)
      const noted = { action, subject: park.value.code, details } as const
      return ok({ data: done.value.photos, change: done.value.isChanged ? noted : null })
    },
  })

/**
 * Re-encodes the photo before the transaction, which would otherwise hold a connection meanwhile. The body is not read
 * for another operator's car park.
 */
async function answerUpload(c: Context<AppEnv>, deps: ProviderDeps, query: NewPhotoQuery): Promise<Response> {
  const code = c.req.param('code') ?? ''
  const { key_id: keyId, parks: within } = c.get('operator')
  const nowMs = deps.clock.now()
  const park = await findParkWithin(deps.db, code, within)
  if (!park.ok) return refuse(c, park.error)
  const { count, resetsMs } = await countAttempt(deps.db, { bucket: `photo:${keyId}`, windowMs: DAY_MS, nowMs })
  if (count > PHOTOS_A_DAY)
    return problem(c, 'rate_limited', { retryAfterSeconds: secondsToReset({ resetsMs }, nowMs) })
  const { toPhoto } = await import('../../services/photo-picture.ts')
  const drawn = await toPhoto(new Uint8Array(await c.req.arrayBuffer()))
  if (!drawn.ok) return problem(c, drawn.error, { fields: [{ field: 'picture', code: drawn.error }] })
  return change(c, deps, {
    ...{ code, action: 'photo.add', details: query, status: 201 },
    work: (tx, at) => addPhoto(tx, { ...at, query, drawn: drawn.value }),
  })
}

function addChanges(routes: Hono<AppEnv>, deps: ProviderDeps): void {
  const operator = requireOperator(deps, 'parks')
  const say = (summary: string) =>
    describeOperator(deps, { summary, answers: { 200: parkPhotosSingle }, example: EXAMPLE, idempotent: true })

  routes.put(
    `${PATH}/order`,
    say('Put all photos of a car park in another order'),
    operator,
    validate('json', photoOrderBody),
    (c) => {
      const body = c.req.valid('json')
      return change(c, deps, {
        ...{ code: c.req.param('code'), action: 'photo.order', details: body },
        work: (tx, { park }) => orderPhotos(tx, { park, photoIds: body.photos }),
      })
    },
  )

  routes.patch(
    `${PATH}/:id`,
    say('Describe a photo in other words'),
    operator,
    validate('param', photoParam),
    validate('json', photoTextBody),
    (c) => {
      const [{ code, id }, { text }] = [c.req.valid('param'), c.req.valid('json')]
      return change(c, deps, {
        ...{ code, action: 'photo.text', details: { photo_id: id, text } },
        work: (tx, { park }) => describePhoto(tx, { park, photoId: id, text }),
      })
    },
  )

  routes.delete(
    `${PATH}/:id`,
    say('Remove a photo; it is served no longer'),
    operator,
    validate('param', photoParam),
    (c) => {
      const { code, id } = c.req.valid('param')
      return change(c, deps, {
        ...{ code, action: 'photo.remove', details: { photo_id: id } },
        work: (tx, { park }) => removePhoto(tx, { park, photoId: id }),
      })
    },
  )
}

/** Photos of car parks: added, described, reordered, removed. */
export function operatorPhotoRoutes(deps: ProviderDeps): Hono<AppEnv> {
  const routes = new Hono<AppEnv>()
  const operator = requireOperator(deps, 'parks')

  routes.get(
    PATH,
    describeOperator(deps, {
      summary: 'Photos of a car park, in their order',
      answers: { 200: parkPhotosSingle },
      example: EXAMPLE,
    }),
    operator,
    (c) => withPark(c, deps, async (park) => c.json({ data: await readPhotos(deps.db, park.id) }, 200, NO_STORE)),
  )

  routes.post(
    PATH,
    describeOperator(deps, {
      summary: `Add a photo behind the others, ${String(PARK_PHOTOS_MAX)} at most: JPEG, PNG or WebP, at most 10 MB, as the body`,
      answers: { 201: parkPhotosSingle },
      example: EXAMPLE,
      idempotent: true,
    }),
    operator,
    validate('query', newPhotoQuery),
    (c) => answerUpload(c, deps, c.req.valid('query')),
  )
  addChanges(routes, deps)
  return routes
}
