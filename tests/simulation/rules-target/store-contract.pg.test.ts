import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { VehicleFields } from '../../../provider/rules/vehicles.ts'
import type { Booking } from '../../../src/contract/bookings.ts'
import type { Park } from '../../../src/contract/parks.ts'
import type { Vehicle } from '../../../src/contract/vehicles.ts'
import { toBookingId, toParkId } from '../../../src/domain/ids.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, toInstant, toRfc3339 } from '../../../src/domain/instant.ts'
import { cellOf } from '../../../src/lib/cell.ts'
import { uuid7 } from '../../../src/lib/uuid7.ts'
import { type Answered, type Asked, Both } from './both.ts'

/*
 * The store over memory stands for the one over PostgreSQL only as far as nobody can tell them apart. Each scene is played on both;
 * `ask` fails where their answers differ, and after each scene ledger and keys are compared line by line.
 */

/** Parks of the seed, by their room. */
const [SINGLE, TRIPLE, WIDE] = [1, 2, 3]
let both: Both
let keys = 0

beforeAll(async () => {
  both = await Both.open(41, { users: 2, capacities: [1, 3, 40], balanceMinor: 1_000_000 })
})
beforeEach(() => {
  // Every scene has days of its own: parks and drivers are shared, their times are not.
  both.advance(10 * DAY_MS)
})
afterAll(() => both.close())

const newKey = (): string => {
  keys += 1
  return `key-${String(keys)}`
}
const write = (asked: Omit<Asked, 'key'> & { readonly key?: string }): Promise<Answered> =>
  both.ask({ as: 0, key: newKey(), ...asked })
const look = (path: string, as = 0): Promise<Answered> => both.ask({ as, method: 'GET', path })

const codeOf = ({ body }: Answered): unknown => (body as { code?: unknown } | null)?.code
function dataIn({ status, body }: Answered): unknown {
  expect(status, JSON.stringify(body)).toBeLessThan(300)
  return (body as { data: unknown }).data
}
const bookingIn = (answered: Answered): Booking => dataIn(answered) as Booking
const vehicleIn = (answered: Answered): Vehicle => dataIn(answered) as Vehicle

/** Minutes from now, the current minute being whole. */
const iso = (minutes: number): string => toRfc3339(toInstant(both.nowMs + minutes * MINUTE_MS))
const after = (text: string, minutes: number): string => toRfc3339(toInstant(Date.parse(text) + minutes * MINUTE_MS))

const bookingOf = (changes: Record<string, unknown> = {}) => ({
  park_id: WIDE,
  plate: 'abc-123',
  vehicle_type_id: 1,
  start_time: iso(60),
  end_time: iso(120),
  payment_method: 'wallet',
  quoted_total: 450,
  tariff_version: 'v1',
  ...changes,
})
const book = (changes: Record<string, unknown> = {}, asked: Partial<Asked> = {}): Promise<Answered> =>
  write({ method: 'POST', path: '/bookings', body: bookingOf(changes), ...asked })
const mustBook = async (changes: Record<string, unknown> = {}, asked: Partial<Asked> = {}): Promise<Booking> =>
  bookingIn(await book(changes, asked))

const extend = (
  booking: Booking,
  changes: Record<string, unknown> = {},
  asked: Partial<Asked> = {},
): Promise<Answered> =>
  write({
    method: 'POST',
    path: '/bookings/extend',
    body: {
      booking_id: booking.booking_id,
      base_end_time: booking.end_time,
      new_end_time: after(booking.end_time, 60),
      max_price: 400,
      ...changes,
    },
    ...asked,
  })
const cancel = (booking: Booking, query = '', asked: Partial<Asked> = {}): Promise<Answered> =>
  write({ method: 'PUT', path: `/bookings/${booking.booking_id}/status?status=cancelled${query}`, ...asked })
const renew = (booking: Booking, query: string): Promise<Answered> =>
  write({ method: 'PUT', path: `/bookings/${booking.booking_id}/status?status=active${query}` })
const putPlate = (booking: Booking, body: Record<string, unknown>): Promise<Answered> =>
  write({ method: 'PUT', path: `/bookings/${booking.booking_id}/vehicle`, body })

/** What a phone pulls. */
async function pullAll(as = 0): Promise<void> {
  for (const path of [
    '/bookings/list?size=100',
    '/bookings/list?page=2&size=2&status_filter=cancelled',
    '/user/vehicles/',
  ])
    await look(path, as)
  for (const path of [
    '/wallet',
    '/wallet/transactions?size=100',
    '/wallet/transactions?page=2&size=3',
    '/users/profile',
  ])
    await look(path, as)
}

const compare = async (): Promise<void> => {
  await pullAll()
  await pullAll(1)
  await both.compareRows()
}

test('a booking, its extension and its cancel, with the money of each', async () => {
  const booking = await mustBook()
  await look(`/bookings/${booking.booking_code}`)
  const extended = bookingIn(await extend(booking))
  expect(extended).toMatchObject({ version: 2, total: 850 })
  expect(bookingIn(await cancel(extended, '&min_refund=850'))).toMatchObject({ version: 3, refund: 850 })
  expect(codeOf(await cancel(extended))).toBe('booking_not_active')
  expect(codeOf(await extend(extended))).toBe('booking_not_active')
  await compare()
})

test('a replay gets the stored answer, another body under the key none', async () => {
  const key = newKey()
  const body = bookingOf()
  const first = await book(body, { key })
  both.advance(3 * HOUR_MS)
  expect((await book(body, { key })).headers['idempotent-replayed']).toBe('true')
  expect(codeOf(await book({ ...body, end_time: after(body.end_time, 30) }, { key }))).toBe('idempotency_key_reused')
  expect((await book(body, { key, as: 1 })).status).toBe(422)
  expect((await both.ask({ as: 0, method: 'GET', path: `/idempotency/${key}` })).status).toBe(201)
  expect((await both.ask({ as: 1, method: 'GET', path: `/idempotency/${key}` })).status).toBe(404)
  const booking = await mustBook()
  const change = newKey()
  await extend(booking, {}, { key: change })
  expect((await extend(booking, {}, { key: change })).headers['idempotent-replayed']).toBe('true')
  expect(codeOf(await extend(booking, { max_price: 401 }, { key: change }))).toBe('idempotency_key_reused')
  expect(codeOf(await cancel(booking, '', { key: change }))).toBe('idempotency_key_reused')
  expect(codeOf(await book(body, { key: 'with space' }))).toBe('idempotency_key_required')
  expect(bookingIn(first).version).toBe(1)
  await compare()
})

test('an extension on a stale base is refused; one whose goal holds succeeds without effect', async () => {
  const booking = await mustBook()
  await extend(booking)
  expect(codeOf(await extend(booking, { new_end_time: after(booking.end_time, 90) }))).toBe('stale_base')
  expect(bookingIn(await extend(booking)).version).toBe(2)
  expect(codeOf(await extend(booking, { new_end_time: after(booking.end_time, 30) }))).toBe('stale_base')
  expect(codeOf(await extend(booking, { new_end_time: 'tomorrow' }))).toBe('validation_failed')
  await compare()
})

test('an extension is taken within the grace and refused after it', async () => {
  const booking = await mustBook()
  both.advance(Date.parse(booking.end_time) - both.nowMs + 9 * MINUTE_MS)
  const extended = bookingIn(await extend(booking))
  expect(codeOf(await cancel(booking))).toBeUndefined()
  const second = await mustBook()
  both.advance(Date.parse(second.end_time) - both.nowMs + 10 * MINUTE_MS)
  expect(codeOf(await extend(second))).toBe('grace_over')
  expect(codeOf(await cancel(second))).toBe('booking_ended')
  expect(extended.version).toBe(2)
  await compare()
})

test('a price above the accepted maximum and a refund below the accepted minimum are refused', async () => {
  const booking = await mustBook({ end_time: iso(180), quoted_total: 850 })
  expect(codeOf(await extend(booking, { max_price: 399 }))).toBe('max_price_exceeded')
  both.advance(91 * MINUTE_MS)
  expect(codeOf(await cancel(booking, '&min_refund=850'))).toBe('refund_below_minimum')
  expect(bookingIn(await cancel(booking)).refund).toBeGreaterThan(0)
  await compare()
})

test('a dearer tariff prices the added part; the superseded version holds for a day and an hour', async () => {
  const booking = await mustBook({ park_id: TRIPLE })
  await both.raiseTariff(toParkId(TRIPLE), 333)
  await look('/front/parks/seed-park-2')
  expect(codeOf(await extend(booking))).toBe('max_price_exceeded')
  expect(bookingIn(await extend(booking, { max_price: 666 })).total).toBe(450 + 666)
  const tomorrow = { park_id: TRIPLE, start_time: iso(2880), end_time: iso(2940) }
  expect((await book(tomorrow)).status).toBe(201)
  both.advance(DAY_MS + HOUR_MS)
  const later = { ...tomorrow, start_time: iso(2880), end_time: iso(2940) }
  expect(codeOf(await book(later))).toBe('price_changed')
  expect((await book({ ...later, quoted_total: 716, tariff_version: 'v2' })).status).toBe(201)
  await compare()
})

/** The price of an hour once the tariff of the second park is dearer. */
const atThree = { quoted_total: 716, tariff_version: 'v2' }

test('a full park names the nearest free times and parks; an extension claims only the added part', async () => {
  const booking = await mustBook({ park_id: SINGLE })
  expect(codeOf(await book({ park_id: SINGLE, start_time: iso(90), end_time: iso(150) }))).toBe('park_full')
  expect(codeOf(await book({ park_id: SINGLE, start_time: iso(30), end_time: iso(90) }, { as: 1 }))).toBe('park_full')
  await mustBook({ park_id: SINGLE, start_time: iso(150), end_time: iso(210) }, { as: 1 })
  expect(codeOf(await extend(booking))).toBe('park_full')
  expect(bookingIn(await extend(booking, { new_end_time: after(booking.end_time, 30) })).version).toBe(2)
  await cancel(booking)
  expect((await book({ park_id: SINGLE })).status).toBe(201)
  for (const park of ['1', 'seed-park-1', '99', 'no-such-park']) await look(`/front/parks/${park}`)
  await look(`/front/parks/1/quote?start_time=${iso(60)}&end_time=${iso(120)}`)
  await look('/front/parks/1/rate')
  // One leaves as the next comes: two bookings, one space.
  await mustBook({ park_id: TRIPLE, start_time: iso(300), end_time: iso(360), ...atThree })
  await mustBook({ park_id: TRIPLE, start_time: iso(360), end_time: iso(420), ...atThree })
  const quote = dataIn(await look(`/front/parks/2/quote?start_time=${iso(300)}&end_time=${iso(420)}`))
  expect(quote).toMatchObject({ available: 2 })
  await compare()
})

test('a held space is taken, unlisted and without a pass until the hold is over', async () => {
  const held = await mustBook({ park_id: SINGLE })
  const { booking_id, booking_code } = held
  await both.holdUntil(toBookingId(booking_id), both.nowMs + 15 * MINUTE_MS)
  expect((await look('/bookings/list?size=100')).body).not.toMatchObject({ items: [{ booking_id }] })
  expect(bookingIn(await look(`/bookings/${booking_code}`)).pass).toBeNull()
  expect(codeOf(await book({ park_id: SINGLE }, { as: 1 }))).toBe('park_full')
  expect(codeOf(await extend(held))).toBe('booking_not_active')
  both.advance(15 * MINUTE_MS)
  expect((await book({ park_id: SINGLE, start_time: iso(45), end_time: iso(105) }, { as: 1 })).status).toBe(201)
  expect(bookingIn(await cancel(held))).toMatchObject({ status: 'cancelled', refund: null, hold_until: null })
  await compare()
})

test('a wallet that is too low is told what is missing and keeps what it has', async () => {
  const booking = await mustBook()
  await both.setBalance(0, 399)
  const refused = await extend(booking)
  expect(refused.body).toMatchObject({ code: 'wallet_too_low', missing: 1, balance: 399 })
  expect(codeOf(await book())).toBe('wallet_too_low')
  await both.setBalance(0, 400)
  expect(bookingIn(await extend(booking)).version).toBe(2)
  await both.setBalance(0, 1_000_000)
  await compare()
})

test('a refused request has no effect, and may succeed under its key later', async () => {
  const booking = await mustBook()
  await both.setBalance(0, 0)
  const key = newKey()
  expect((await extend(booking, {}, { key })).status).toBe(409)
  await both.compareRows()
  await both.setBalance(0, 1_000_000)
  expect((await extend(booking, {}, { key })).status).toBe(200)
  await compare()
})

test('a cancelled booking is renewed at the price of now, and its retained money is counted', async () => {
  const booking = await mustBook({ start_time: iso(60), end_time: iso(240), quoted_total: 1250 })
  both.advance(100 * MINUTE_MS)
  const cancelled = bookingIn(await cancel(booking))
  expect(codeOf(await renew(cancelled, '&quoted_total=1&tariff_version=v1'))).toBe('price_changed')
  expect(codeOf(await renew(cancelled, ''))).toBe('validation_failed')
  expect(bookingIn(await renew(cancelled, '&quoted_total=1050&tariff_version=v1')).status).toBe('active')
  expect(codeOf(await renew(cancelled, '&quoted_total=1050&tariff_version=v1'))).toBe('booking_not_cancelled')
  expect(bookingIn(await cancel(cancelled)).refund).toBeGreaterThan(0)
  await compare()
})

test('a new plate is a new pass; the same one changes nothing', async () => {
  const booking = await mustBook()
  expect(bookingIn(await putPlate(booking, { plate: 'new 1' })).pass?.sequence).toBe(2)
  expect(bookingIn(await putPlate(booking, { plate: 'NEW1' })).version).toBe(2)
  expect(codeOf(await putPlate(booking, { plate: '!' }))).toBe('plate_invalid')
  expect(codeOf(await putPlate(booking, { vehicle_id: uuid7(both.nowMs) }))).toBe('vehicle_not_found')
  await compare()
})

test('what the body, the times or the path refuse', async () => {
  const cases: ReadonlyArray<readonly [string, Record<string, unknown>]> = [
    ['park_not_found', { park_id: 99 }],
    ['park_not_found', { park_id: 4_000_000_000 }],
    ['start_in_past', { start_time: iso(-60), end_time: iso(60) }],
    ['end_not_after_start', { end_time: iso(60) }],
    ['times_invalid', { end_time: iso(121) }],
    ['stay_too_long', { end_time: iso(60 * 24 * 300) }],
    ['price_changed', { quoted_total: 449 }],
    ['vehicle_not_found', { vehicle_id: uuid7(both.nowMs) }],
    ['promo_invalid', { promo_code: 'FREE' }],
    ['validation_failed', { plate: 7 }],
  ]
  for (const [code, changes] of cases) expect(codeOf(await book(changes))).toBe(code)
  expect(codeOf(await write({ method: 'POST', path: '/bookings', body: '{' }))).toBe('validation_failed')
  expect(codeOf(await write({ method: 'PUT', path: '/bookings/nonsense/status?status=cancelled' }))).toBe(
    'booking_not_found',
  )
  expect((await look('/bookings/list?size=101')).status).toBe(422)
  expect((await both.ask({ method: 'GET', path: '/bookings/list' })).status).toBe(401)
  await compare()
})

test('another driver’s booking is as unknown as one that never was', async () => {
  const booking = await mustBook()
  const asked = { as: 1 }
  expect(codeOf(await cancel(booking, '', asked))).toBe('booking_not_found')
  expect(codeOf(await extend(booking, {}, asked))).toBe('booking_not_found')
  expect((await look(`/bookings/${booking.booking_code}`, 1)).status).toBe(404)
  expect(codeOf(await cancel({ ...booking, booking_id: booking.booking_id.toUpperCase() }))).toBeUndefined()
  await compare()
})

const vehicleOf = (changes: Record<string, unknown> = {}) => ({
  plate: `V${String(keys)}`,
  country_code: 'CA',
  vehicle_type_id: 1,
  ...changes,
})
const addVehicle = (changes: Record<string, unknown>, asked: Partial<Asked> = {}): Promise<Answered> =>
  write({ method: 'POST', path: '/user/vehicles/', body: vehicleOf(changes), ...asked })
const editVehicle = (id: string, changes: Record<string, unknown>): Promise<Answered> =>
  write({ method: 'PUT', path: `/user/vehicles/${id}`, body: vehicleOf(changes) })
const onVehicle = (method: string, path: string, as = 0): Promise<Answered> =>
  write({ method, path: `/user/vehicles/${path}`, as })

test('vehicles: versions, plates, defaults and what becomes of them', async () => {
  const [a, b, c] = [1, 2, 3].map((n) => `01890a5d-ac96-774b-bcce-b302099a000${String(n)}`) as [string, string, string]
  const first = vehicleIn(await addVehicle({ id: a, plate: 'ABC-123', label: 'Old' }))
  expect(first).toMatchObject({ is_default: true, version: 1 })
  both.advance(MINUTE_MS)
  vehicleIn(await addVehicle({ id: b, plate: 'B 2', region: 'ON' }))
  both.advance(MINUTE_MS)
  vehicleIn(await addVehicle({ plate: 'no id' }))
  expect(vehicleIn(await addVehicle({ id: a, plate: 'ABC-123', label: 'Old' })).version).toBe(1)
  expect(codeOf(await addVehicle({ id: a, plate: 'ABC-124' }))).toBe('version_conflict')
  expect(codeOf(await addVehicle({ id: c, plate: 'abc 123' }))).toBe('plate_taken')
  expect((await addVehicle({ id: c, plate: 'abc 123', region: 'QC' })).status).toBe(201)
  expect(codeOf(await addVehicle({ id: uuid7(both.nowMs), plate: '...' }))).toBe('plate_invalid')
  expect(codeOf(await addVehicle({ plate: 'Z 1', label: 'x'.repeat(500) }))).toBe('validation_failed')
  expect(vehicleIn(await editVehicle(a, { plate: 'ABC-123', label: 'New', version: 1 })).version).toBe(2)
  expect((await editVehicle(a, { plate: 'ABC-123', label: 'Else', version: 1 })).body).toMatchObject({
    code: 'version_conflict',
    current: { label: 'New', version: 2 },
  })
  expect(codeOf(await editVehicle(a, { plate: 'B2', region: 'ON', version: 2 }))).toBe('plate_taken')
  expect(vehicleIn(await editVehicle(a.toUpperCase(), { plate: 'ABC-123', label: '' })).version).toBe(3)
  expect(vehicleIn(await onVehicle('PUT', `${b}/default`)).is_default).toBe(true)
  expect(vehicleIn(await onVehicle('PUT', `${b}/default`)).is_default).toBe(true)
  for (const [method, path] of [
    ['DELETE', a],
    ['PUT', `${a}/default`],
  ] as const)
    expect(codeOf(await onVehicle(method, path, 1))).toBe('vehicle_not_found')
  expect(vehicleIn(await onVehicle('DELETE', b)).is_default).toBe(true)
  expect(codeOf(await onVehicle('DELETE', b))).toBe('vehicle_not_found')
  expect((await mustBook({ plate: undefined, vehicle_id: a })).plate).toBe('ABC123')
  expect((await addVehicle({ id: a, plate: 'ABC-123' }, { as: 1 })).status).toBe(201)
  await compare()
})

test('parks by country, words, position and cell', async () => {
  await mustBook({ park_id: SINGLE, start_time: iso(0), end_time: iso(60) })
  const paths = ['', 'country=Canada', 'country=NG', 'search=seed+park', 'search=torontó', 'search=zzz', 'kind=garage']
  for (const query of [...paths, 'lat=43.65&lng=-79.38', 'lat=43.66&lng=-79.38&size=2&page=2', 'lat=43.66'])
    await look(`/parks/front/parks/?${query}`)
  const park = dataIn(await look('/front/parks/1')) as Park
  expect(park.available).toBe(0)
  const cell = cellOf(park.lat ?? 0, park.lng ?? 0)
  expect(dataIn(await look(`/parks/cells?cells=${String(cell)},1`))).toMatchObject([{ cell }, { cell: 1, parks: [] }])
  await compare()
})

test('wallets open at the first look, in the currency of the country unless another is asked for', async () => {
  for (const currency of ['NGN', 'XOF', 'USD', 'CAD']) await look(`/wallet?currency=${currency}`)
  await look('/wallet/transactions?currency=NGN')
  expect((await look('/wallet?currency=EUR')).status).toBe(422)
  await both.ask({
    as: 0,
    method: 'PATCH',
    path: '/users/profile',
    body: { first_name: 'Awa', phone: '+1 416', language: 'fr' },
  })
  await both.ask({ as: 0, method: 'PATCH', path: '/users/profile', body: { phone: null } })
  await both.ask({ as: 0, method: 'GET', path: '/bookings/NOPE', headers: { 'accept-language': 'fr' } })
  await compare()
})

test('an expired token is told from a wrong one', async () => {
  const expired = `${both.userId(0)}.${String(Math.floor(both.nowMs / 1000))}`
  const asked = (token: string) =>
    both.ask({ method: 'GET', path: '/user/vehicles/', headers: { authorization: `Bearer ${token}` } })
  expect(codeOf(await asked(expired))).toBe('token_expired')
  expect(codeOf(await asked('nobody'))).toBe('token_invalid')
})

const refresh = (token: string, key: string): Promise<Answered> =>
  both.ask({ method: 'POST', path: '/auth/refresh', key, body: { refresh_token: token } })
const nextOf = ({ body }: Answered): string => (body as { refresh_token: string }).refresh_token

test('a refresh repeats for its key, ends the family for another one, and says what ended', async () => {
  const first = await both.startSession(0)
  const second = nextOf(await refresh(first, 'r1'))
  const repeated = await refresh(first, 'r1')
  expect(repeated.headers['idempotent-replayed']).toBe('true')
  expect(nextOf(repeated)).toBe(second)
  const third = nextOf(await refresh(second, 'r2'))
  expect(codeOf(await refresh(first, 'r1'))).toBe('refresh_reused')
  expect(codeOf(await refresh(third, 'r3'))).toBe('token_invalid')
  const [other, left, old] = [await both.startSession(0), await both.startSession(0), await both.startSession(0)]
  await both.setDisabled(0, true)
  expect(codeOf(await refresh(other, 'r4'))).toBe('account_disabled')
  await both.setDisabled(0, false)
  expect((await refresh(other, 'r4')).status).toBe(200)
  await both.ask({ method: 'POST', path: '/auth/logout', body: { refresh_token: left } })
  expect(codeOf(await refresh(left, 'r5'))).toBe('token_invalid')
  both.advance(30 * DAY_MS)
  expect(codeOf(await refresh(old, 'r6'))).toBe('token_expired')
  expect(codeOf(await refresh('unknown', 'r7'))).toBe('token_invalid')
  await both.compareRows()
})

const vehicleFields: VehicleFields = {
  ...{ plate: 'T 1', plate_normalised: 'T1', region: null, vehicle_type_id: 1 },
  ...{ label: null, colour: null, make: null, model: null },
  country_code: 'CA',
}

test('a transaction that throws takes back all that it wrote', async () => {
  const found: unknown[] = []
  for (const store of both.stores) {
    const key = { userId: both.userId(1), vehicleId: uuid7(both.nowMs) }
    const call = { scope: 'user:x', key: newKey(), fingerprint: 'f' }
    const writing = store.transaction(async (tx) => {
      await tx.beginIdempotent(call)
      await tx.insertVehicle(key, { fields: vehicleFields, isDefault: false, nowMs: both.nowMs })
      await tx.openWallet({ userId: key.userId, currency: 'USD', sandbox: true, nowMs: both.nowMs })
      await tx.storeAnswer(call, { status: 200, body: '{}', nowMs: both.nowMs })
      throw new Error('Changed its mind')
    })
    await expect(writing).rejects.toThrow('Changed its mind')
    expect(await store.findVehicle(key)).toBeUndefined()
    found.push(await store.findAnswer(call.scope, call.key), await store.findWallet(key.userId, 'USD'))
  }
  expect(found).toEqual([undefined, undefined, undefined, undefined])
  await compare()
})

test('a key is in progress for everybody else until its transaction ends, and its answer is there then', async () => {
  for (const store of both.stores) {
    const call = { scope: 'user:x', key: newKey(), fingerprint: 'f' }
    await store.transaction(async (tx) => {
      expect(await tx.beginIdempotent(call)).toEqual({ state: 'new' })
      expect(await store.beginIdempotent(call)).toEqual({ state: 'in_progress' })
      expect(await store.beginIdempotent({ ...call, scope: 'user:y' })).toEqual({ state: 'new' })
      await tx.storeAnswer(call, { status: 200, body: '{}', nowMs: both.nowMs })
    })
    expect(await store.beginIdempotent(call)).toEqual({ state: 'replay', answer: { status: 200, body: '{}' } })
    expect(await store.beginIdempotent({ ...call, fingerprint: 'g' })).toEqual({ state: 'reused' })
  }
})

test('what a transaction has written is nobody else’s to see before it ends', async () => {
  for (const store of both.stores) {
    const userId = both.userId(1)
    const [written, looking] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const before = (await store.findUser(userId))?.first_name
    const writing = store.transaction(async (tx) => {
      await tx.updateProfile(userId, { first_name: 'Unseen', nowMs: both.nowMs })
      written.resolve()
      await looking.promise
      throw new Error('Changed its mind')
    })
    const refused = expect(writing).rejects.toThrow('Changed its mind')
    await written.promise
    const looked = store.findUser(userId)
    looking.resolve()
    expect((await looked)?.first_name).toBe(before)
    await refused
  }
})
