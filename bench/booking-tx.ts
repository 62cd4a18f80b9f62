import { createReadStream } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import type { Database } from '../provider/db/database.ts'
import { startEmbedded } from '../provider/db/embedded.ts'
import { migrate } from '../provider/db/migrate.ts'
import { createPool } from '../provider/db/pool.ts'
import { createDatabase } from '../provider/db/transaction.ts'
import { importParks } from '../provider/import/import-parks.ts'
import { bookParking, type NewBooking } from '../provider/repositories/booking-writes.ts'
import { makeBookingCode } from '../src/domain/code.ts'
import { toBookingId, toParkId, toUserId } from '../src/domain/ids.ts'
import { HOUR_MS, toInstant } from '../src/domain/instant.ts'
import { must } from '../src/lib/assert.ts'
import { systemClock } from '../src/lib/clock.ts'
import { silentLog } from '../src/lib/log.ts'
import { uuid7 } from '../src/lib/uuid7.ts'
import { ROOT } from '../scripts/setup.mjs'
import { median } from './median.ts'
import { ensurePgbench, runPgbench } from './pgbench.ts'
import { compared, type BenchRow } from './row.ts'

const CLIENTS = 16
const SECONDS = 5
const ROUNDS = 3
const AT_LEAST = 0.5
const DRIVERS = 2_000
/** Starts are spread over this many hours, so that a booking is refused for want of space only now and then. */
const HOURS = 6_000
const TOTAL_MINOR = 1_130
const FEES_MINOR = 50
const TAX_MINOR = 130
const WALLET_MINOR = 1_000_000_000

const driverId = (driver: number): string => `00000000-0000-7000-8000-${String(driver).padStart(12, '0')}`
const randomUpTo = (count: number): number => Math.floor(Math.random() * count)
/** As large as the answer that the provider stores under the key of a booking. */
const ANSWER = JSON.stringify({ data: { filler: 'x'.repeat(1_400) } })
const FINGERPRINT = '0'.repeat(64)

/** All real parks, and drivers with money in their wallets. Returns the ids of the parks to book. */
async function seed(db: Database): Promise<readonly number[]> {
  const lines = createInterface({ input: createReadStream(path.join(ROOT, 'data/parks.ndjson')), crlfDelay: Infinity })
  await importParks({ db, clock: systemClock }, lines)
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

function toBooking(parks: readonly number[], nowMs: number): NewBooking {
  const driver = driverId(randomUpTo(DRIVERS))
  const startMs = Math.floor(nowMs / HOUR_MS) * HOUR_MS + (1 + randomUpTo(HOURS)) * HOUR_MS
  const now = toInstant(nowMs)
  return {
    call: { scope: `user:${driver}`, key: uuid7(nowMs), fingerprint: FINGERPRINT },
    answer: ANSWER,
    shares: { totalMinor: TOTAL_MINOR, feesMinor: FEES_MINOR, taxMinor: TAX_MINOR },
    row: {
      booking_id: toBookingId(uuid7(nowMs)),
      booking_code: makeBookingCode(crypto.getRandomValues(new Uint8Array(7))),
      user_id: toUserId(driver),
      park_id: toParkId(must(parks[randomUpTo(parks.length)], 'a park')),
      vehicle_type_id: 1,
      plate: 'BENCH123',
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
      retained_minor: 0,
      hold_until: null,
      pass_text: 'P'.repeat(150),
      pass_sequence: 1,
      pass_kid: 1,
      checked_in_at: null,
      checked_out_at: null,
      version: 1,
      created_at: now,
      updated_at: now,
    },
  }
}

/** The same call of `book_parking` with the same spread of parks, drivers and times, its arguments made by the database. */
function toScript(parks: readonly number[]): string {
  const { call: _call, answer: _answer, shares: _shares, row } = toBooking(parks, Date.now())
  const {
    booking_id: _id,
    booking_code: _code,
    user_id: _user,
    park_id: _park,
    start_time: _start,
    end_time: _end,
    ...same
  } = row
  const now = new Date().toISOString()
  // With a space after each colon: pgbench takes `:null` for one of its variables, in quotes too.
  const fixed = JSON.stringify({ ...same, created_at: now, updated_at: now }, null, 1)
  const driver = `'00000000-0000-7000-8000-' || lpad((:driver)::text, 12, '0')`
  const start = `date_trunc('hour', now()) + make_interval(hours => :hour)`
  return `\\set driver random(0, ${String(DRIVERS - 1)})
\\set park random(1, ${String(parks.length)})
\\set hour random(1, ${String(HOURS)})
select outcome, status, body from book_parking('user:' || ${driver}, uuidv7()::text, '${FINGERPRINT}', '${ANSWER}',
  '${fixed}'::jsonb || jsonb_build_object('booking_id', uuidv7(), 'booking_code', substr(md5(random()::text), 1, 8),
    'user_id', ${driver}, 'park_id', ('{${parks.join(',')}}'::integer[])[:park], 'start_time', ${start},
    'end_time', ${start} + interval '2 hours'), ${String(FEES_MINOR)}, ${String(TAX_MINOR)});
`
}

async function runApp(db: Database, parks: readonly number[]): Promise<void> {
  const until = performance.now() + SECONDS * 1000
  const client = async (): Promise<void> => {
    while (performance.now() < until) await bookParking(db, toBooking(parks, Date.now()))
  }
  await Promise.all(Array.from({ length: CLIENTS }, client))
}

/** Bookings a second that were really made: refusals are no work done. */
async function bookedPerSecond(db: Database, work: () => Promise<void>): Promise<number> {
  const count = async (): Promise<number> =>
    must((await db.query<{ count: number }>('select count(*) as count from bookings'))[0], 'count').count
  const before = await count()
  await work()
  return ((await count()) - before) / SECONDS
}

async function measure(db: Database, url: string, folder: string): Promise<readonly BenchRow[]> {
  const parks = await seed(db)
  const script = path.join(folder, 'book.sql')
  await writeFile(script, toScript(parks))
  const app: number[] = []
  const floor: number[] = []
  for (let round = 0; round <= ROUNDS; round += 1) {
    const byApp = await bookedPerSecond(db, () => runApp(db, parks))
    const byPgbench = await bookedPerSecond(db, async () =>
      runPgbench({ url, script, clients: CLIENTS, seconds: SECONDS }),
    )
    // The first round warms connections and caches on both sides.
    if (round === 0) continue
    app.push(byApp)
    floor.push(byPgbench)
  }
  const name = `booking transaction, ${String(CLIENTS)} connections, against pgbench`
  return [compared({ name, value: median(app), floor: median(floor), unit: 'per s' }, { atLeast: AT_LEAST })]
}

/** The provider's booking write through its own pool against pgbench with the same statement, on one embedded PostgreSQL. */
export async function benchBookingTx(): Promise<readonly BenchRow[]> {
  ensurePgbench()
  const folder = await mkdtemp(path.join(tmpdir(), 'baywise-tx-'))
  const embedded = await startEmbedded({ dataDir: folder, log: silentLog })
  const db = createDatabase(createPool(embedded.url, { max: CLIENTS, log: silentLog }))
  try {
    await migrate(db.pool)
    return await measure(db, embedded.url, folder)
  } finally {
    await db.close()
    await embedded.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
