import { buildApp } from '../../../provider/app.ts'
import { confirming } from '../../provider/support/confirming.ts'
import type { ProviderDeps } from '../../../provider/services/deps.ts'
import { backgroundSettled } from '../../../provider/services/background.ts'
import { createSqlStore, type Store } from '../../../provider/repositories/store.ts'
import { insertUser } from '../../../provider/repositories/users.ts'
import { hashSecret, REFRESH_TOKEN_MS } from '../../../provider/rules/tokens.ts'
import type { ParkId, UserId } from '../../../src/domain/ids.ts'
import { must } from '../../../src/lib/assert.ts'
import { cellOf } from '../../../src/lib/cell.ts'
import { uuid7 } from '../../../src/lib/uuid7.ts'
import type { TestProvider } from '../../provider/support/test-provider.ts'
import type { SeedServer, SeedSetup } from '../target.ts'
import { type IsShown, shownBefore } from './late-factors.ts'
import type { StoredPark, StoredRate } from './memory.ts'
import { tokensOf } from './park-rows.ts'
import { makeSeed, type Seed, SEED_CURRENCY, type SeedRate, toRate } from './seed-rows.ts'
import { createStillTokens, makeStillSecret, stillSigner } from './deterministic-crypto.ts'

/** The server's functions that this counterpart has too. */
type Powers = 'fetch' | 'raiseTariff' | 'setBalance' | 'setDisabled'

/** A ledger line in the form that both sides can produce. */
export interface LedgerLine {
  readonly key: string
  readonly kind: string
  readonly account: string
  readonly amountMinor: number
  readonly balanceAfter: number | null
}

/** Columns that the wire shows to some callers only, or not at all. */
export const BOOKING_COLUMNS = [
  'booking_id',
  'user_id',
  'retained_minor',
  'overstay_minor',
  'overstay_until',
  'previous_stay',
  'earlier_periods',
  'former_plates',
  'refund_minor',
  'refund_rules',
  'moved_from',
  'pass_sequence',
  'pass_text',
  'version',
] as const

export interface SessionStart {
  readonly userId: UserId
  readonly familyId: string
  readonly token: string
  readonly nowMs: number
}

export interface SqlSeed extends Pick<SeedServer, Powers> {
  /** The app's dependencies. */
  readonly deps: ProviderDeps
  readonly store: Store
  holdUntil(bookingId: string, untilMs: number): Promise<void>
  startSession(session: SessionStart): Promise<void>
  ledger(): Promise<readonly LedgerLine[]>
  bookings(): Promise<readonly object[]>
  keys(): Promise<readonly string[]>
}

type Db = ProviderDeps['db']

async function insertRate(db: Db, parkId: ParkId, rate: StoredRate & { readonly nowMs: number }): Promise<void> {
  await db.query('insert into park_tariffs (park_id, version, tariff, taxes, created_at) values ($1, $2, $3, $4, $5)', [
    ...[parkId, rate.tariff.version, JSON.stringify(rate.tariff), JSON.stringify(rate.taxes)],
    new Date(rate.nowMs),
  ])
}

async function insertPark(db: Db, { rates, ...park }: StoredPark, nowMs: number): Promise<void> {
  const cell = cellOf(must(park.lat, 'lat'), must(park.lng, 'lng'))
  const row = {
    ...park,
    cell,
    source_id: park.code,
    fingerprint: '',
    updated_at: new Date(park.updated_at).toISOString(),
  }
  await db.query('insert into parks select * from jsonb_populate_record(null::parks, $1::jsonb)', [JSON.stringify(row)])
  for (const rate of rates) await insertRate(db, park.id, { ...rate, nowMs })
  const tokens = tokensOf(park)
  await db.query(
    'insert into park_tokens (token, park_id, country_code) select token, $2, $3 from unnest($1::text[]) as token',
    [tokens, park.id, park.country_code],
  )
}

async function insertSqlSeed(db: Db, setup: SeedSetup, { parks, drivers }: Seed): Promise<void> {
  const nowMs = setup.now()
  for (const park of parks) await insertPark(db, park, nowMs)
  for (const driver of drivers) {
    await insertUser(db, driver, nowMs)
    await db.query('select open_wallet($1, $2, $3, $4, $5)', [
      ...[driver.user_id, SEED_CURRENCY, uuid7(nowMs), setup.balanceMinor],
      new Date(nowMs),
    ])
  }
}

async function raiseTariff(
  db: Db,
  parkId: ParkId,
  raise: Omit<SeedRate, 'version'> & { readonly nowMs: number },
): Promise<void> {
  const { nowMs, ...rate } = raise
  const [row] = await db.query<{ n: number }>('select count(*) as n from park_tariffs where park_id = $1', [parkId])
  const version = `v${String(must(row, 'count').n + 1)}`
  const now = new Date(nowMs)
  await db.query('update park_tariffs set superseded_at = $2 where park_id = $1 and superseded_at is null', [
    parkId,
    now,
  ])
  await insertRate(db, parkId, { ...toRate({ ...rate, version }), nowMs })
  await db.query(
    'update parks set tariff_version = $2, hourly_from_minor = $3, version = version + 1, updated_at = $4 where id = $1',
    [parkId, version, rate.unitPriceMinor * 2, now],
  )
}

async function setBalance(
  db: Db,
  userId: UserId,
  set: { readonly balanceMinor: number; readonly nowMs: number },
): Promise<void> {
  await db.query(
    `select post_to_wallet(wallet_id, $2::bigint - balance_minor, array['promo'], array[balance_minor - $2::bigint],
              'adjustment:' || (select count(*) from postings), 'adjustment', null, null, $3)
       from wallets where user_id = $1 and currency = $4 and balance_minor <> $2`,
    [userId, set.balanceMinor, new Date(set.nowMs), SEED_CURRENCY],
  )
}

interface SqlSeedOptions {
  readonly seed?: Seed
  readonly isFactorShown?: IsShown
}

/** Opens the same seed behind the same app over PostgreSQL, in a database without conflicting rows. */
export async function openSqlSeed(
  { deps }: Pick<TestProvider, 'deps'>,
  setup: SeedSetup,
  { seed = makeSeed(setup), isFactorShown = shownBefore }: SqlSeedOptions = {},
): Promise<SqlSeed> {
  const { db } = deps
  const { now, random } = setup
  const clock = { now }
  const store = createSqlStore(db)
  const own: ProviderDeps = {
    ...deps,
    ...{ clock, random, makeSecret: () => makeStillSecret(random), tokens: createStillTokens(clock), store },
    signer: stillSigner,
    mailer: { send: () => Promise.resolve() },
  }
  const { app } = confirming({ app: buildApp(own), deps: own }, isFactorShown)
  await insertSqlSeed(db, setup, seed)
  return {
    deps: own,
    store,
    async fetch(request) {
      const answer = await app.fetch(request)
      // Even after a sign-in, wait for background work here: outside of this call the world's own timers are installed,
      // which would also delay the database's connections.
      await backgroundSettled()
      return answer
    },
    raiseTariff: (parkId, unitPriceMinor, more = {}) =>
      raiseTariff(db, parkId, { unitPriceMinor, ...more, nowMs: now() }),
    setBalance: (userId, balanceMinor) => setBalance(db, userId, { balanceMinor, nowMs: now() }),
    setDisabled: async (userId, isDisabled) => {
      await db.query('update users set disabled_at = $2 where user_id = $1', [
        userId,
        isDisabled ? new Date(now()) : null,
      ])
    },
    async holdUntil(bookingId, untilMs) {
      await db.query('update bookings set hold_until = $2 where booking_id = $1', [bookingId, new Date(untilMs)])
    },
    async startSession({ userId, familyId, token, nowMs }) {
      await db.query('insert into refresh_families (family_id, user_id, created_at) values ($1, $2, $3)', [
        ...[familyId, userId],
        new Date(nowMs),
      ])
      await db.query('insert into refresh_tokens (token_hash, family_id, expires_at) values ($1, $2, $3)', [
        ...[hashSecret(token), familyId],
        new Date(nowMs + REFRESH_TOKEN_MS),
      ])
    },
    ledger: () =>
      db.query<LedgerLine>(
        `select p.key, p.kind, e.account, e.amount_minor as "amountMinor", e.balance_after as "balanceAfter"
           from postings p join entries e using (posting_id) order by e.posting_id, e.account collate "C"`,
      ),
    bookings: () => db.query(`select ${BOOKING_COLUMNS.join(', ')} from bookings order by booking_id`),
    async keys() {
      const rows = await db.query<{ key: string }>(
        `select scope || ' ' || key || ' ' || fingerprint || ' ' || status || ' ' || withdrawn as key from idempotency_keys`,
      )
      return rows.map(({ key }) => key).toSorted()
    },
  }
}
