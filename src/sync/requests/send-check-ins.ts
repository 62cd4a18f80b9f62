import type { ApiError } from '../../api/api-error.ts'
import { sendCheckInItems } from '../../api/attendant.ts'
import { CHECK_IN_KEPT_MS } from '../../config/limits.ts'
import { LOCKS } from '../../config/lock-names.ts'
import { CHECK_INS_MAXIMUM, type CheckInsAnswer } from '../../contract/attendant.ts'
import { checkInToWire } from '../../contract/check-in-mapping.ts'
import { applyCheckIns, applyUnpaired, sweepCheckIns } from '../../db/apply/attendant.ts'
import {
  type AttendantDeviceRow,
  type CheckInRequest,
  deviceOwner,
  findAttendant,
  readWaitingCheckIns,
} from '../../db/read/attendant.ts'
import { toInstant } from '../../domain/instant.ts'
import { must, unreachable } from '../../lib/assert.ts'
import { LONG_LOCK_WAIT_MS } from '../../lib/locks.ts'
import { StorageError } from '../../lib/storage-trouble.ts'
import { uuid7 } from '../../lib/uuid7.ts'
import { backoffMs } from '../../outbox/backoff.ts'
import { outcomeOf } from '../../outbox/outcomes.ts'
import { claimed, done, isDue, quarantined, rejected, released } from '../../outbox/settle.ts'
import { retryAfterOf, toOutboxError } from '../../outbox/wire-failure.ts'
import type { AppContext } from '../app-context.ts'
import { momentOf } from './row-steps.ts'

/**
 * Entries and exits are sent together under one key; each counts once by its own nonce, whichever batch contains it.
 */
interface Batch {
  readonly key: string
  readonly rows: readonly CheckInRequest[]
}

/** Returns the waiting rows that this device recorded. */
async function waitingOf(phone: AppContext, { deviceId }: AttendantDeviceRow): Promise<readonly CheckInRequest[]> {
  const owner = deviceOwner(deviceId)
  return (await readWaitingCheckIns(phone.dbs)).filter((row) => row.owner === owner)
}

/** Rows that were sent together are resent together under their key; others receive one before anything is sent. */
async function claimBatch(phone: AppContext, device: AttendantDeviceRow, isLast: boolean): Promise<Batch | undefined> {
  const now = phone.clock.now()
  const due = (await waitingOf(phone, device)).filter((row) => isLast || isDue(row, now))
  const known = due.find(({ batch }) => batch !== null)?.batch ?? null
  const rows = known === null ? due.slice(0, CHECK_INS_MAXIMUM) : due.filter(({ batch }) => batch === known)
  if (rows.length === 0) return undefined
  const key = known ?? uuid7(now, phone.random)
  const batch = { key, rows: rows.map((row) => ({ ...claimed(row, now), batch: key })) }
  await applyCheckIns(phone.dbs, batch.rows)
  return batch
}

async function acknowledge(phone: AppContext, { rows }: Batch, { results }: CheckInsAnswer): Promise<void> {
  const sentAt = toInstant(phone.serverNow())
  const at = momentOf(phone)
  await applyCheckIns(
    phone.dbs,
    rows.map((row, index) => {
      const { status, flags } = must(results[index], 'a result of each row')
      const told = { ...row, sentAt, flags }
      return status === 'refused' ? rejected(told, at, { kind: 'problem', at: at.now }) : done(told, at)
    }),
  )
}

async function wait(phone: AppContext, { rows }: Batch, error: ApiError): Promise<void> {
  const at = momentOf(phone)
  const attempts = Math.max(...rows.map((row) => row.attempts))
  const why = { error: toOutboxError(error, at.now), waitMs: backoffMs(attempts, phone.random, retryAfterOf(error)) }
  const waiting = rows.map((row) => released(row, at, why))
  await applyCheckIns(phone.dbs, waiting)
}

/** One bad row must not block the others: each is tried alone, and one that is refused alone is set aside visibly. */
async function setAside(phone: AppContext, { rows }: Batch, error: ApiError): Promise<void> {
  const at = momentOf(phone)
  const [only] = rows
  if (rows.length === 1 && only !== undefined) {
    // This app wrote the row, so a row that the provider does not understand is our bug.
    phone.log.error('check-in refused', { error: JSON.stringify(error) })
    await applyCheckIns(phone.dbs, [quarantined(only, at, toOutboxError(error, at.now))])
    return
  }
  const apart = rows.map((row) => ({ ...row, state: 'queued' as const, batch: uuid7(at.now, phone.random) }))
  await applyCheckIns(phone.dbs, apart)
}

type Step = 'went' | 'stop'

async function sendBatch(phone: AppContext, device: AttendantDeviceRow, batch: Batch): Promise<Step> {
  const items = batch.rows.map(({ command }) => checkInToWire(command))
  const answer = await sendCheckInItems(phone.client, device.token, { key: batch.key, items })
  if (answer.ok) {
    await acknowledge(phone, batch, answer.value)
    return 'went'
  }
  const { error } = answer
  const outcome = outcomeOf(
    error,
    batch.rows.some(({ attempts }) => attempts > 1),
  )
  switch (outcome) {
    case 'again':
    case 'look':
    case 'signed_out':
      await wait(phone, batch, error)
      // The provider has rejected the device: it was revoked too long ago.
      if (outcome === 'signed_out') await applyUnpaired(phone.dbs, device.deviceId)
      return 'stop'
    case 'set_aside':
    case 'confirm':
    case 'refused':
      await setAside(phone, batch, error)
      return 'went'
    default:
      return unreachable(outcome)
  }
}

/**
 * Sends waiting rows, oldest first, only as the device that recorded them. Includes a revoked device, because the
 * provider accepts its earlier records for a while. Returns how many sendable rows are left. The caller holds the lock;
 * without one the key and the nonces still limit each row to one effect. `isLast`: includes rows that are not due yet,
 * before the device's token is deleted.
 */
export async function sendCheckIns(phone: AppContext, { isLast = false } = {}): Promise<number> {
  const device = await findAttendant(phone.dbs)
  if (device === undefined) return 0
  for (;;) {
    const batch = await claimBatch(phone, device, isLast)
    if (batch === undefined || (await sendBatch(phone, device, batch)) === 'stop') break
  }
  await sweepCheckIns(phone.dbs, phone.clock.now() - CHECK_IN_KEPT_MS)
  if (!device.live) return 0
  return (await waitingOf(phone, device)).length
}

/** For the worker: leaves reporting of a failed storage to the page. */
export async function sendCheckInsAlone(phone: AppContext): Promise<number> {
  try {
    const wait = { waitMs: LONG_LOCK_WAIT_MS, onTimeout: 'take_over' } as const
    return await phone.locks.run(LOCKS.attendant, () => sendCheckIns(phone), wait)
  } catch (error) {
    if (error instanceof StorageError) return 0
    throw error
  }
}
