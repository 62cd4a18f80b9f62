/** Vehicle documents: their expiry, pictures of them, and renewals, paid from the wallet and processed by operators. */
import { randomBytes } from 'node:crypto'
import type { DocumentFeesWire, Documents } from '../../src/contract/documents-page.ts'
import type {
  Renewal,
  RenewalBody,
  ScanQuery,
  ScanWire,
  VehicleDates,
  VehicleDatesBody,
} from '../../src/contract/vehicle-documents.ts'
import { CROCKFORD } from '../../src/domain/code.ts'
import { getCountry } from '../../src/domain/country.ts'
import type { UserId } from '../../src/domain/ids.ts'
import { DAY_MS, toInstant, toRfc3339 } from '../../src/domain/instant.ts'
import type { RenewalStage } from '../../src/domain/document-kinds.ts'
import {
  canMoveTo,
  dayAt,
  daysUntil,
  EXPIRY_MAX_YEARS,
  isRenewalOpen,
  kindsFor,
  priceRenewal,
  RENEWAL_COUNTRY,
} from '../../src/domain/vehicle-documents.ts'
import { must } from '../../src/lib/assert.ts'
import { err, ok, type Result } from '../../src/lib/result.ts'
import { uuid7 } from '../../src/lib/uuid7.ts'
import type { Queryable } from '../db/database.ts'
import {
  endUnderWay,
  findRenewalOfDraft,
  insertRenewal,
  listRenewals,
  lockRenewal,
  mustRenewal,
  postRenewal,
  type RenewalRow,
  setRenewalStage,
  takeUnderWay,
} from '../repositories/document-renewals.ts'
import {
  deleteOldScans,
  deleteScansAt,
  findScan,
  insertScan,
  listWaitingScans,
  type ScanRow,
  takeScans,
} from '../repositories/document-scans.ts'
import { findDocumentFees, listDocumentDates, saveDocumentDates, saveDocumentFees } from '../repositories/documents.ts'
import { findVehicle, type VehicleRow } from '../repositories/vehicles.ts'
import { type Objection, objectTo, type Refusal } from '../rules/refusal.ts'
import type { ProviderDeps } from './deps.ts'
import { lockWalletFor } from './lock-wallet.ts'
import { findCurrencyTrouble } from './named-parks.ts'
import { sealScan } from './scan-seal.ts'

/** Pictures not used by a renewal are kept this long; those of a renewal until some days after it ends. */
const WAITING_DAYS = 30
export const SCAN_DAYS_AFTER = 14
const MAX_EXPIRY_DAYS = EXPIRY_MAX_YEARS * 366

const makeCode = (): string => `VD-${Array.from(randomBytes(8), (byte) => CROCKFORD[byte & 31] ?? '0').join('')}`

export function toRenewalWire({ user_id: _user, service_minor: service, vat_minor: vat, ...row }: RenewalRow): Renewal {
  const { renewal_id, code, draft_id, vehicle_id, plate, country_code, currency, lines, stage, reason } = row
  return {
    ...{ renewal_id, code, draft_id, vehicle_id, plate, country_code, currency, lines, service, vat, stage, reason },
    ...{ total: row.total_minor, refunded: row.refunded_minor, days: row.days, demo: row.demo, version: row.version },
    ...{ receipt_number: row.receipt_number, history: row.history, created_at: toRfc3339(row.created_at) },
  }
}

export const toScanWire = ({ created_at: created, ...scan }: ScanRow): ScanWire => ({
  ...scan,
  created_at: toRfc3339(created),
})

export async function readDocuments(db: Queryable, userId: UserId): Promise<Documents> {
  const [fees, vehicles, scans, renewals] = await Promise.all([
    findDocumentFees(db, RENEWAL_COUNTRY),
    listDocumentDates(db, userId),
    listWaitingScans(db, userId),
    listRenewals(db, userId),
  ])
  return { fees: fees ?? null, vehicles, scans: scans.map(toScanWire), renewals: renewals.map(toRenewalWire) }
}

/** Locks the vehicle until the transaction ends, so that it cannot be deleted meanwhile. */
async function lockVehicle(tx: Queryable, userId: UserId, vehicleId: string): Promise<VehicleRow | undefined> {
  await tx.query('select 1 from vehicles where user_id = $1 and vehicle_id = $2 for share', [userId, vehicleId])
  return findVehicle(tx, { userId, vehicleId })
}

export interface DatesWish {
  readonly userId: UserId
  readonly vehicleId: string
  readonly body: VehicleDatesBody
  readonly nowMs: number
}

export async function saveDates(tx: Queryable, wish: DatesWish): Promise<Result<VehicleDates, Refusal>> {
  const { userId, vehicleId, body, nowMs } = wish
  const vehicle = await lockVehicle(tx, userId, vehicleId)
  if (vehicle === undefined) return err({ code: 'vehicle_not_found' })
  const today = dayAt(toInstant(nowMs), getCountry(vehicle.country_code).timezone)
  const wrong = Object.entries(body.dates).find(
    ([, day]) => day !== null && Math.abs(daysUntil(day, today)) > MAX_EXPIRY_DAYS,
  )
  if (wrong !== undefined) {
    return err({ code: 'validation_failed', fields: [{ field: `dates.${wrong[0]}`, code: 'out_of_range' }] })
  }
  return ok(must(await saveDocumentDates(tx, { userId, vehicle_id: vehicleId, ...body, nowMs }), 'dates'))
}

export interface ScanWish {
  readonly userId: UserId
  readonly query: ScanQuery
  /** As produced by `toScan`. */
  readonly picture: Buffer
  readonly nowMs: number
}

/** Idempotent by scan id, whatever the request's key. */
export async function keepScan(
  tx: Queryable,
  { userId, query, picture, nowMs }: ScanWish,
): Promise<Result<ScanRow, Refusal>> {
  const { scan_id: scanId, vehicle_id: vehicleId, kind } = query
  const key = { userId, scanId }
  if ((await lockVehicle(tx, userId, vehicleId)) === undefined) return err({ code: 'vehicle_not_found' })
  const sealed = await sealScan(tx, key, picture)
  const facts = { ...key, vehicleId, kind, sealed, bytes: picture.byteLength, nowMs }
  const scan =
    (await insertScan(tx, { ...facts, deleteMs: nowMs + WAITING_DAYS * DAY_MS })) ?? (await findScan(tx, key))
  return scan?.vehicle_id === vehicleId && scan.kind === kind ? ok(scan) : err({ code: 'version_conflict' })
}

export interface RenewalWish {
  readonly userId: UserId
  readonly body: RenewalBody
  readonly nowMs: number
}

/** Prices a renewal; refused when it is not offered, or when the driver saw a different price. */
async function priceWish(tx: Queryable, { userId, body }: RenewalWish, vehicle: VehicleRow) {
  const fees: DocumentFeesWire | undefined = await findDocumentFees(tx, vehicle.country_code)
  const dates = (await listDocumentDates(tx, userId)).find((row) => row.vehicle_id === vehicle.vehicle_id)
  const known = kindsFor(dates?.commercial ?? false)
  if (fees === undefined || !body.kinds.every((kind) => known.includes(kind))) {
    return err<Refusal>({ code: 'documents_unavailable' })
  }
  const price = priceRenewal(body.kinds, { fees: fees.fees, serviceMinor: fees.service, vat: fees.vat })
  if (price.totalMinor === body.quoted_total) return ok({ fees, price })
  const { currency } = fees
  return err<Refusal>({
    code: 'price_changed',
    extra: { total: price.totalMinor, currency },
    amounts: { total: price.totalMinor },
    currency,
  })
}

/**
 * Takes pictures and money in the caller's transaction, or nothing. A draft is paid once: a repeated request returns
 * its renewal.
 */
export async function requestRenewal(
  tx: Queryable,
  { config }: { readonly config: Pick<ProviderDeps['config'], 'welcomeCredit'> },
  wish: RenewalWish,
): Promise<Result<RenewalRow, Refusal>> {
  const { userId, body, nowMs } = wish
  const known = await findRenewalOfDraft(tx, userId, body.draft_id)
  if (known !== undefined) return ok(known)
  const vehicle = await lockVehicle(tx, userId, body.vehicle_id)
  if (vehicle === undefined) return err({ code: 'vehicle_not_found' })
  const priced = await priceWish(tx, wish, vehicle)
  if (!priced.ok) return priced
  const { fees, price } = priced.value
  const renewalId = uuid7(nowMs)
  const isNew = await insertRenewal(tx, {
    ...{ renewal_id: renewalId, code: makeCode(), user_id: userId, draft_id: body.draft_id, nowMs },
    ...{
      vehicle_id: vehicle.vehicle_id,
      plate: vehicle.plate,
      country_code: fees.country_code,
      currency: fees.currency,
    },
    lines: price.lines.map(({ kind, amountMinor: amount }) => ({ kind, amount })),
    ...{ service_minor: price.serviceMinor, vat_minor: price.vatMinor, total_minor: price.totalMinor },
    ...{ days: fees.days, demo: fees.demo },
  })
  // A concurrent request for the same draft committed while the insert waited on the index.
  if (!isNew) return ok(must(await findRenewalOfDraft(tx, userId, body.draft_id), 'renewal of the draft'))
  const taken = await takeUnderWay(tx, { userId, vehicle, kinds: body.kinds, renewalId })
  if (taken.length < body.kinds.length) return err({ code: 'document_under_way' })
  const shown = await takeScans(tx, { userId, vehicleId: vehicle.vehicle_id, kinds: body.kinds, renewalId })
  const missing = body.kinds.filter((kind) => !shown.includes(kind))
  if (missing.length > 0) return err({ code: 'scan_missing', extra: { missing } })
  const charge = { userId, currency: fees.currency, totalMinor: price.totalMinor, nowMs }
  const wallet = await lockWalletFor(tx, config, charge)
  if (!wallet.ok) return wallet
  const renewal = await mustRenewal(tx, renewalId)
  await postRenewal(tx, { renewal, kind: 'document', nowMs })
  return ok(renewal)
}

export interface RenewalMove {
  readonly code: string
  readonly stage: RenewalStage
  /** The reason for a rejection. */
  readonly reason: string | null
  readonly nowMs: number
}

/** Moves a renewal on, as an operator. Repeating a step changes nothing; a rejection refunds everything, once. */
export async function moveRenewal(tx: Queryable, move: RenewalMove): Promise<Result<RenewalRow, Refusal>> {
  const renewal = await lockRenewal(tx, move.code)
  if (renewal === undefined) return err({ code: 'not_found' })
  if (renewal.stage === move.stage) return ok(renewal)
  if (!canMoveTo(renewal.stage, move.stage)) return err({ code: 'order_stage' })
  const { renewal_id: renewalId } = renewal
  const { nowMs } = move
  const isOver = !isRenewalOpen(move.stage)
  if (isOver) await endUnderWay(tx, renewalId)
  if (move.stage === 'rejected') await postRenewal(tx, { renewal, kind: 'document_refund', nowMs })
  if (isOver) await deleteScansAt(tx, renewalId, nowMs + SCAN_DAYS_AFTER * DAY_MS)
  await setRenewalStage(tx, { renewalId, stage: move.stage, reason: move.reason, nowMs })
  return ok(await mustRenewal(tx, renewalId))
}

/** Sets the future prices of renewals. */
export async function setDocumentFees(
  tx: Queryable,
  { fees, nowMs }: { readonly fees: DocumentFeesWire; readonly nowMs: number },
): Promise<Result<DocumentFeesWire, Objection>> {
  if (fees.country_code !== RENEWAL_COUNTRY) {
    return err(objectTo('country_code', `Documents are renewed in ${RENEWAL_COUNTRY} alone.`))
  }
  const trouble = findCurrencyTrouble(fees.country_code, fees.currency)
  if (trouble !== undefined) return err(trouble)
  await saveDocumentFees(tx, fees, nowMs)
  return ok(fees)
}

/** Deletes old scans; run once a day. */
export const forgetScans = (db: Queryable, nowMs: number): Promise<number> => deleteOldScans(db, nowMs)
