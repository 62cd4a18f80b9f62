import { createReadStream } from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline'
import type { Database } from '../../provider/db/database.ts'
import { importParks } from '../../provider/import/import-parks.ts'
import { ROOT } from '../../scripts/setup.mjs'
import { must } from '../../src/lib/assert.ts'
import { systemClock } from '../../src/lib/clock.ts'
import { FEES_MINOR, TAX_MINOR, TOTAL_MINOR } from '../booking-world.ts'

/** A constant daily load: more bookings mean a longer history, not busier days. */
const BOOKINGS_A_DAY = 10_000
/** Drivers come and go: each books fifty times within ten days. */
export const DRIVERS_AT_ONCE = 2_000
const BLOCK = DRIVERS_AT_ONCE * 50
const WALLET_MINOR = 1_000_000
/** Bookings per transaction. */
const STEP = 250_000
/** One booking in four was checked in and out at a gate. */
const SEEN = 'n % 4 = 0'

const driverSql = (number: string): string => `('00000000-0000-7000-8000-' || lpad((${number})::text, 12, '0'))::uuid`

/**
 * Each booked two hours before it begins; the last ones begin in half a day. Ids begin with the time, as phones make
 * them. $1: total number, $2 and $3: first and last of this batch, $4: car parks, $5: the first one's posting, $6: the
 * device at the gates.
 */
const BATCH = `
  create temporary table batch on commit drop as
  select n, (lpad(to_hex((extract(epoch from made) * 1000)::bigint), 12, '0') || '70009' || lpad(to_hex(n), 15, '0'))::uuid as id,
         user_id, wallet_id, made, made + interval '2 hours' as begins, made + interval '4 hours' as ends,
         ($4::integer[])[1 + n % cardinality($4::integer[])] as park_id, $5::bigint + n as posting_id, $6::uuid as device_id,
         ${String(WALLET_MINOR)} - ${String(TOTAL_MINOR)} * (1 + n % ${String(BLOCK)} / ${String(DRIVERS_AT_ONCE)}) as balance_after
    from (select n, date_trunc('milliseconds', now() + interval '10 hours' - ($1::bigint - n) * interval '${String(86_400 / BOOKINGS_A_DAY)} seconds') as made
            from generate_series($2::bigint, $3::bigint - 1) as n) as numbered
    join wallets w on w.user_id = ${driverSql(`n / ${String(BLOCK)} * ${String(DRIVERS_AT_ONCE)} + n % ${String(DRIVERS_AT_ONCE)}`)}`

const FILL = [
  `insert into bookings (booking_id, booking_code, user_id, park_id, vehicle_type_id, plate, start_time, end_time, status, currency,
                         total_minor, lines, tariff_version, refund_rules, pass_text, pass_kid, checked_in_at, checked_out_at, previous_stay,
                         created_at, updated_at)
   select id, upper(lpad(to_hex(n), 8, '0')), user_id, park_id, 1, 'B' || right(user_id::text, 6), begins, ends, 'active', 'CAD',
          ${String(TOTAL_MINOR)}, '[{"kind": "flat", "amount": ${String(TOTAL_MINOR)}, "from_minute": 0, "to_minute": 120}]', 'bench', '[]',
          repeat('P', 150), 1, case when ${SEEN} and begins < now() then begins end, case when ${SEEN} and ends < now() then ends end, '[]',
          made, made
     from batch order by n`,
  `insert into postings (posting_id, key, kind, currency, booking_id, created_at) overriding system value
   select posting_id, 'booking:' || id, 'booking', 'CAD', id, made from batch order by n`,
  `insert into entries (posting_id, account, wallet_id, amount_minor, balance_after)
   select posting_id, e.account, case e.account when 'wallet' then wallet_id end, e.minor, case e.account when 'wallet' then balance_after end
     from batch
     cross join lateral (values ('wallet', -${String(TOTAL_MINOR)}), ('park:' || park_id, ${String(TOTAL_MINOR - FEES_MINOR - TAX_MINOR)}),
                                ('fees', ${String(FEES_MINOR)}), ('tax', ${String(TAX_MINOR)})) as e (account, minor)
    order by n`,
  `insert into receipts (posting_id, country_code, number, created_at) select posting_id, 'CA', 1 + n, made from batch order by n`,
  `insert into check_ins (device_id, nonce, park_id, booking_id, subject, direction, at, believed_at, received_at, flags)
   select device_id, gen_random_uuid(), park_id, id, id::text, d.direction, d.at, d.at, d.at, '{}'
     from batch cross join lateral (values ('in', begins), ('out', ends)) as d (direction, at) where ${SEEN} and d.at < now() order by n`,
  // Sent emails, kept for two days.
  `insert into booking_mails (booking_id, kind, event, posting_id, state, next_at, created_at)
   select id, 'booking', 'posting:' || posting_id, posting_id, 'sent', made, made
     from batch where made > now() - interval '2 days' order by n`,
  // Kept for thirty days.
  `insert into idempotency_keys (scope, key, fingerprint, status, body, created_at)
   select 'user:' || user_id, id::text, repeat('0', 64), 201, '{"data":{"filler":"' || repeat('x', 1400) || '"}}', made
     from batch where made > now() - interval '30 days' order by n`,
]

/** Wallets as `open_wallet` would leave them, with the welcome credit. */
const WALLETS = [
  `insert into wallets (wallet_id, user_id, currency, balance_minor, created_at)
   select gen_random_uuid(), user_id, 'CAD', ${String(WALLET_MINOR)}, now() from users order by user_id`,
  `insert into postings (key, kind, currency, description, created_at)
   select 'welcome:' || user_id || ':CAD', 'welcome_credit', 'CAD', 'Welcome credit (sandbox)', now() from users order by user_id`,
  `insert into entries (posting_id, account, wallet_id, amount_minor, balance_after)
   select p.posting_id, e.account, e.wallet_id, e.minor, e.after
     from wallets w join postings p on p.key = 'welcome:' || w.user_id || ':CAD'
     cross join lateral (values ('wallet', w.wallet_id, ${String(WALLET_MINOR)}, ${String(WALLET_MINOR)}::bigint),
                                ('promo', null, -${String(WALLET_MINOR)}, null)) as e (account, wallet_id, minor, after)
    order by p.posting_id`,
]

/** Imports car parks and makes drivers with money, in an empty database. Returns the car parks to book. */
async function makeDrivers(db: Database, bookings: number): Promise<readonly number[]> {
  const lines = createInterface({ input: createReadStream(path.join(ROOT, 'data/parks.ndjson')), crlfDelay: Infinity })
  await importParks({ db, clock: systemClock, config: { sandbox: true } }, lines)
  await db.query(
    `insert into users (user_id, email, first_name, last_name, country_code, email_verified_at, created_at, updated_at)
     select ${driverSql('n')}, 'driver' || n || '@bench.test', 'B', 'D', 'CA', now(), now(), now() from generate_series(0, $1 - 1) as n`,
    [Math.ceil(bookings / BLOCK) * DRIVERS_AT_ONCE],
  )
  // Avoids open_wallet: in one statement with 200,000 calls, each call is slower than the one before.
  await db.transaction(async (tx) => {
    await tx.query('set local session_replication_role = replica')
    for (const sql of WALLETS) await tx.query(sql)
  })
  const parks = await db.query<{ id: number }>(
    `select id from parks where currency = 'CAD' and capacity >= 10 order by id`,
  )
  await db.query('analyze')
  return parks.map(({ id }) => id)
}

/** Runs `work` without the non-unique indexes and then rebuilds them: much quicker than maintaining them row by row. */
async function withoutIndexes(db: Database, work: () => Promise<void>): Promise<void> {
  const indexes = await db.query<{ name: string; definition: string }>(
    `select c.relname as name, pg_get_indexdef(i.indexrelid) as definition from pg_index i join pg_class c on c.oid = i.indexrelid
      where i.indrelid = any('{bookings,postings,entries,check_ins,idempotency_keys}'::regclass[]) and not i.indisunique`,
  )
  for (const { name } of indexes) await db.query(`drop index ${name}`)
  await work()
  for (const { definition } of indexes) await db.query(definition)
}

interface Wanted {
  readonly bookings: number
  /** The device at the gates. */
  readonly deviceId: string
  /** Called after each step with the number of bookings so far and the total time taken. */
  readonly tell: (made: number, tookMs: number) => void
}

/** Server settings while filling: a crash costs nothing, as the data is simply generated again. */
export const FILLING = {
  ...{ shared_buffers: '1GB', maintenance_work_mem: '1GB', max_wal_size: '16GB', checkpoint_timeout: '1h' },
  ...{ synchronous_commit: 'off' },
}

/**
 * Fills an empty database with paid bookings up to half a day from now. Needs a superuser: foreign keys and the
 * ledger's triggers are skipped, so run `reconcile` afterwards. About 2 kB of disk per booking.
 */
export async function generateBookings(db: Database, { bookings, deviceId, tell }: Wanted): Promise<void> {
  const parks = await makeDrivers(db, bookings)
  const [row] = await db.query<{ last: number }>('select coalesce(max(posting_id), 0) as last from postings')
  const first = must(row, 'a posting').last + 1
  const startMs = performance.now()
  await withoutIndexes(db, async () => {
    for (let from = 0; from < bookings; from += STEP)
      await db.transaction(async (tx) => {
        await tx.query('set local session_replication_role = replica')
        await tx.query(BATCH, [bookings, from, Math.min(from + STEP, bookings), parks, first, deviceId])
        for (const sql of FILL) await tx.query(sql)
        tell(Math.min(from + STEP, bookings), performance.now() - startMs)
      })
    await db.query(`select setval(pg_get_serial_sequence('postings', 'posting_id'), $1)`, [first + bookings - 1])
    // As the jobs would leave them.
    await db.query('update ledger_marks set settled_id = $1', [first + bookings - 1_001])
    await db.query(`insert into receipt_counters (country_code, last_number) values ('CA', $1)`, [bookings])
    await db.query(
      `update wallets w set balance_minor = e.balance from (
         select wallet_id, sum(amount_minor) as balance from entries where wallet_id is not null group by 1) as e
        where e.wallet_id = w.wallet_id`,
    )
  })
  await db.query('vacuum analyze')
}
