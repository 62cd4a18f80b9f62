import type { Context } from 'hono'
import { Hono } from 'hono'
import { documentsSingle } from '../../src/contract/documents-page.ts'
import {
  renewalBody,
  renewalSingle,
  scanQuery,
  type ScanQuery,
  scanSingle,
  vehicleDatesBody,
  vehicleDatesSingle,
} from '../../src/contract/vehicle-documents.ts'
import { DAY_MS } from '../../src/domain/instant.ts'
import type { Result } from '../../src/lib/result.ts'
import { isUuid } from '../../src/lib/uuid7.ts'
import type { Queryable } from '../db/database.ts'
import type { AppEnv } from '../http/app-env.ts'
import { describe, type RouteDescription } from '../http/describe.ts'
import { problem } from '../http/problem.ts'
import { validate } from '../http/validate.ts'
import { countAttempt, secondsToReset } from '../repositories/attempts.ts'
import { deleteScan } from '../repositories/document-scans.ts'
import type { Refusal } from '../rules/refusal.ts'
import type { ProviderDeps } from '../services/deps.ts'
import { keepScan, readDocuments, requestRenewal, saveDates, toRenewalWire, toScanWire } from '../services/documents.ts'
import { readScan } from '../services/scans.ts'
import { idempotent, onSql } from './guards/idempotent.ts'
import { requireUser } from './guards/require-user.ts'
import { refuse } from './refuse.ts'

const SCANS = '/vehicle-documents/scans'
/** Per driver: enough for several vehicles with all their documents, with some retakes. */
const SCANS_A_DAY = 60

/** Allows a body as large as a picture, but only with a Content-Length. */
export const isScanUpload = (c: Context<AppEnv>): boolean =>
  c.req.method === 'POST' && c.req.path === `/api/v1${SCANS}` && c.req.header('content-length') !== undefined

const describeDocuments = (deps: ProviderDeps, route: Omit<RouteDescription, 'tag' | 'secured'>) =>
  describe({ tag: 'documents', secured: true, ...route }, deps.config)

const NO_STORE = { 'cache-control': 'no-store' }

function answer<T>(
  c: Context<AppEnv>,
  deps: ProviderDeps,
  {
    work,
    toWire,
    status = 200,
  }: {
    readonly work: (tx: Queryable) => Promise<Result<T, Refusal>>
    readonly toWire: (value: T) => object
    readonly status?: 200 | 201
  },
): Promise<Response> {
  return idempotent(
    c,
    deps,
    onSql(deps, async (tx) => {
      const done = await work(tx)
      return done.ok ? c.json({ data: toWire(done.value) }, status) : refuse(c, done.error)
    }),
  )
}

/**
 * Re-encodes the picture before the transaction, which would otherwise hold a connection meanwhile. A known key has
 * already been answered.
 */
async function answerScan(c: Context<AppEnv>, deps: ProviderDeps, query: ScanQuery): Promise<Response> {
  const [userId, nowMs] = [c.get('userId'), deps.clock.now()]
  // Checks the vehicle's owner first: the body is not read for another driver's vehicle.
  const vehicle = await deps.store.findVehicle({ userId, vehicleId: query.vehicle_id })
  if (vehicle === undefined) return problem(c, 'vehicle_not_found')
  const { count, resetsMs } = await countAttempt(deps.db, { bucket: `scan:${userId}`, windowMs: DAY_MS, nowMs })
  if (count > SCANS_A_DAY) {
    return problem(c, 'rate_limited', { retryAfterSeconds: secondsToReset({ resetsMs }, nowMs) })
  }
  const { toScan } = await import('../services/scan-picture.ts')
  const picture = await toScan(new Uint8Array(await c.req.arrayBuffer()))
  if (!picture.ok) return problem(c, picture.error, { fields: [{ field: 'picture', code: picture.error }] })
  const wish = { userId, query, picture: picture.value, nowMs }
  return answer(c, deps, { work: (tx) => keepScan(tx, wish), toWire: toScanWire, status: 201 })
}

function addScans(routes: Hono<AppEnv>, deps: ProviderDeps): void {
  const user = requireUser(deps)

  routes.post(
    SCANS,
    describeDocuments(deps, {
      summary: 'Send a picture of a document: JPEG, PNG or WebP, at most 10 MB, as the body',
      answers: { 201: scanSingle },
      idempotent: true,
    }),
    user,
    validate('query', scanQuery),
    (c) => answerScan(c, deps, c.req.valid('query')),
  )

  routes.get(
    `${SCANS}/:id`,
    describeDocuments(deps, { summary: 'A picture that the driver has sent, as a JPEG', answers: {} }),
    user,
    async (c) => {
      const scanId = c.req.param('id')
      const picture = isUuid(scanId) ? await readScan(deps.db, { userId: c.get('userId'), scanId }) : undefined
      if (picture === undefined) return problem(c, 'not_found')
      return c.body(new Uint8Array(picture), 200, {
        ...NO_STORE,
        'content-type': 'image/jpeg',
        'content-disposition': 'attachment; filename="document.jpg"',
        'x-content-type-options': 'nosniff',
      })
    },
  )

  routes.delete(
    `${SCANS}/:id`,
    describeDocuments(deps, { summary: 'Delete a picture that no renewal has taken', answers: { 204: null } }),
    user,
    async (c) => {
      const scanId = c.req.param('id')
      if (isUuid(scanId)) await deleteScan(deps.db, { userId: c.get('userId'), scanId })
      return c.body(null, 204)
    },
  )
}

/** Vehicle documents: their expiry, their pictures, and renewals paid from the wallet. */
export function documentRoutes(deps: ProviderDeps): Hono<AppEnv> {
  const routes = new Hono<AppEnv>()
  const user = requireUser(deps)

  routes.get(
    '/vehicle-documents',
    describeDocuments(deps, {
      summary: 'Fees, expiries, waiting pictures and renewals of the driver',
      answers: { 200: documentsSingle },
    }),
    user,
    async (c) => c.json({ data: await readDocuments(deps.db, c.get('userId')) }, 200, NO_STORE),
  )

  routes.put(
    '/vehicle-documents/vehicles/:id',
    describeDocuments(deps, {
      summary: 'Note when a vehicle’s documents expire',
      answers: { 200: vehicleDatesSingle },
      idempotent: true,
    }),
    user,
    validate('json', vehicleDatesBody),
    (c) => {
      const vehicleId = c.req.param('id')
      if (!isUuid(vehicleId)) return problem(c, 'vehicle_not_found')
      const wish = { userId: c.get('userId'), vehicleId, body: c.req.valid('json'), nowMs: deps.clock.now() }
      return answer(c, deps, { work: (tx) => saveDates(tx, wish), toWire: (dates) => dates })
    },
  )

  addScans(routes, deps)

  routes.post(
    '/vehicle-documents/renewals',
    describeDocuments(deps, {
      summary: 'Renew documents of a vehicle and pay from the wallet',
      answers: { 201: renewalSingle },
      idempotent: true,
    }),
    user,
    validate('json', renewalBody),
    (c) => {
      const wish = { userId: c.get('userId'), body: c.req.valid('json'), nowMs: deps.clock.now() }
      return answer(c, deps, { work: (tx) => requestRenewal(tx, deps, wish), toWire: toRenewalWire, status: 201 })
    },
  )
  return routes
}
