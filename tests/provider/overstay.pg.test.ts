import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Booking } from '../../src/contract/bookings.ts'
import { dayListFromWire } from '../../src/contract/day-list-mapping.ts'
import { mergeDayList } from '../../src/domain/day-list.ts'
import { toParkId } from '../../src/domain/ids.ts'
import { type Instant, MINUTE_MS, mustInstant, toInstant } from '../../src/domain/instant.ts'
import { importPassKeys } from '../../src/domain/pass.ts'
import { judgeCode, judgeScan, type Verdict } from '../../src/domain/verdict.ts'
import { must } from '../../src/lib/assert.ts'
import { nextOverstayStep, priceOverstay } from '../../src/queries/price-overstay.ts'
import { reconcile, sumLedger } from '../../provider/repositories/ledger.ts'
import { codeOfPark, mustCheckIn, mustList, newNonce, pairPhone, tailOf, timeAfter } from './support/test-attendants.ts'
import { balanceOf, createDriver, mustBook, newKey, type TestDriver } from './support/test-driver.ts'
import { sendAs, transactionsOf } from './support/test-money.ts'
import { insertTestPark, setTariff, TEST_TARIFF } from './support/test-parks.ts'
import { startTestProvider, type TestProvider } from './support/test-provider.ts'

let provider: TestProvider
beforeAll(async () => {
  provider = await startTestProvider()
})
afterAll(() => provider.close())

interface Scene {
  readonly driver: TestDriver
  readonly parkId: number
  readonly booking: Booking
}

const goTo = (at: number): void => provider.clock.advance(at - provider.clock.now())
const nowOf = (): Instant => toInstant(provider.clock.now())

/** Returns an hour's stay, `minutes` after its end. */
async function overBy(minutes: number): Promise<Scene> {
  const driver = await createDriver(provider)
  const { id: parkId } = await insertTestPark(provider.deps.db, { capacity: 3 })
  const booking = await mustBook(provider, driver, { parkId, fromMinutes: 1 })
  goTo(mustInstant(booking.end_time) + minutes * MINUTE_MS)
  return { driver, parkId, booking }
}

interface Answer {
  readonly status: number
  readonly data?: Booking
  readonly code?: string
  readonly total?: number
}

async function pay({ driver, booking }: Scene, maxPrice: number, key = newKey()): Promise<Answer> {
  const options = { token: await driver.token(), key, body: { max_price: maxPrice } }
  const answer = await provider.request('POST', `/api/v1/bookings/${booking.booking_id}/overstay`, options)
  return { status: answer.status, ...((await answer.json()) as object) }
}

async function gateOf({ parkId }: Scene, hasList = true) {
  const park = await codeOfPark(provider, parkId)
  const phone = await pairPhone(provider, [park])
  const merged = mergeDayList(undefined, dayListFromWire((await mustList(provider, phone, { park })).data))
  const keys = await importPassKeys(await provider.deps.signer.publicKeys())
  const list = hasList && merged.ok ? merged.value : undefined
  return { parkId: toParkId(parkId), list, keys, direction: 'out' as const, now: nowOf(), logOf: () => [] }
}

async function verdictOf(scene: Scene): Promise<Verdict> {
  const judged = judgeCode(scene.booking.booking_code, await gateOf(scene))
  return judged.ok ? judged.value : Promise.reject(new Error(judged.error))
}

async function expectSound(): Promise<void> {
  expect(await reconcile(provider.deps.db)).toEqual([])
  expect(await sumLedger(provider.deps.db)).toBe(0)
}

test('an overstay is paid at the price that the phone shows and the attendant reads, and then the gate lets the car out', async () => {
  const scene = await overBy(17)
  const before = await balanceOf(provider, scene.driver)
  const shown = must(priceOverstay(scene.booking, nowOf()).dueMinor, 'a price')
  const judged = await verdictOf(scene)
  expect(judged.kind === 'expired' && judged.overstay.dueMinor).toBe(shown)
  const { status, data } = await pay(scene, shown)
  expect(status).toBe(200)
  expect(before - (await balanceOf(provider, scene.driver))).toBe(shown)
  expect(data?.end_time).toBe(scene.booking.end_time)
  expect(data?.total).toBe(scene.booking.total)
  const until = mustInstant(scene.booking.end_time) + 30 * MINUTE_MS
  expect(data?.overstay).toEqual({ paid: shown, until: new Date(until).toISOString().replace('.000', '') })
  expect(data?.pass?.sequence).toBe(2)
  expect((await verdictOf(scene)).kind).toBe('valid')
  expect(await transactionsOf(provider, scene.driver)).toContainEqual(['extension', -shown])
  await expectSound()
})

test('the pass that was signed for the payment opens a gate whose list is old, and the old pass does not', async () => {
  const scene = await overBy(17)
  const { data } = await pay(scene, 10_000)
  const gate = await gateOf(scene, false)
  expect((await judgeScan(data?.pass?.text ?? '', gate)).kind).toBe('valid_by_signature')
  expect((await judgeScan(scene.booking.pass?.text ?? '', gate)).kind).toBe('expired')
})

test('what is paid for runs out: from then, and the grace, on the next unit is owed, and no more than that', async () => {
  const scene = await overBy(17)
  const first = await pay(scene, 10_000)
  const paid = must(first.data, 'booking')
  const step = must(nextOverstayStep(scene.booking, nowOf()), 'a step')
  expect(step.at).toBe(mustInstant(must(paid.overstay, 'overstay').until))
  provider.clock.advance(22 * MINUTE_MS)
  expect((await verdictOf(scene)).kind).toBe('valid')
  expect((await pay(scene, 0)).data?.version).toBe(paid.version)
  provider.clock.advance(2 * MINUTE_MS)
  const judged = await verdictOf(scene)
  expect(judged.kind === 'expired' && [judged.overstay.dueMinor, judged.car.paid?.paidMinor]).toEqual([
    200,
    paid.overstay?.paid,
  ])
  expect(priceOverstay(paid, nowOf()).dueMinor).toBe(200)
  const second = await pay(scene, 200)
  expect(second.data?.overstay?.paid).toBe((paid.overstay?.paid ?? 0) + 200)
  await expectSound()
})

test('it is never paid twice: not by a lost answer, not by two tabs, not by two phones at once', async () => {
  const scene = await overBy(25)
  const before = await balanceOf(provider, scene.driver)
  const key = newKey()
  const answers = await Promise.all([
    pay(scene, 10_000, key),
    pay(scene, 10_000, key),
    pay(scene, 10_000),
    pay(scene, 10_000),
  ])
  const again = await pay(scene, 10_000, key)
  expect(again.status).toBe(200)
  expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(3)
  expect(before - (await balanceOf(provider, scene.driver))).toBe(250)
  const charges = (await transactionsOf(provider, scene.driver)).filter(([kind]) => kind === 'extension')
  expect(charges).toEqual([['extension', -250]])
  await expectSound()
})

test('the database itself refuses a payment that was priced beside another one', async () => {
  const scene = await overBy(25)
  await pay(scene, 10_000)
  const values = [scene.booking.booking_id, new Date(provider.clock.now() + MINUTE_MS), new Date(provider.clock.now())]
  const sql = `select pay_overstay($1, 0, $2, 250, 0, 0, '[]', 'P1:', 1, $3)`
  await expect(provider.deps.db.query(sql, values)).rejects.toThrow('priced beside another payment')
})

test('more than the driver accepted is never taken: the amount of now is told', async () => {
  const scene = await overBy(31)
  expect(await pay(scene, 250)).toMatchObject({ status: 409, code: 'max_price_exceeded', total: 450 })
  expect((await pay(scene, 450)).status).toBe(200)
})

test('within the grace nothing is owed, and nothing is paid', async () => {
  const scene = await overBy(9)
  const before = await balanceOf(provider, scene.driver)
  expect((await pay(scene, 10_000)).data?.overstay).toBeUndefined()
  expect(await balanceOf(provider, scene.driver)).toBe(before)
})

test('what is owed ends at the exit: a car that was let out is settled there, and its driver pays nothing more', async () => {
  const scene = await overBy(-30)
  const park = await codeOfPark(provider, scene.parkId)
  const phone = await pairPhone(provider, [park])
  const gone = async (direction: 'in' | 'out') =>
    mustCheckIn(provider, phone, [
      {
        nonce: newNonce(),
        park,
        booking: tailOf(scene.booking.booking_id),
        sequence: 1,
        direction,
        at: timeAfter(provider, 0),
      },
    ])
  await gone('in')
  provider.clock.advance(50 * MINUTE_MS)
  await gone('out')
  const before = await balanceOf(provider, scene.driver)
  expect(await pay(scene, 10_000)).toMatchObject({ status: 409, code: 'car_left' })
  expect(await balanceOf(provider, scene.driver)).toBe(before)
})

test('a payment and an exit at the same moment: either the payment was first and stands, or it is refused and takes nothing', async () => {
  for (let round = 0; round < 4; round += 1) {
    const scene = await overBy(20)
    const park = await codeOfPark(provider, scene.parkId)
    const phone = await pairPhone(provider, [park])
    const at = timeAfter(provider, 0)
    const booking = tailOf(scene.booking.booking_id)
    const before = await balanceOf(provider, scene.driver)
    const [paid] = await Promise.all([
      pay(scene, 10_000),
      mustCheckIn(provider, phone, [{ nonce: newNonce(), park, booking, sequence: 1, direction: 'out', at }]),
    ])
    expect(before - (await balanceOf(provider, scene.driver))).toBe(paid.status === 200 ? 250 : 0)
  }
  await expectSound()
})

test('a stay that was paid for after its end is neither extended, cancelled, shortened nor renewed', async () => {
  const scene = await overBy(20)
  const { data } = await pay(scene, 10_000)
  const { booking_id: id, end_time: end } = must(data, 'booking')
  const before = await balanceOf(provider, scene.driver)
  const later = new Date(Date.parse(end) + 60 * MINUTE_MS).toISOString()
  const asked = [
    ['POST', '/bookings/extend', { booking_id: id, base_end_time: end, new_end_time: later, max_price: 10_000 }],
    ['PUT', `/bookings/${id}/status?status=cancelled`, undefined],
    ['PUT', `/bookings/${id}/status?status=active&quoted_total=0&tariff_version=v1`, undefined],
    ['POST', `/bookings/${id}/shorten`, { base_end_time: end, new_end_time: timeAfter(provider, -70), min_refund: 0 }],
  ] as const
  for (const [method, path, body] of asked) {
    const answer = await sendAs(provider, scene.driver, { method, path, body })
    expect([path, answer.status]).toEqual([path, 409])
  }
  expect(await balanceOf(provider, scene.driver)).toBe(before)
})

test('of another driver an overstay is not even known, and an empty wallet is told what is missing', async () => {
  const scene = await overBy(20)
  const stranger = await createDriver(provider)
  expect((await pay({ ...scene, driver: stranger }, 10_000)).status).toBe(404)
  await provider.deps.db.transaction(async (tx) => {
    await tx.query(
      `select post_to_wallet(wallet_id, 1 - balance_minor, array['promo'], array[balance_minor - 1], $2, 'adjustment', null, null, now())
      from wallets where user_id = $1`,
      [scene.driver.userId, newKey()],
    )
  })
  expect(await pay(scene, 10_000)).toMatchObject({ status: 409, code: 'wallet_too_low' })
})

test('free minutes and cheap first tiers are not had again by staying on', async () => {
  const driver = await createDriver(provider)
  const { id: parkId } = await insertTestPark(provider.deps.db, { capacity: 3 })
  const tiers = [
    { fromUnit: 0, unitPriceMinor: 100 },
    { fromUnit: 2, unitPriceMinor: 900 },
  ]
  const windows = TEST_TARIFF.windows.map((window) => ({ ...window, price: { kind: 'unit' as const, tiers } }))
  await setTariff(provider.deps.db, parkId, {
    tariff: { ...TEST_TARIFF, version: 'free', fees: [], caps: [], freeFirstMinutes: 30, windows },
  })
  const changes = { quoted_total: 100, tariff_version: 'free' }
  const booking = await mustBook(provider, driver, { parkId, fromMinutes: 1, changes })
  goTo(mustInstant(booking.end_time) + 55 * MINUTE_MS)
  const { data } = await pay({ driver, parkId, booking }, 100_000)
  const whole = await mustBook(provider, await createDriver(provider), {
    ...{ parkId, minutes: 120 },
    changes: { quoted_total: 1_900, tariff_version: 'free' },
  }).catch((error: unknown) => error)
  expect(whole).toMatchObject({ total: 1_900 })
  expect(booking.total + (data?.overstay?.paid ?? 0)).toBeGreaterThanOrEqual(1_900)
})
