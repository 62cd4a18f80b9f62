import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Booking } from '../../src/contract/bookings.ts'
import { backgroundSettled } from '../../provider/services/background.ts'
import { sumLedger } from '../../provider/repositories/ledger.ts'
import { listDueBacks } from '../../provider/repositories/clawbacks.ts'
import { LATER } from '../../provider/gateways/sandbox-page.ts'
import { auditGateways } from '../../provider/services/payments-audit.ts'
import { checkDueBacks } from '../../provider/services/payments-back.ts'
import { settleDuePayments } from '../../provider/services/payments-verify.ts'
import { payWithdrawals } from '../../provider/services/refunds.ts'
import { reconcileAfterCrashes } from './support/test-ledger.ts'
import { goBackAtGateway } from './support/play-back.ts'
import { createDriver, newKey, postBooking, type TestDriver } from './support/test-driver.ts'
import { payInSilence, postTopUp, postVerify, postWebhook } from './support/test-payments.ts'
import { insertTestPark, type TestPark } from './support/test-parks.ts'
import { startTestProvider, type TestProvider } from './support/test-provider.ts'
import { confirming } from './support/confirming.ts'

/** `BAYWISE_SCHEDULES=1000` for the long run; seeds count from 1, so the short run is its beginning. */
const SCHEDULES = Number(process.env['BAYWISE_SCHEDULES'] ?? 100)
const AT_ONCE = 8
const STEPS = 7

let provider: TestProvider
let park: TestPark

beforeAll(async () => {
  provider = confirming(await startTestProvider({ poolSize: 16 }))
  park = await insertTestPark(provider.deps.db, { capacity: 100_000 })
})
afterAll(() => provider.close())

/** Mulberry32: the same seed gives the same numbers. */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

interface Scene {
  readonly driver: TestDriver
  readonly references: string[]
  readonly bookings: Booking[]
  readonly random: () => number
}

type Step = (scene: Scene) => Promise<unknown>

const pick = <T>(scene: Scene, items: readonly T[]): T | undefined => items[Math.floor(scene.random() * items.length)]

async function request(scene: Pick<Scene, 'driver'>, method: string, path: string): Promise<Response> {
  return provider.request(method, `/api/v1${path}`, { token: await scene.driver.token(), key: newKey() })
}

const book =
  (paymentMethod: 'wallet' | 'gateway'): Step =>
  async ({ driver, bookings, references }) => {
    // Each stay starts at another time, so that a driver's gateway holds do not keep replacing each other.
    const fromMinutes = 60 + bookings.length * 70
    const answer = await postBooking(provider, driver, {
      parkId: park.id,
      fromMinutes,
      minutes: 300,
      changes: { payment_method: paymentMethod },
    })
    if (answer.status !== 201) return
    const { data } = (await answer.json()) as { data: Booking & { booking?: Booking; reference?: string } }
    bookings.push(data.booking ?? data)
    if (data.reference !== undefined) references.push(data.reference)
  }

const onSome =
  (work: (scene: Scene, reference: string) => Promise<unknown>): Step =>
  async (scene) => {
    const reference = pick(scene, scene.references)
    if (reference !== undefined) await work(scene, reference)
  }

/** Money goes back at the gateway or returns; its event arrives once, twice or never. */
const goBack: Step = onSome((scene, reference) =>
  goBackAtGateway(provider, {
    ...{ reference, later: pick(scene, LATER) ?? 'reverse' },
    told: Math.floor(scene.random() * 3),
  }),
)

const withdraw: Step = async (scene) => {
  const asked = await request(scene, 'GET', '/wallet/withdrawable?currency=CAD')
  const { data } = (await asked.json()) as { data: { withdrawable: number } }
  const body = { amount: Math.ceil(data.withdrawable * scene.random()), currency: 'CAD' }
  const options = { token: await scene.driver.token(), key: newKey(), body }
  if (data.withdrawable > 0) await provider.request('POST', '/api/v1/wallet/withdrawals', options)
}

const topUp: Step = async (scene) => {
  const answer = await postTopUp(provider, scene.driver, { amount: 100 + Math.floor(scene.random() * 5_000) })
  if (answer.ok) scene.references.push(((await answer.json()) as { data: { reference: string } }).data.reference)
}

const STEP_KINDS: readonly Step[] = [
  goBack,
  goBack,
  book('wallet'),
  book('wallet'),
  book('gateway'),
  topUp,
  onSome((_scene, reference) => payInSilence(provider, reference)),
  onSome((scene, reference) => postVerify(provider, scene.driver, { payment_reference: reference })),
  onSome((_scene, reference) => postWebhook(provider, reference)),
  async (scene) => {
    const booking = pick(scene, scene.bookings)
    if (booking !== undefined) await request(scene, 'PUT', `/bookings/${booking.booking_id}/status?status=cancelled`)
  },
  withdraw,
  withdraw,
  // Usually more than the wallet holds.
  async (scene) => {
    const body = { amount: 1 + Math.floor(scene.random() * 3_000), currency: 'CAD' }
    const options = { token: await scene.driver.token(), key: newKey(), body }
    await provider.request('POST', '/api/v1/wallet/withdrawals', options)
  },
  // A crash: a database connection dies in the middle of its work.
  async () => {
    await provider.deps.db.query(
      `select pg_terminate_backend(pid) from (select pid from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle' order by random() limit 1) as victim`,
    )
  },
]

/** Leaves a driver only C$3 (done for every other driver), so that money going back takes the wallet below zero. */
async function takeWelcome(driver: TestDriver): Promise<void> {
  await request({ driver }, 'GET', '/wallet?currency=CAD')
  await provider.deps.db.query(
    `select post_to_wallet(wallet_id, 300 - balance_minor, array['promo'], array[balance_minor - 300], 'test:' || wallet_id, 'adjustment',
            null, null, $2) from wallets where user_id = $1 and currency = 'CAD'`,
    [driver.userId, new Date(provider.clock.now())],
  )
}

/**
 * Ignores a failure: a request that died with its connection may or may not have taken effect, and everything must add
 * up either way.
 */
const survived = (work: Promise<unknown>): Promise<unknown> => work.catch(() => undefined)

async function runSchedule(seed: number, driver: TestDriver): Promise<Scene> {
  const random = createRandom(seed)
  const scene: Scene = { driver, references: [], bookings: [], random }
  await survived(topUp(scene))
  const [first] = scene.references
  if (first !== undefined && random() < 0.8) {
    await survived(payInSilence(provider, first))
    await survived(postWebhook(provider, first))
  }
  for (let round = 0; round < 2; round += 1) {
    const steps = Array.from({ length: STEPS }, () => pick(scene, STEP_KINDS) ?? book('wallet'))
    await Promise.all(steps.map((step) => survived(step(scene))))
  }
  return scene
}

/** Pays out the withdrawals of some schedules while disputes, reversals, failed refunds and crashes arrive. */
async function runAftermath(scenes: readonly Scene[]): Promise<void> {
  provider.clock.advance(11 * 60_000)
  const crash = STEP_KINDS.at(-1) ?? goBack
  const steps = [goBack, goBack, goBack]
  const jobs = [payWithdrawals(provider.deps), checkDueBacks(provider.deps)]
  const all = scenes.flatMap((scene) => [
    ...steps.map((step) => step(scene)),
    ...(scene.random() < 0.2 ? [crash(scene)] : []),
  ])
  await Promise.all([...jobs, ...all].map((work) => survived(work)))
}

/** Runs the daily audit until nothing is due. */
async function askAll(): Promise<void> {
  provider.clock.advance(86_400_000)
  while ((await listDueBacks(provider.deps.db, provider.clock.now(), 1)).length > 0) await checkDueBacks(provider.deps)
}

it(`${String(SCHEDULES)} random schedules of spends, refunds, top-ups, withdrawals, reversals, disputes, failed refunds and crashes add up to the cent`, async () => {
  for (let seed = 1; seed <= SCHEDULES; seed += AT_ONCE) {
    const seeds = Array.from({ length: Math.min(AT_ONCE, SCHEDULES - seed + 1) }, (_, index) => seed + index)
    // Drivers are created before any crash, because sign-up is not under test here.
    const drivers = await Promise.all(seeds.map(() => createDriver(provider)))
    for (const driver of drivers.filter((_driver, index) => index % 2 === 1)) await takeWelcome(driver)
    await runAftermath(await Promise.all(drivers.map((driver, index) => runSchedule(seed + index, driver))))
    const [wrong] = await provider.deps.db.query(
      `select w.wallet_id from wallets w join entries e using (wallet_id)
        group by w.wallet_id having w.balance_minor <> sum(e.amount_minor) or w.balance_minor < w.floor_minor`,
    )
    expect(wrong, `seeds ${seeds.join(', ')}`).toBeUndefined()
  }
  await backgroundSettled()
  // The jobs, free of crashes themselves, finish what a crash left half-way.
  for (let round = 0; round < 40; round += 1) {
    provider.clock.advance(60_000)
    for (let batch = 0; batch < 4; batch += 1) await settleDuePayments(provider.deps)
    await payWithdrawals(provider.deps)
  }
  await askAll()
  expect(await reconcileAfterCrashes(provider)).toEqual([])
  const audit = await auditGateways(provider.deps)
  expect(audit.differences).toEqual([])
  // A crash before the gateway was reached leaves a payment unknown there; every other payment has an answer.
  const known = await provider.deps.db.query('select 1 from sandbox_charges where reference = any($1)', [
    [...audit.unanswered],
  ])
  expect(known).toEqual([])
  expect(await sumLedger(provider.deps.db)).toBe(0)
  const [twice] = await provider.deps.db.query(
    `select description from postings where kind = 'top_up' group by description having count(*) > 1`,
  )
  expect(twice).toBeUndefined()
  const facts = await provider.deps.db.query<{ kind: string; count: number; below_zero: number }>(
    `select p.kind, count(distinct p.posting_id) as count, count(*) filter (where e.balance_after < 0) as below_zero
       from postings p join entries e using (posting_id) group by p.kind order by p.kind`,
  )
  console.table(facts)
  // While a wallet is below zero, money only goes back or comes in.
  const below = facts.filter(({ below_zero }) => below_zero > 0).map(({ kind }) => kind)
  expect(below.some((kind) => kind === 'dispute' || kind === 'reversal')).toBe(true)
  expect(below.filter((kind) => ['booking', 'extension', 'promo'].includes(kind))).toEqual([])
  console.table(audit.sums)
}, 1_800_000)
