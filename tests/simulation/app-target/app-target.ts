import type { ProviderDeps } from '../../../provider/services/deps.ts'
import { listBookings } from '../../../provider/repositories/bookings.ts'
import { toUserWire } from '../../../provider/repositories/users.ts'
import { listVehicles, toVehicleWire } from '../../../provider/repositories/vehicles.ts'
import { toBookingWire } from '../../../provider/services/booking-wire.ts'
import { ACCESS_TOKEN_SECONDS } from '../../../provider/rules/tokens.ts'
import type { EventDetail } from '../../../src/contract/events.ts'
import type { SessionWire } from '../../../src/contract/auth.ts'
import { type ParkId, toParkId, type UserId } from '../../../src/domain/ids.ts'
import { makeParkCode } from '../../../src/domain/code.ts'
import { must } from '../../../src/lib/assert.ts'
import { uuid7 } from '../../../src/lib/uuid7.ts'
import { createPairing } from '../../../provider/services/pairing.ts'
import { backgroundSettled } from '../../../provider/services/background.ts'
import { renewPlans } from '../../../provider/services/renew-plans.ts'
import { followEvents } from '../../../provider/services/follow-events.ts'
import { settleReferrals } from '../../../provider/services/settle-referrals.ts'
import { runJobs } from '../rules-target/jobs.ts'
import { createLateFactors } from '../rules-target/late-factors.ts'
import { checkInsOf, favouritesOf, nextSqlJobMs, paymentsOf, withdrawalsOf } from './app-facts.ts'
import { moveEvent, openEvent } from './open-event.ts'
import { moveRenewals, openDocuments } from './open-documents.ts'
import { openShop } from './open-shop.ts'
import { nextShopJobMs, shopOf } from './shop-facts.ts'
import type { Shop } from '../shop-thing.ts'
import type { StoredPark } from '../rules-target/memory.ts'
import { makeSeed, type Seed, SEED_CURRENCY, SEED_ZONE, seedPark } from '../rules-target/seed-rows.ts'
import { openSqlSeed, type SqlSeed } from '../rules-target/sql-seed.ts'
import { createStillTokens } from '../rules-target/deterministic-crypto.ts'
import { createRandom, mix } from '../world/random.ts'
import type { SeedPark, SeedServer, SeedSetup, ServerState, SimulationTarget, WalletState } from '../target.ts'

type Db = ProviderDeps['db']

const PARKS_A_SEED = 10
/** Capacity of the car park for events and passes. */
const SHOP_SPACES = 4

/** Gives the park a number and a name that no other seed of this database has. */
function parkApart(park: StoredPark, number: number): StoredPark {
  const code = makeParkCode('CA', new Uint8Array([number >> 15, number >> 10, number >> 5, number].map((n) => n & 31)))
  return { ...park, id: toParkId(number), code, slug: `seed-park-${String(number)}` }
}

/** Separates parks and drivers from those of other seeds. */
function apart(seed: Seed, count: number): Seed {
  const parks = seed.parks.map((park, index) => parkApart(park, count * PARKS_A_SEED + index + 1))
  const drivers = seed.drivers.map((driver) => ({ ...driver, email: `${String(count)}-${driver.email}` }))
  return { parks, drivers }
}

async function walletsOf(db: Db, ids: readonly UserId[]): Promise<readonly WalletState[]> {
  return db.query<WalletState>(
    `select w.user_id as "userId", w.currency, w.balance_minor as "balanceMinor",
            coalesce((select sum(amount_minor) from entries e where e.wallet_id = w.wallet_id), 0)::bigint as "entriesMinor"
       from wallets w where w.user_id = any($1)`,
    [ids],
  )
}

/** Sums every posting that involves a wallet of this seed. */
async function ledgerOf(db: Db, ids: readonly UserId[]): Promise<number> {
  const [row] = await db.query<{ total: number }>(
    `select coalesce(sum(e.amount_minor), 0)::bigint as total from entries e
      where e.posting_id in (select posting_id from entries join wallets using (wallet_id) where user_id = any($1))`,
    [ids],
  )
  return must(row, 'sum of the ledger').total
}

async function stateOf(db: Db, ids: readonly UserId[], parkIds: readonly ParkId[]): Promise<ServerState> {
  const bookings = await Promise.all(
    ids.map(async (userId) => {
      const { rows } = await listBookings(db, { userId, status: 'all', page: 1, size: 100 })
      return rows.map((row) => ({ userId, booking: toBookingWire(row), retainedMinor: row.retained_minor }))
    }),
  )
  const vehicles = await Promise.all(
    ids.map(async (userId) => (await listVehicles(db, userId)).map((row) => ({ userId, vehicle: toVehicleWire(row) }))),
  )
  const keys = await db.query<{ scope: string; key: string }>(
    'select scope, key from idempotency_keys where scope = any($1) and not withdrawn',
    [ids.map((id) => `user:${id}`)],
  )
  const favourites = await favouritesOf(db, ids)
  const [wallets, ledgerMinor] = await Promise.all([walletsOf(db, ids), ledgerOf(db, ids)])
  const [payments, withdrawals, checkIns] = [
    await paymentsOf(db, ids),
    await withdrawalsOf(db, ids),
    await checkInsOf(db, parkIds),
  ]
  const shop = await Promise.all(ids.map((userId) => shopOf(db, userId)))
  return {
    ...{ bookings: bookings.flat(), vehicles: vehicles.flat(), favourites, wallets, ledgerMinor, keys },
    ...{ payments, withdrawals, checkIns, shop: shop.flat() },
  }
}

interface Opened {
  readonly db: Db
  readonly setup: SeedSetup
  readonly seed: Seed
  readonly sql: SqlSeed
  readonly shop: Shop
}

async function signIn({ setup, seed, sql }: Opened, userId: UserId): Promise<SessionWire> {
  const nowMs = setup.now()
  const driver = must(
    seed.drivers.find((row) => row.user_id === userId),
    'driver',
  )
  const token = `refresh-${uuid7(nowMs, setup.random)}`
  const familyId = uuid7(nowMs, setup.random)
  await sql.startSession({ userId, familyId, token, nowMs })
  return {
    access_token: await createStillTokens({ now: setup.now }).sign(userId, familyId),
    refresh_token: token,
    expires_in: ACCESS_TOKEN_SECONDS,
    user: toUserWire(driver),
  }
}

const toSeedPark = ({ id, code, slug, name, capacity }: StoredPark): SeedPark => ({
  ...{ id, code, slug, name, capacity: must(capacity, 'capacity') },
  ...{ currency: SEED_CURRENCY, zone: SEED_ZONE },
})

function toServer(opened: Opened): SeedServer {
  const { db, setup, seed, sql, shop } = opened
  const ids = seed.drivers.map((driver) => driver.user_id)
  return {
    parks: seed.parks.map(toSeedPark),
    users: seed.drivers.map(({ user_id: id, email }) => ({ id, email })),
    shop,
    fetch: (request) => sql.fetch(request),
    signIn: (userId) => signIn(opened, userId),
    async revokeSessions(userId) {
      const now = new Date(setup.now())
      await db.query('update refresh_families set revoked_at = $2 where user_id = $1 and revoked_at is null', [
        userId,
        now,
      ])
    },
    raiseTariff: (parkId, unitPriceMinor, more) => sql.raiseTariff(parkId, unitPriceMinor, more),
    moveEvent: (days) => moveEvent(sql.deps, shop, days),
    moveRenewals: (stage) => moveRenewals(sql.deps, ids, stage),
    async readEvent() {
      const answer = await sql.fetch(new Request(`http://localhost/api/v1/events/${shop.event.code}`))
      return ((await answer.json()) as { data: EventDetail }).data
    },
    setBalance: (userId, balanceMinor) => sql.setBalance(userId, balanceMinor),
    setDisabled: (userId, isDisabled) => sql.setDisabled(userId, isDisabled),
    async makePairing(parkIds) {
      const codes = seed.parks.filter(({ id }) => parkIds.includes(id)).map(({ code }) => code)
      const made = await createPairing(sql.deps, codes)
      if (!made.ok) throw new RangeError(`No park has the code ${made.error.unknown}`)
      return made.value.code
    },
    async runJobs() {
      await runJobs(sql.deps)
      await renewPlans(sql.deps)
      await settleReferrals(sql.deps)
      await followEvents(sql.deps)
      await backgroundSettled()
    },
    async nextJobMs() {
      const times = [await nextSqlJobMs(db, ids), await nextShopJobMs(db, ids)].filter((time) => time !== undefined)
      return times.length === 0 ? undefined : Math.min(...times)
    },
    inspect: () =>
      stateOf(
        db,
        ids,
        seed.parks.map(({ id }) => id),
      ),
  }
}

/** A seed that runs again, as in shrinking, finds the rows of its earlier runs, so each run draws other ids. */
function drawAgain(seed: number, times: number): () => number {
  const random = createRandom(mix(seed, 17, times))
  return () => random.next()
}

/** The real app on PostgreSQL: one database for all seeds, with separate parks and drivers for each. */
export function createAppTarget(deps: ProviderDeps, close: () => Promise<void>): SimulationTarget {
  let count = 0
  const told = new Map<number, number>()
  return {
    name: 'app',
    hasShop: true,
    async open(asked) {
      count += 1
      const times = told.get(asked.seed) ?? 0
      told.set(asked.seed, times + 1)
      const setup = times === 0 ? asked : { ...asked, random: drawAgain(asked.seed, times) }
      const seed = apart(makeSeed(setup), count)
      const own = parkApart(
        seedPark(PARKS_A_SEED - 1, SHOP_SPACES, setup.now()),
        count * PARKS_A_SEED + PARKS_A_SEED - 1,
      )
      const sql = await openSqlSeed({ deps }, setup, {
        seed: { ...seed, parks: [...seed.parks, own] },
        isFactorShown: createLateFactors(),
      })
      const drivers = seed.drivers.map(({ user_id: id }) => id)
      const shop = {
        ...(await openShop(deps.db, { count, nowMs: setup.now(), drivers })),
        ...(await openEvent(sql.deps, toSeedPark(own), setup.now())),
        documents: await openDocuments(deps.db, setup, drivers),
      }
      return toServer({ db: deps.db, setup, seed, sql, shop })
    },
    close,
  }
}
