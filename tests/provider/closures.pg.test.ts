import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Booking } from '../../src/contract/bookings.ts'
import type { Park } from '../../src/contract/parks.ts'
import { tariffFromWire } from '../../src/contract/tariff-mapping.ts'
import { HOUR_MS, MINUTE_MS, mustInstant, toInstant } from '../../src/domain/instant.ts'
import { priceStay } from '../../src/domain/price-stay.ts'
import { sendBookingMails } from '../../provider/services/booking-mails.ts'
import { followClosures } from '../../provider/services/closures.ts'
import { expectRefusal } from './support/accounts.ts'
import { closureSteps, REASON } from './support/test-closures.ts'
import { byGateway, checkoutSteps, PRICE, WELCOME } from './support/test-checkout.ts'
import { balanceOf, createDriver, mustBook, newKey, postBooking, type TestDriver } from './support/test-driver.ts'
import { mustBookEvent, mustPlan, planOf, plan, readEvent } from './support/test-events.ts'
import { closeBalanced, goToWholeMinute } from './support/test-ledger.ts'
import { mustBuyPass, postPass, sellPass, WORKING_DAYS } from './support/test-monthly.ts'
import {
  type CodedPark,
  insertCodedPark,
  listNoted,
  makeTestKey,
  mustOperate,
  operate,
  type TestKey,
} from './support/test-operators.ts'
import { creditsOf, payInSilence, verify } from './support/test-payments.ts'
import { startTestProvider, type TestProvider } from './support/test-provider.ts'

let provider: TestProvider
let park: CodedPark
let key: TestKey
let driver: TestDriver
beforeAll(async () => {
  provider = await startTestProvider({ poolSize: 12 })
})
afterAll(() => closeBalanced(provider))
beforeEach(async () => {
  goToWholeMinute(provider.clock)
  park = await insertCodedPark(provider)
  key = await makeTestKey(provider, { parkCodes: [park.code], scopes: ['closures'] })
  driver = await createDriver(provider)
})

const { post, mustClose, reopen, list, follow, after } = closureSteps(() => ({ provider, key, park }))
const { mustCheckout } = checkoutSteps(() => ({ provider, driver, park: { ...park, capacity: 10, name: '' } }))

const readPark = async (): Promise<Park> =>
  ((await (await provider.request('GET', `/api/v1/front/parks/${String(park.id)}`)).json()) as { data: Park }).data
const readBooking = async ({ booking_code: code }: Booking, who = driver): Promise<Booking> =>
  (
    (await (await provider.request('GET', `/api/v1/bookings/${code}`, { token: await who.token() })).json()) as {
      data: Booking
    }
  ).data
/** Books at the price and version that the park's page shows. */
const book = async (changes: object = {}): Promise<Response> => {
  const { rate } = await readPark()
  return postBooking(provider, driver, {
    parkId: park.id,
    changes: { tariff_version: rate.tariff_version, ...changes },
  })
}
const extend = async (booking: Booking, minutes: number): Promise<Response> =>
  provider.request('POST', '/api/v1/bookings/extend', {
    ...{ token: await driver.token(), key: newKey() },
    body: {
      ...{ booking_id: booking.booking_id, base_end_time: booking.end_time, max_price: 100_000 },
      new_end_time: new Date(Date.parse(booking.end_time) + minutes * MINUTE_MS).toISOString(),
    },
  })

test('a closed car park sells nothing that touches the closure, says so in its own rate, and sells the time around it', async () => {
  await mustClose({ from: 2, until: 4 })
  const at = (hours: number, minutes = 60) => book({ start_time: after(hours), end_time: after(hours + minutes / 60) })
  for (const hours of [1.5, 2, 3, 3.75]) await expectRefusal(await at(hours), 409, 'park_closed')
  expect((await at(1)).status).toBe(201)
  expect((await at(4)).status).toBe(201)
  await expectRefusal(await postBooking(provider, driver, { parkId: park.id, fromMinutes: 150 }), 409, 'park_closed')
  await expectRefusal(
    await postBooking(provider, driver, { parkId: park.id, fromMinutes: 150, changes: byGateway }),
    409,
    'park_closed',
  )
  const query = new URLSearchParams({ start_time: after(2), end_time: after(3) })
  await expectRefusal(
    await provider.request('GET', `/api/v1/front/parks/${String(park.id)}/quote?${query.toString()}`),
    409,
    'park_closed',
  )
  // Prices the stay as an offline phone does.
  const { rate, timezone } = await readPark()
  expect(rate.tariff.closures).toEqual([{ from: after(2), to: after(4), reason: REASON }])
  const stay = (hours: number) =>
    priceStay({
      ...{ tariff: tariffFromWire(rate.tariff), taxes: [], vehicleType: 1, zone: timezone },
      ...{ from: mustInstant(after(hours)), to: mustInstant(after(hours + 1)) },
    })
  expect(stay(3)).toEqual({ ok: false, error: 'park_closed' })
  expect(stay(4)).toMatchObject({ ok: true })
})

test('what has not begun is given back once and in full, whatever it was: by wallet, event, held or extended', async () => {
  const code = await mustPlan(provider, planOf(provider, park.id, { held: 3 }))
  const event = await mustBookEvent(provider, driver, await readEvent(provider, code))
  const { rate } = await readPark()
  const changes = { tariff_version: rate.tariff_version }
  const booking = await mustBook(provider, driver, { parkId: park.id, changes })
  expect((await extend(booking, 30)).status).toBe(200)
  const held = await mustCheckoutAt(rate.tariff_version)
  expect(await balanceOf(provider, driver)).toBeLessThan(WELCOME)
  const closure = await mustClose()
  expect(closure).toMatchObject({ state: 'running', until: null, given_back: 0, waiting: 3 })
  const counts = await Promise.all([follow(), follow(), follow()])
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(3)
  expect(await follow()).toBe(0)
  expect(await balanceOf(provider, driver)).toBe(WELCOME)
  for (const one of [booking, event])
    expect(await readBooking(one)).toMatchObject({ status: 'cancelled', cancel_reason: 'park_closed', pass: null })
  expect((await list())[0]).toMatchObject({ given_back: 2, waiting: 0, refunded: event.total + booking.total + 200 })
  // Money that arrives for the held space goes to the wallet, once.
  await payInSilence(provider, held.reference)
  await verify(provider, driver, held.reference)
  expect(await creditsOf(provider, held.reference)).toBe(1)
  expect(await balanceOf(provider, driver)).toBe(WELCOME + PRICE)
})

async function mustCheckoutAt(version: string) {
  const answer = await postBooking(provider, driver, {
    ...{ parkId: park.id, fromMinutes: 600 },
    changes: { ...byGateway, tariff_version: version, plate: 'held-1' },
  })
  if (answer.status !== 201) throw new Error(await answer.text())
  return ((await answer.json()) as Awaited<{ data: Awaited<ReturnType<typeof mustCheckout>> }>).data
}

test('a payment that came while nobody was at work books nothing for long: it is given back with the rest', async () => {
  const { reference, booking } = await mustCheckout()
  await mustClose()
  await payInSilence(provider, reference)
  await verify(provider, driver, reference)
  expect(await follow()).toBe(1)
  expect(await readBooking(booking)).toMatchObject({ status: 'cancelled', cancel_reason: 'park_closed' })
  expect(await balanceOf(provider, driver)).toBe(WELCOME + PRICE)
})

test('cars inside stay valid, are told, may leave early by the rules, and cannot extend into the closure', async () => {
  const inside = await mustBook(provider, driver, { parkId: park.id, fromMinutes: 0, minutes: 240 })
  provider.clock.advance(30 * MINUTE_MS)
  const { rate } = await readPark()
  const changes = { tariff_version: rate.tariff_version, plate: 'early-1' }
  const early = await mustBook(provider, driver, { parkId: park.id, fromMinutes: 10, changes })
  await provider.deps.db.query('update bookings set checked_in_at = $2 where booking_id = $1', [
    early.booking_id,
    new Date(provider.clock.now()),
  ])
  await mustClose({ from: 1, until: 6 })
  expect(await follow()).toBe(0)
  for (const one of [inside, early]) {
    expect(await readBooking(one)).toMatchObject({ status: 'active' })
    expect((await readBooking(one)).pass?.text).toMatch(/^P1:/)
  }
  await expectRefusal(await extend(inside, 30), 409, 'park_closed')
  const query = new URLSearchParams({ from: after(1) }).toString()
  const effect = await mustOperate(provider, key, ['GET', `/parks/${park.code}/closures/effect?${query}`])
  expect(effect).toEqual({
    data: { given_back: 0, refund: 0, currency: 'CAD', timezone: 'America/Toronto', inside: 2, passes: 0 },
  })
  await sendBookingMails(provider.deps, new AbortController().signal)
  await sendBookingMails(provider.deps, new AbortController().signal)
  const told = provider.mails.filter(
    ({ subject, to }) => subject.startsWith('Closed from') && to.startsWith(driver.userId),
  )
  expect(told).toHaveLength(2)
  expect(told[0]?.text).toContain('Flood on level 1.')
})

test('reopening brings nothing back that was given back, and what is given back is no change of mind of its driver', async () => {
  const first = await mustBook(provider, driver, { parkId: park.id })
  const closure = await mustClose({ until: 8 })
  await follow()
  expect((await reopen(closure)).status).toBe(200)
  expect((await reopen(closure)).status).toBe(200)
  expect(await follow()).toBe(0)
  expect(await readBooking(first)).toMatchObject({ status: 'cancelled', cancel_reason: 'park_closed' })
  expect((await list())[0]).toMatchObject({ state: 'reopened', given_back: 1 })
  expect((await readPark()).rate.tariff.closures).toBeUndefined()
  for (let round = 0; round < 7; round += 1) {
    expect((await book({ plate: `R${String(round)}` })).status).toBe(201)
    await mustClose({ until: 8 })
    await follow()
    expect((await reopen((await list())[0] ?? closure)).status).toBe(200)
  }
  expect((await book()).status).toBe(201)
  expect(await listNoted(provider, key)).toHaveLength(2 + 7 * 2)
})

test('a booking that was not given back yet when the car park was opened again is kept', async () => {
  const booking = await mustBook(provider, driver, { parkId: park.id })
  const closure = await mustClose()
  await reopen(closure)
  expect(await follow()).toBe(0)
  expect(await readBooking(booking)).toMatchObject({ status: 'active' })
})

test('who had not begun when it was decided has the money back though the job comes late, also of a shorter stay before a later closing', async () => {
  const soon = await mustBook(provider, driver, { parkId: park.id, fromMinutes: 5 })
  await mustClose({ until: 1 })
  provider.clock.advance(HOUR_MS)
  expect(await follow()).toBe(1)
  expect(await readBooking(soon)).toMatchObject({ cancel_reason: 'park_closed', refund: PRICE })
  // This stay had begun when the longer closure was decided, so it is kept.
  const begun = await mustBook(provider, driver, { parkId: park.id, fromMinutes: 5, minutes: 240 }).catch(async () => {
    const answer = await book({ start_time: after(1 / 12), end_time: after(4), quoted_total: 1050 })
    return ((await answer.json()) as { data: Booking }).data
  })
  provider.clock.advance(10 * MINUTE_MS)
  await mustClose({ from: 1 })
  await mustClose({ from: 0.5 })
  expect(await follow()).toBe(0)
  expect(await readBooking(begun)).toMatchObject({ status: 'active' })
})

test('a crash in the middle is gone on with, and one that fails keeps nobody waiting', async () => {
  const others = await Promise.all(
    [1, 2, 3].map(async () => {
      const who = await createDriver(provider)
      return { who, booking: await mustBook(provider, who, { parkId: park.id }) }
    }),
  )
  await mustClose()
  const [broken] = others
  const { db } = provider.deps
  let isDown = true
  const failing: typeof db = {
    ...db,
    transaction: (work) =>
      db.transaction(async (tx) => {
        const done = await work(tx)
        const [row] = await tx.query('select 1 as n from bookings where booking_id = $1 and status = $2', [
          broken?.booking.booking_id ?? '',
          'cancelled',
        ])
        if (isDown && row !== undefined) throw new Error('the machine stopped')
        return done
      }),
  }
  await expect(followClosures({ ...provider.deps, db: failing })).rejects.toThrow('1 bookings')
  isDown = false
  expect(await follow()).toBe(1)
  for (const { who, booking } of others) {
    expect(await readBooking(booking, who)).toMatchObject({ status: 'cancelled', refund: PRICE })
    expect(await balanceOf(provider, who)).toBe(WELCOME)
  }
})

test('of two that ask at once, booking and closing, no booking survives', async () => {
  const drivers = await Promise.all(Array.from({ length: 6 }, () => createDriver(provider)))
  const [, ...answers] = await Promise.all([
    mustClose(),
    ...drivers.map((who) => postBooking(provider, who, { parkId: park.id })),
  ])
  for (const answer of answers) if (answer.status !== 201) await expectRefusal(answer, 409, 'park_closed')
  await follow()
  const left = await provider.deps.db.query(`select 1 as n from bookings where park_id = $1 and status = 'active'`, [
    park.id,
  ])
  expect(left).toEqual([])
  for (const who of drivers) expect(await balanceOf(provider, who)).toBe(WELCOME)
})

test('a monthly pass is not sold into a closure; one that keeps openings stays, one that keeps none is given back', async () => {
  const product = await sellPass(provider, park.id, { hours: WORKING_DAYS })
  const kept = await mustBuyPass(provider, driver, { product, firstDay: '2026-12-01' })
  const other = await createDriver(provider)
  await mustClose({ from: 24 * 10, until: 24 * 11 })
  expect(await follow()).toBe(0)
  expect(await readBooking(kept)).toMatchObject({ status: 'active' })
  await expectRefusal(await postPass(provider, other, { product, firstDay: '2026-12-01' }), 409, 'park_closed')
  await mustClose({ from: 24 * 2, until: null })
  expect(await follow()).toBe(1)
  expect(await readBooking(kept)).toMatchObject({ status: 'cancelled', refund: 1130 })
})

test('an event is neither planned nor moved into a closure', async () => {
  const code = await mustPlan(provider, planOf(provider, park.id))
  await mustClose({ from: 24 * 2, until: 24 * 3 })
  const day = provider.clock.now() + 2 * 24 * HOUR_MS
  const moved = await plan(
    provider,
    planOf(provider, park.id, {
      ...{ parking_from: toInstant(day + HOUR_MS), parking_until: toInstant(day + 5 * HOUR_MS) },
      ...{ starts_at: toInstant(day + 2 * HOUR_MS), ends_at: toInstant(day + 4 * HOUR_MS) },
    }),
  )
  expect(moved).toMatchObject({ ok: false, error: { kind: 'no_space' } })
  expect((await readEvent(provider, code)).status).toBe('scheduled')
})

test('a key closes its own car parks with its scope alone, once a request, and what makes no sense is refused', async () => {
  const foreign = await insertCodedPark(provider)
  const body = { until: null, reason: REASON }
  await expectRefusal(
    await operate(provider, key, ['POST', `/parks/${foreign.code}/closures`, { body }]),
    404,
    'park_not_found',
  )
  await expectRefusal(await operate(provider, key, ['GET', `/parks/NOSUCH1/closures`]), 404, 'park_not_found')
  const scopeless = await makeTestKey(provider, { scopes: ['events'] })
  await expectRefusal(
    await operate(provider, scopeless, ['POST', `/parks/${park.code}/closures`, { body }]),
    403,
    'forbidden',
  )
  const request = { key: newKey(), body }
  for (let count = 0; count < 3; count += 1)
    expect((await operate(provider, key, ['POST', `/parks/${park.code}/closures`, request])).status).toBe(201)
  expect(await list()).toHaveLength(1)
  await expectRefusal(await operate(provider, key, ['DELETE', `/parks/${park.code}/closures/999999`]), 404, 'not_found')
  await expectRefusal(await post({ from: -1 }), 422, 'validation_failed')
  await expectRefusal(await post({ from: 3, until: 2 }), 422, 'validation_failed')
  for (const wrong of [
    { until: null },
    { until: null, reason: { en: 'Flood' } },
    { until: null, reason: { en: '', fr: '' } },
    { until: null, reason: { en: 'a'.repeat(201), fr: 'b' } },
    { until: 'tomorrow', reason: REASON },
    { until: null, reason: REASON, force: true },
  ])
    await expectRefusal(
      await operate(provider, key, ['POST', `/parks/${park.code}/closures`, { body: wrong }]),
      422,
      'validation_failed',
    )
})
