import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Booking } from '../../src/contract/bookings.ts'
import type { Park } from '../../src/contract/parks.ts'
import type { QuoteWire } from '../../src/contract/tariff.ts'
import { priceExtension } from '../../src/queries/price-extension.ts'
import { pricePark } from '../../src/queries/price-park.ts'
import { previousStayOf } from '../../src/queries/use-previous-stay.ts'
import { mustInstant, toInstant, toRfc3339, MINUTE_MS } from '../../src/domain/instant.ts'
import { codeOf } from './support/accounts.ts'
import { byGateway } from './support/test-checkout.ts'
import { bookingBody, createDriver, newKey, type TestDriver, type TestStay } from './support/test-driver.ts'
import { insertTestPark, setTariff, TEST_TARIFF } from './support/test-parks.ts'
import { payInSilence, verify } from './support/test-payments.ts'
import { startTestProvider, type TestProvider } from './support/test-provider.ts'

/** Half an hour free, then C$2 per half hour; a return within the hour continues the stay. */
const REENTRY = { ...TEST_TARIFF, version: 'r1', fees: [], freeFirstMinutes: 30, reentryMinutes: 60 }
const HALF = { minutes: 30 }

let provider: TestProvider
let driver: TestDriver
let friend: TestDriver
let parkId: number
beforeAll(async () => {
  provider = await startTestProvider({ poolSize: 12 })
})
afterAll(() => provider.close())
beforeEach(async () => {
  ;[driver, friend] = [await createDriver(provider), await createDriver(provider)]
  await openPark({})
})

interface Rules {
  readonly reentryMinutes?: number
  readonly graceMinutes?: number | null
}

async function openPark({ reentryMinutes = REENTRY.reentryMinutes, graceMinutes = null }: Rules): Promise<void> {
  const { db } = provider.deps
  parkId = (await insertTestPark(db, { capacity: 50 })).id
  await setTariff(db, parkId, { tariff: { ...REENTRY, reentryMinutes } })
  await db.query('update parks set grace_minutes = $2 where id = $1', [parkId, graceMinutes])
}

type Wanted = Omit<TestStay, 'parkId'> & { readonly as?: TestDriver; readonly plate?: string; readonly pay?: number }

async function post({ as = driver, plate = 'AAA111', pay = 0, ...stay }: Wanted): Promise<Response> {
  const agreed = { plate, quoted_total: pay, tariff_version: 'r1' }
  const body = bookingBody(provider, { ...stay, parkId, changes: { ...agreed, ...stay.changes } })
  return provider.request('POST', '/api/v1/bookings', { token: await as.token(), key: newKey(), body })
}

async function book(wanted: Wanted): Promise<Booking> {
  const answer = await post(wanted)
  if (answer.status !== 201) throw new Error(await answer.text())
  return ((await answer.json()) as { data: Booking }).data
}

/** Returns the total that the provider demands for a stay quoted too low. */
async function askedFor(wanted: Wanted): Promise<number> {
  const answer = await post({ ...wanted, pay: 1 })
  const body = (await answer.json()) as { code: string; total: number }
  expect(body.code).toBe('price_changed')
  return body.total
}

const put = async (path: string, { as = driver, body }: { as?: TestDriver; body?: object } = {}): Promise<Response> =>
  provider.request('PUT', `/api/v1/bookings/${path}`, {
    token: await as.token(),
    key: newKey(),
    ...(body === undefined ? {} : { body }),
  })

const cancel = (booking: Booking, as?: TestDriver) =>
  put(`${booking.booking_id}/status?status=cancelled`, as === undefined ? {} : { as })

const changePlate = (booking: Booking, plate: string, as = driver) =>
  put(`${booking.booking_id}/vehicle`, { as, body: { plate } })

async function extend(booking: Booking, minutes: number, maxPrice: number): Promise<Response> {
  const newEnd = new Date(Date.parse(booking.end_time) + minutes * MINUTE_MS).toISOString()
  const body = {
    booking_id: booking.booking_id,
    base_end_time: booking.end_time,
    new_end_time: newEnd,
    max_price: maxPrice,
  }
  return provider.request('POST', '/api/v1/bookings/extend', { token: await driver.token(), key: newKey(), body })
}

const bookingIn = async (answer: Response): Promise<Booking> => ((await answer.json()) as { data: Booking }).data

test('the free half hour is given once, however often the same plate books it', async () => {
  await book(HALF)
  const asked = await post({ ...HALF, fromMinutes: 90 })
  expect(await asked.json()).toMatchObject({ code: 'price_changed', total: 200, previous_stay: { other_minutes: 0 } })
  const next = await book({ ...HALF, fromMinutes: 90, pay: 200 })
  expect(next.previous_stay?.stays).toHaveLength(1)
  expect(await askedFor({ ...HALF, fromMinutes: 120 })).toBe(200)
  expect((await book({ ...HALF, fromMinutes: 181 })).total).toBe(0)
})

test('nor by another of the driver’s plates, nor by another driver with the plate; a stranger’s is free', async () => {
  await book(HALF)
  expect(await askedFor({ ...HALF, fromMinutes: 90, plate: 'BBB222' })).toBe(200)
  expect(await askedFor({ ...HALF, fromMinutes: 90, as: friend })).toBe(200)
  expect((await book({ ...HALF, fromMinutes: 90, as: friend, plate: 'CCC333' })).total).toBe(0)
})

test('two cars of one driver at the same time have their free minutes each; one plate twice has not', async () => {
  await book(HALF)
  expect((await book({ ...HALF, plate: 'BBB222' })).total).toBe(0)
  expect(await askedFor({ ...HALF, fromMinutes: 85 })).toBe(200)
})

test('another driver is not told when the plate was here, only how many free minutes are gone', async () => {
  await book({ minutes: 20 })
  const made = await book({ minutes: 30, fromMinutes: 90, as: friend, pay: 200 })
  expect(made.previous_stay).toEqual({ stays: [], other_minutes: 20, grace_minutes: 0 })
})

test('of two booked in advance in reverse order the earlier pays the difference', async () => {
  await book({ ...HALF, fromMinutes: 120 })
  expect(await askedFor({ ...HALF, fromMinutes: 90 })).toBe(200)
  await book({ ...HALF, fromMinutes: 90, pay: 200 })
  expect(await askedFor({ ...HALF, fromMinutes: 60 })).toBe(200)
})

test('the free half hour is not given again within the grace of the car park, and the time between is paid', async () => {
  await openPark({ reentryMinutes: 0, graceMinutes: 20 })
  await book(HALF)
  expect(await askedFor({ ...HALF, fromMinutes: 110 })).toBe(400)
  expect((await book({ ...HALF, fromMinutes: 111 })).total).toBe(0)
})

test('two drivers who take turns with a plate have the free half hour once between them', async () => {
  await openPark({ reentryMinutes: 0, graceMinutes: 20 })
  await book(HALF)
  const refused = await post({ ...HALF, fromMinutes: 110, as: friend })
  expect(await refused.json()).toMatchObject({ total: 200, previous_stay: { stays: [], other_minutes: 30 } })
  expect((await book({ ...HALF, fromMinutes: 110, as: friend, pay: 200 })).total).toBe(200)
  expect((await book({ ...HALF, fromMinutes: 161, as: friend, plate: 'BBB222' })).total).toBe(0)
  expect((await book({ ...HALF, fromMinutes: 161 })).total).toBe(0)
})

test('of many at once one is free', async () => {
  const answers = await Promise.all(
    [0, 1, 2, 3, 4, 5].map((index) =>
      post({ ...HALF, fromMinutes: 60 + 30 * (index % 3), as: index % 2 === 0 ? driver : friend }),
    ),
  )
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409, 409, 409])
})

test('what was cancelled before it began counts for nothing, what was used of it does', async () => {
  await cancel(await book(HALF))
  const used = await book({ fromMinutes: 90, ...HALF })
  provider.clock.advance(110 * MINUTE_MS)
  await cancel(used)
  expect(await askedFor({ ...HALF, fromMinutes: 0 })).toBe(200)
  expect((await book({ fromMinutes: 0, minutes: 10 })).total).toBe(0)
})

test('a stay that is cancelled and renewed on the way continues itself', async () => {
  const booking = await book({ fromMinutes: 0, ...HALF })
  provider.clock.advance(20 * MINUTE_MS)
  await cancel(booking)
  const renewed = await bookingIn(
    await put(`${booking.booking_id}/status?status=active&quoted_total=0&tariff_version=r1`),
  )
  expect(renewed.previous_stay?.stays).toHaveLength(1)
  expect(await codeOf(await extend(renewed, 30, 199))).toBe('max_price_exceeded')
  expect((await bookingIn(await extend(renewed, 30, 200))).total).toBe(200)
  provider.clock.advance(45 * MINUTE_MS)
  expect(await askedFor({ ...HALF, fromMinutes: 0, as: friend })).toBe(200)
})

test('what was used before a renewal still counts for who comes after it', async () => {
  const booking = await book({ fromMinutes: 0, ...HALF })
  provider.clock.advance(20 * MINUTE_MS)
  await cancel(booking)
  await put(`${booking.booking_id}/status?status=active&quoted_total=0&tariff_version=r1`)
  provider.clock.advance(15 * MINUTE_MS)
  // Twenty minutes and ten use up the free half hour.
  expect(await askedFor({ fromMinutes: 0, minutes: 15, as: friend })).toBe(200)
})

test('a plate does not get free minutes by being given to a booking that was made with another', async () => {
  await book(HALF)
  const other = await book({ ...HALF, fromMinutes: 90, as: friend, plate: 'ZZZ999' })
  expect(await codeOf(await changePlate(other, 'AAA111', friend))).toBe('plate_continues')
  expect((await changePlate(other, 'YYY888', friend)).status).toBe(200)
})

test('nor by being taken off a booking once it has stood there', async () => {
  const booking = await book({ fromMinutes: 0, ...HALF })
  provider.clock.advance(25 * MINUTE_MS)
  expect((await changePlate(booking, 'ZZZ999')).status).toBe(200)
  expect(await askedFor({ ...HALF, fromMinutes: 5, as: friend })).toBe(200)
})

test('an extension that reaches a later stay pays for its free minutes, as the phone shows it', async () => {
  const first = await book(HALF)
  await book({ ...HALF, fromMinutes: 180 })
  expect((await bookingIn(await extend(first, 15, 200))).total).toBe(200)
  const { items } = (await (
    await provider.request('GET', '/api/v1/bookings/list?size=100', { token: await driver.token() })
  ).json()) as { items: Booking[] }
  const extended = await bookingIn(
    await provider.request('GET', `/api/v1/bookings/${first.booking_code}`, { token: await driver.token() }),
  )
  const newEnd = toInstant(mustInstant(extended.end_time) + 15 * MINUTE_MS)
  expect(priceExtension(extended, newEnd, items)).toEqual({ ok: true, value: 200 })
  expect(await codeOf(await extend(extended, 15, 199))).toBe('max_price_exceeded')
  const joined = await bookingIn(await extend(extended, 15, 400))
  expect([joined.total, joined.lines.reduce((sum, line) => sum + (line.kind === 'tax' ? 0 : line.amount), 0)]).toEqual([
    400, 400,
  ])
})

test('what a stay continues prices its extension and its refund on the phone too', async () => {
  await book(HALF)
  const made = await book({ minutes: 60, fromMinutes: 90, pay: 400 })
  const shown = priceExtension(made, toInstant(mustInstant(made.end_time) + 30 * MINUTE_MS))
  expect(shown).toEqual({ ok: true, value: 200 })
  expect((await bookingIn(await extend(made, 30, 200))).total).toBe(600)
})

test('a quote continues only for who is signed in', async () => {
  await book(HALF)
  const { start_time: start, end_time: end } = bookingBody(provider, { parkId, fromMinutes: 90, ...HALF })
  const path = `/api/v1/front/parks/${String(parkId)}/quote?start_time=${String(start)}&end_time=${String(end)}&plate=aaa-111`
  const quoteOf = async (as?: TestDriver): Promise<QuoteWire> => {
    const answer = await provider.request('GET', path, as === undefined ? {} : { token: await as.token() })
    return ((await answer.json()) as { data: QuoteWire }).data
  }
  expect(await quoteOf()).toMatchObject({ total: 0 })
  expect(await quoteOf(driver)).toMatchObject({ total: 200, previous_stay: { other_minutes: 0 } })
  expect(await quoteOf(friend)).toMatchObject({ total: 200, previous_stay: { stays: [], other_minutes: 30 } })
})

test('of two spaces that are held and paid for at a gateway the second one’s money goes to the wallet', async () => {
  const held = async (fromMinutes: number): Promise<{ reference: string }> => {
    const answer = await post({ fromMinutes, minutes: 90, pay: 400, changes: byGateway })
    if (answer.status !== 201) throw new Error(await answer.text())
    return ((await answer.json()) as { data: { reference: string } }).data
  }
  const [one, two] = [await held(60), await held(150)]
  const outcomes: unknown[] = []
  for (const { reference } of [one, two]) {
    await payInSilence(provider, reference)
    const answer = await verify(provider, driver, reference)
    outcomes.push(answer.data.payment.outcome)
  }
  expect(outcomes).toEqual(['booked', 'credited'])
})

test.each([
  ['by minutes to come back', 60, null],
  ['by a longer grace', 0, 20],
])(
  'the phone shows the provider’s price with no signal: it knows the driver’s own bookings, %s',
  async (...[, reentryMinutes, graceMinutes]) => {
    await openPark({ reentryMinutes, graceMinutes })
    await book(HALF)
    await book({ minutes: 20, fromMinutes: 200, plate: 'BBB222' })
    const used = await book({ ...HALF, fromMinutes: 0, plate: 'CCC333', pay: reentryMinutes === 0 ? 0 : 200 })
    provider.clock.advance(12 * MINUTE_MS)
    await cancel(used)
    await cancel(await book({ ...HALF, fromMinutes: 400 }))
    const token = await driver.token()
    const read = async <T>(path: string): Promise<T> =>
      (await (await provider.request('GET', `/api/v1${path}`, { token })).json()) as T
    const { items } = await read<{ items: Booking[] }>('/bookings/list?size=100')
    const { data: park } = await read<{ data: Park }>(`/front/parks/${String(parkId)}`)
    const now = provider.clock.now()
    for (const fromMinutes of [5, 20, 48, 70, 78, 120, 160, 188, 210, 300, 400])
      for (const [plate, minutes] of [
        ['AAA111', 30],
        ['BBB222', 75],
      ] as const) {
        const from = toInstant(now + fromMinutes * MINUTE_MS)
        const until = toInstant(from + minutes * MINUTE_MS)
        const shown = pricePark(park, {
          ...{ fromMs: from, untilMs: until, vehicleTypeId: 1 },
          previousStay: previousStayOf(items, park, { from, until, plate }),
        })
        const path = `/front/parks/${String(parkId)}/quote?plate=${plate}&start_time=${toRfc3339(from)}&end_time=${toRfc3339(until)}`
        const { data } = await read<{ data: QuoteWire }>(path)
        expect([fromMinutes, plate, shown.ok && shown.value.totalMinor]).toEqual([fromMinutes, plate, data.total])
      }
  },
)

test('a quote without a plate continues the driver’s own stays, and none of deleted accounts', async () => {
  await book(HALF)
  await provider.deps.db.query(`update bookings set plate = '' where user_id = $1`, [driver.userId])
  const { start_time: start, end_time: end } = bookingBody(provider, { parkId, fromMinutes: 90, ...HALF })
  const path = `/api/v1/front/parks/${String(parkId)}/quote?start_time=${String(start)}&end_time=${String(end)}`
  const totalOf = async (as: TestDriver): Promise<number> => {
    const answer = await provider.request('GET', path, { token: await as.token() })
    return ((await answer.json()) as { data: QuoteWire }).data.total
  }
  expect([await totalOf(friend), await totalOf(driver)]).toEqual([0, 200])
})
