import type { ApiError } from '../../api/api-error.ts'
import { sendCheckInItems } from '../../api/attendant.ts'
import { CHECK_IN_KEPT_MS } from '../../config/limits.ts'
import { LOCKS } from '../../config/lock-names.ts'
import { CHECK_INS_MAXIMUM, type CheckInsAnswer } from '../../contract/attendant.ts'
import { checkInToWire } from '../../contract/check-in-case.ts'
import { applyBatch, applyCheckIns, applyUnpaired, sweepCheckIns } from '../../db/apply/attendant.ts'
import {
  type AttendantDeviceRow,
  type CheckInRow,
  deviceOwner,
  findAttendant,
  readWaitingCheckIns,
} from '../../db/read/attendant.ts'
import { toInstant } from '../../domain/instant.ts'
import { must, unreachable } from '../../lib/assert.ts'
import { StorageError } from '../../lib/storage-trouble.ts'
import { uuid7 } from '../../lib/uuid7.ts'
import { backoffMs } from '../../outbox/backoff.ts'
import { classify } from '../../outbox/classify.ts'
import type { Phone } from '../phone.ts'

interface Batch {
  readonly key: string
  readonly rows: readonly CheckInRow[]
}

/** Rows that went together go together again, under their key; others are given one before anything is sent. */
async function nextBatch(phone: Phone, device: AttendantDeviceRow): Promise<Batch | undefined> {
  const now = phone.clock.now()
  const owner = deviceOwner(device.deviceId)
  const rows = (await readWaitingCheckIns(phone.dbs)).filter((row) => row.owner === owner && row.nextAt <= now)
  const key = rows.find(({ batch }) => batch !== null)?.batch
  if (key !== undefined && key !== null) return { key, rows: rows.filter(({ batch }) => batch === key) }
  const next = rows.slice(0, CHECK_INS_MAXIMUM)
  if (next.length === 0) return undefined
  return bind(phone, next)
}

async function bind(phone: Phone, rows: readonly CheckInRow[]): Promise<Batch> {
  const key = uuid7(phone.clock.now(), phone.random)
  await applyBatch(
    phone.dbs,
    rows.map(({ nonce }) => nonce),
    key,
  )
  return { key, rows: rows.map((row) => ({ ...row, batch: key })) }
}

async function acknowledge(phone: Phone, { rows }: Batch, { results }: CheckInsAnswer): Promise<void> {
  const sentAt = toInstant(phone.providerNow())
  await applyCheckIns(
    phone.dbs,
    rows.map((row, index) => {
      const { status, flags } = must(results[index], 'a result of each row')
      return { ...row, state: status === 'refused' ? 'refused' : 'sent', sentAt, flags }
    }),
  )
}

async function wait(phone: Phone, { rows }: Batch, error: ApiError): Promise<void> {
  const now = phone.clock.now()
  const attempts = Math.max(...rows.map((row) => row.attempts)) + 1
  const retryAfterMs = error.kind === 'problem' ? error.retryAfterMs : null
  const nextAt = now + backoffMs(attempts, phone.random, retryAfterMs)
  await applyCheckIns(
    phone.dbs,
    rows.map((row) => ({ ...row, attempts, nextAt })),
  )
}

/** One bad row must not hold the others: each is tried alone, and the one that is refused alone is set aside, visibly. */
async function setAside(phone: Phone, { rows }: Batch, error: ApiError): Promise<void> {
  const [only] = rows
  if (rows.length === 1 && only !== undefined) {
    // The phone wrote it: what the provider does not understand is our bug.
    phone.log.error('check-in refused', { error: JSON.stringify(error) })
    await applyCheckIns(phone.dbs, [{ ...only, state: 'refused' }])
  } else for (const row of rows) await bind(phone, [row])
}

type Step = 'went' | 'stop'

async function sendBatch(phone: Phone, device: AttendantDeviceRow, batch: Batch): Promise<Step> {
  const items = batch.rows.map(checkInToWire)
  const answer = await sendCheckInItems(phone.client, device.token, { key: batch.key, items })
  if (answer.ok) {
    await acknowledge(phone, batch, answer.value)
    return 'went'
  }
  const { error } = answer
  const verdict = classify(error)
  switch (verdict) {
    case 'transient':
      await wait(phone, batch, error)
      return 'stop'
    case 'signed_out':
      // Of a phone that knew already: it was revoked too long ago.
      await applyUnpaired(phone.dbs, device.deviceId)
      return 'stop'
    case 'conflict':
    case 'reused':
    case 'refused':
      await setAside(phone, batch, error)
      return 'went'
    default:
      return unreachable(verdict)
  }
}

/**
 * Sends what waits, oldest first, as the device that recorded it and no other; also of one that was revoked, because the provider takes for
 * a while what was recorded before. Gives how many are left that may still go. The lock is the caller's; without
 * one the key and the nonces keep each to one effect.
 */
export async function sendCheckIns(phone: Phone): Promise<number> {
  const device = await findAttendant(phone.dbs)
  if (device === undefined) return 0
  for (;;) {
    const batch = await nextBatch(phone, device)
    if (batch === undefined || (await sendBatch(phone, device, batch)) === 'stop') break
  }
  await sweepCheckIns(phone.dbs, phone.clock.now() - CHECK_IN_KEPT_MS)
  if (!device.live) return 0
  const owner = deviceOwner(device.deviceId)
  return (await readWaitingCheckIns(phone.dbs)).filter((row) => row.owner === owner).length
}

/** For the worker: a storage that does not answer is the page's to tell. */
export async function sendCheckInsAlone(phone: Phone): Promise<number> {
  try {
    return await phone.locks.run(LOCKS.attendant, () => sendCheckIns(phone))
  } catch (error) {
    if (error instanceof StorageError) return 0
    throw error
  }
}
