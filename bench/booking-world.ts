import { createReadStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import type { Database } from '../provider/db/database.ts'
import { startEmbedded } from '../provider/db/embedded.ts'
import { migrate } from '../provider/db/migrate.ts'
import { createPool } from '../provider/db/pool.ts'
import { createDatabase } from '../provider/db/transaction.ts'
import { importParks } from '../provider/import/import-parks.ts'
import type { NewBooking } from '../provider/repositories/booking-writes.ts'
import { makeBookingCode } from '../src/domain/code.ts'
import { toBookingId, toParkId, toUserId } from '../src/domain/ids.ts'
import { HOUR_MS, toInstant } from '../src/domain/instant.ts'
import { must } from '../src/lib/assert.ts'
import { systemClock } from '../src/lib/clock.ts'
import { silentLog } from '../src/lib/log.ts'
import { uuid7 } from '../src/lib/uuid7.ts'
import { ROOT } from '../scripts/setup.mjs'

/** Database connections. */
export const CLIENTS = 16
export const DRIVERS = 2_000
/** Starts are spread over this many hours, so that few bookings are refused for lack of space. */
export const HOURS = 6_000
export const TOTAL_MINOR = 1_130
export const FEES_MINOR = 50
export const TAX_MINOR = 130
const WALLET_MINOR = 1_000_000_000

export const driverId = (driver: number): string => `00000000-0000-7000-8000-${String(driver).padStart(12, '0')}`
const randomUpTo = (count: number): number => Math.floor(Math.random() * count)
/** As large as the answer that the provider stores under a booking's key. */
export const ANSWER = JSON.stringify({ data: { filler: 'x'.repeat(1_400) } })
export const FINGERPRINT = '0'.repeat(64)

/** Imports all real parks and makes drivers with money in their wallets. Returns the ids of the parks to book. */
export async function seed(db: Database): Promise<readonly number[]> {
  const lines = createInterface({ input: createReadStream(path.join(ROOT, 'data/parks.ndjson')), crlfDelay: Infinity })
  await importParks({ db, clock: systemClock, config: { sandbox: true } }, lines)
  const now = new Date()
  await db.query(
    `insert into users (user_id, email, first_name, last_name, country_code, created_at, updated_at)
     select ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, 'driver' || n || '@bench.test', 'B', 'D', 'CA', $2, $2
       from generate_series(0, $1 - 1) as n`,
    [DRIVERS, now],
  )
  await db.query(`select open_wallet(user_id, 'CAD', gen_random_uuid(), $1, $2) from users`, [WALLET_MINOR, now])
  const parks = await db.query<{ id: number }>(
    `select id from parks where currency = 'CAD' and capacity >= 10 order by id`,
  )
  await db.query('analyze')
  return parks.map(({ id }) => id)
}

/** Returns a booking of a random park and hour, by a random driver unless one is given. */
export function toBooking(
  parks: readonly number[],
  nowMs: number,
  driver: string = driverId(randomUpTo(DRIVERS)),
): NewBooking {
  const startMs = Math.floor(nowMs / HOUR_MS) * HOUR_MS + (1 + randomUpTo(HOURS)) * HOUR_MS
  const now = toInstant(nowMs)
  return {
    call: { scope: `user:${driver}`, key: uuid7(nowMs), fingerprint: FINGERPRINT },
    answer: ANSWER,
    shares: { totalMinor: TOTAL_MINOR, feesMinor: FEES_MINOR, taxMinor: TAX_MINOR },
    stays: [],
    coupon: null,
    row: {
      booking_id: toBookingId(uuid7(nowMs)),
      booking_code: makeBookingCode(crypto.getRandomValues(new Uint8Array(7))),
      user_id: toUserId(driver),
      payer_id: null,
      park_id: toParkId(must(parks[randomUpTo(parks.length)], 'a park')),
      vehicle_type_id: 1,
      // One plate per driver: the search for a stay that a booking continues also filters by plate.
      plate: `B${driver.slice(-6)}`,
      start_time: toInstant(startMs),
      end_time: toInstant(startMs + 2 * HOUR_MS),
      status: 'active',
      currency: 'CAD',
      total_minor: TOTAL_MINOR,
      lines: [{ kind: 'flat', amount: TOTAL_MINOR, from_minute: 0, to_minute: 120 }],
      tariff_version: 'bench',
      refund_rules: [],
      cancelled_at: null,
      cancel_reason: null,
      refund_minor: null,
      moved_from: null,
      retained_minor: 0,
      hold_until: null,
      ...{ overstay_minor: 0, overstay_until: null, overstay_lines: null },
      event_id: null,
      event_choice: null,
      product_id: null,
      monthly: null,
      openings: null,
      plan: null,
      pass_text: 'P'.repeat(150),
      pass_sequence: 1,
      pass_kid: 1,
      checked_in_at: null,
      checked_out_at: null,
      previous_stay: [],
      earlier_periods: [],
      former_plates: [],
      version: 1,
      created_at: now,
      updated_at: now,
    },
  }
}

/** Runs `work` on an embedded PostgreSQL of its own, migrated and empty. */
export async function withBenchDatabase<T>(
  work: (db: Database, at: { readonly url: string; readonly folder: string }) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(path.join(tmpdir(), 'baywise-tx-'))
  const embedded = await startEmbedded({ dataDir: folder, log: silentLog })
  const db = createDatabase(createPool(embedded.url, { max: CLIENTS, log: silentLog }))
  try {
    await migrate(db.pool)
    return await work(db, { url: embedded.url, folder })
  } finally {
    await db.close()
    await embedded.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
