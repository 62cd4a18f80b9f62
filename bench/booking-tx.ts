import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Database } from '../provider/db/database.ts'
import { bookParking } from '../provider/repositories/booking-writes.ts'
import { must } from '../src/lib/assert.ts'
import {
  ANSWER,
  CLIENTS,
  DRIVERS,
  FEES_MINOR,
  FINGERPRINT,
  HOURS,
  seed,
  TAX_MINOR,
  toBooking,
  withBenchDatabase,
} from './booking-world.ts'
import { median } from './median.ts'
import { ensurePgbench, runPgbench } from './pgbench.ts'
import { compared, type BenchRow } from './row.ts'

const SECONDS = 5
const ROUNDS = 3
const AT_LEAST = 0.8

/**
 * The same call of `book_parking` with the same spread of parks, drivers and times; the database makes its arguments.
 */
function toScript(parks: readonly number[]): string {
  const { call: _call, answer: _answer, shares: _shares, row } = toBooking(parks, Date.now())
  const {
    booking_id: _id,
    booking_code: _code,
    user_id: _user,
    park_id: _park,
    plate: _plate,
    start_time: _start,
    end_time: _end,
    ...same
  } = row
  const now = new Date().toISOString()
  // With a space after each colon: pgbench reads `:null` as one of its variables, even within quotes.
  const fixed = JSON.stringify({ ...same, created_at: now, updated_at: now }, null, 1)
  const driver = `'00000000-0000-7000-8000-' || lpad((:driver)::text, 12, '0')`
  const start = `date_trunc('hour', now()) + make_interval(hours => :hour)`
  return `\\set driver random(0, ${String(DRIVERS - 1)})
\\set park random(1, ${String(parks.length)})
\\set hour random(1, ${String(HOURS)})
select outcome, status, body from book_parking('user:' || ${driver}, uuidv7()::text, '${FINGERPRINT}', '${ANSWER}',
  '${fixed}'::jsonb || jsonb_build_object('booking_id', uuidv7(), 'booking_code', substr(md5(random()::text), 1, 8),
    'user_id', ${driver}, 'plate', 'B' || lpad((:driver)::text, 6, '0'), 'park_id', ('{${parks.join(',')}}'::integer[])[:park], 'start_time', ${start},
    'end_time', ${start} + interval '2 hours'), ${String(FEES_MINOR)}, ${String(TAX_MINOR)}, '[]', null, null);
`
}

async function runApp(db: Database, parks: readonly number[]): Promise<void> {
  const until = performance.now() + SECONDS * 1000
  const client = async (): Promise<void> => {
    while (performance.now() < until) await bookParking(db, toBooking(parks, Date.now()))
  }
  await Promise.all(Array.from({ length: CLIENTS }, client))
}

/** Bookings actually made per second; refusals do not count. */
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
    // The first round warms connections and caches on both sides. Then the tables are analysed, as autovacuum does
    // within a minute; otherwise the plans made for empty tables would last for the rest of the run.
    if (round === 0) {
      await db.query('analyze')
      continue
    }
    app.push(byApp)
    floor.push(byPgbench)
  }
  const name = `booking transaction, ${String(CLIENTS)} connections, against pgbench`
  return [compared({ name, value: median(app), floor: median(floor), unit: 'per s' }, { atLeast: AT_LEAST })]
}

/**
 * Compares the provider's booking write through its own pool with pgbench running the same statement, on one embedded
 * PostgreSQL.
 */
export async function benchBookingTx(): Promise<readonly BenchRow[]> {
  ensurePgbench()
  return withBenchDatabase((db, { url, folder }) => measure(db, url, folder))
}
