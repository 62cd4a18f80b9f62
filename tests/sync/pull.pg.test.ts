import { afterAll, beforeAll, expect, test } from 'vitest'
import { bookPark } from '../../src/actions/bookings.online.ts'
import { cancelBooking, extendBooking } from '../../src/actions/bookings.ts'
import { deleteVehicle, setDefaultVehicle } from '../../src/actions/vehicles.ts'
import { findParks, loadPark } from '../../src/actions/parks.online.ts'
import { readBookings } from '../../src/db/read/bookings.ts'
import { readPark } from '../../src/db/read/park.ts'
import { readParkSearch } from '../../src/db/read/park-search.ts'
import { readParksNear } from '../../src/db/read/parks-near.ts'
import { readPassKeys } from '../../src/db/read/places.ts'
import { readRecents } from '../../src/db/read/recents.ts'
import { readVehicles } from '../../src/db/read/vehicles.ts'
import { readTransactions, readWallet } from '../../src/db/read/wallet.ts'
import { must } from '../../src/lib/assert.ts'
import { pullBookings } from '../../src/sync/pull/pull-bookings.ts'
import { pullPassKeys } from '../../src/sync/pull/pull-places.ts'
import { pullVehicles } from '../../src/sync/pull/pull-vehicles.ts'
import { insertTestPark, type TestPark } from '../provider/support/test-parks.ts'
import { startTestProvider, type TestProvider } from '../provider/support/test-provider.ts'
import { doneOf, phoneAt, signedInPhone, stayAt, userIdOf, valueOf, vehicleAdded } from './support/provider-phone.ts'
import { offline, type TestPhone } from './support/test-phone.ts'

let provider: TestProvider
let park: TestPark
beforeAll(async () => {
  provider = await startTestProvider()
  park = await insertTestPark(provider.deps.db, { name: 'Marché Thiès', capacity: 20 })
})
afterAll(() => provider.close())

const NEAR = { lat: 43.65, lng: -79.38 }
const car = { plate: 'ABC-123', country_code: 'CA', region: 'Ontario', vehicle_type_id: 1 } as const

/** Holds answers of `path` until `release` is called, as in a slow pull. */
function hold(phone: TestPhone, path: string): { release: () => void; readonly held: Promise<void> } {
  let release = (): void => undefined
  const gate = new Promise<void>((resolve) => {
    release = resolve
  })
  let reached = (): void => undefined
  const held = new Promise<void>((resolve) => {
    reached = resolve
  })
  phone.line.through = async (request, next) => {
    const response = await next(request)
    if (request.method === 'GET' && new URL(request.url).pathname.endsWith(path)) {
      reached()
      await gate
    }
    return response
  }
  return { release: () => release(), held }
}

test('what was pulled online is all there after a restart with no connection', async () => {
  const phone = await signedInPhone(provider)
  await vehicleAdded(phone, car)
  const booking = valueOf(await bookPark(stayAt(provider, park), phone))
  valueOf(await findParks({ near: NEAR, label: 'Toronto' }, phone))
  valueOf(await pullPassKeys(phone))
  await phone.settled()

  const next = phone.restart()
  next.line.through = offline
  expect((await readBookings(next.dbs)).value).toEqual([booking])
  expect((await readVehicles(next.dbs)).value).toMatchObject([{ plate: 'ABC-123', is_default: true }])
  expect((await readWallet('CAD', next.dbs)).value?.balance).toBe(10_000 - booking.total)
  expect((await readTransactions('CAD', next.dbs)).value.map((row) => row.kind).toSorted()).toEqual([
    'booking',
    'welcome_credit',
  ])
  expect((await readParksNear({ at: NEAR, limit: 10, radiusMetres: 5_000 }, next.dbs)).value[0]?.name).toBe(
    'Marché Thiès',
  )
  expect((await readRecents(next.dbs)).value.searches).toMatchObject([{ text: 'Toronto', near: NEAR }])
  expect((await readPassKeys(next.dbs)).value.map(({ kid }) => kid)).toContain(booking.pass?.kid)
  expect((await readBookings(next.dbs)).savedAt).toBe(provider.clock.now())
})

test('a visitor keeps viewed parks and searches, found by name without accents, by code and by slug', async () => {
  const phone = phoneAt(provider)
  valueOf(await findParks({ near: NEAR }, phone))
  await phone.settled()
  const [found] = (await readParkSearch({ text: 'thies mar', limit: 5 }, phone.dbs)).value
  const { savedAt, ...saved } = must(found, 'the park')
  valueOf(await loadPark(saved.slug, phone))
  phone.line.through = offline
  expect((await readPark(saved.code.toLowerCase(), phone.dbs)).value).toEqual(saved)
  expect((await readRecents(phone.dbs)).value.parks).toEqual([{ ...saved, savedAt }])
})

test('fault 36: a pull that began before an acknowledgement does not put the old row back', async () => {
  const phone = await signedInPhone(provider)
  const userId = await userIdOf(phone)
  const booking = valueOf(await bookPark(stayAt(provider, park), phone))
  await phone.settled()
  const { release, held } = hold(phone, '/bookings/list')
  const pull = pullBookings(phone, userId)
  await held
  await doneOf(cancelBooking({ booking, minRefundMinor: booking.total }, phone))
  release()
  valueOf(await pull)
  expect((await readBookings(phone.dbs)).value).toMatchObject([{ booking_id: booking.booking_id, status: 'cancelled' }])
})

test('a pull that began before a booking was made does not sweep it away', async () => {
  const phone = await signedInPhone(provider)
  const userId = await userIdOf(phone)
  const { release, held } = hold(phone, '/bookings/list')
  const pull = pullBookings(phone, userId)
  await held
  const booking = valueOf(await bookPark(stayAt(provider, park), phone))
  release()
  valueOf(await pull)
  expect((await readBookings(phone.dbs)).value).toEqual([booking])
})

test('a pull that began before a deletion does not bring the vehicle back', async () => {
  const phone = await signedInPhone(provider)
  const userId = await userIdOf(phone)
  const vehicle = await vehicleAdded(phone, car)
  const { release, held } = hold(phone, '/user/vehicles/')
  const pull = pullVehicles(phone, userId)
  await held
  await doneOf(deleteVehicle({ vehicle }, phone))
  release()
  valueOf(await pull)
  expect((await readVehicles(phone.dbs)).value).toEqual([])
})

test('fault 36: a pull that began before a new default vehicle does not bring the old default back', async () => {
  const phone = await signedInPhone(provider)
  const userId = await userIdOf(phone)
  await vehicleAdded(phone, car)
  const second = await vehicleAdded(phone, { ...car, plate: 'XYZ-789' })
  const { release, held } = hold(phone, '/user/vehicles/')
  const pull = pullVehicles(phone, userId)
  await held
  await doneOf(setDefaultVehicle({ vehicle: second }, phone))
  release()
  valueOf(await pull)
  const defaults = (await readVehicles(phone.dbs)).value.filter((vehicle) => vehicle.is_default)
  expect(defaults.map(({ plate }) => plate)).toEqual(['XYZ-789'])
})

test('fault 35: a list of another page, or one cut short, is an invalid response and nothing is stored', async () => {
  const phone = await signedInPhone(provider)
  const userId = await userIdOf(phone)
  const booking = valueOf(await bookPark(stayAt(provider, park), phone))
  await phone.settled()
  const answers = ['{"items":[],"total":0,"page":7,"size":100,"pages":0}', '{"items":[],"total":0,']
  for (const body of answers) {
    phone.line.through = () => Promise.resolve(new Response(body, { headers: { 'content-type': 'application/json' } }))
    expect(await pullBookings(phone, userId)).toMatchObject({ error: { kind: 'invalid_response' } })
  }
  expect((await readBookings(phone.dbs)).value).toEqual([booking])
})

test('rows that the provider no longer has go only after a complete list whose pages agree', async () => {
  const phone = await signedInPhone(provider)
  const userId = await userIdOf(phone)
  const booking = valueOf(await bookPark(stayAt(provider, park), phone))
  await phone.settled()
  const emptyList = (total: number): Response =>
    Response.json(
      { items: [], total, page: 1, size: 100, pages: 1 },
      { headers: { 'content-type': 'application/json' } },
    )
  const answerWith = (total: number): void => {
    phone.line.through = (request, next) =>
      request.url.includes('/bookings/list') ? Promise.resolve(emptyList(total)) : next(request)
  }
  answerWith(1)
  valueOf(await pullBookings(phone, userId))
  expect((await readBookings(phone.dbs)).value).toEqual([booking])
  answerWith(0)
  valueOf(await pullBookings(phone, userId))
  expect((await readBookings(phone.dbs)).value).toEqual([])
})

test('a new default vehicle ends the old one, and an extension shows its new end', async () => {
  const phone = await signedInPhone(provider)
  await vehicleAdded(phone, car)
  const second = await vehicleAdded(phone, { ...car, plate: 'XYZ-789' })
  await doneOf(setDefaultVehicle({ vehicle: second }, phone))
  expect((await readVehicles(phone.dbs)).value.map(({ plate, is_default }) => [plate, is_default])).toEqual([
    ['XYZ-789', true],
    ['ABC-123', false],
  ])
  const booking = valueOf(await bookPark(stayAt(provider, park), phone))
  const newEndMs = Date.parse(booking.end_time) + 1_800_000
  await doneOf(extendBooking({ booking, newEndMs, maxPriceMinor: 200 }, phone))
  const [extended] = (await readBookings(phone.dbs)).value
  expect(Date.parse(must(extended, 'the booking').end_time)).toBe(newEndMs)
  await phone.settled()
})

test('a park that the provider took out leaves the mirror with its tile', async () => {
  const phone = phoneAt(provider)
  const gone = await insertTestPark(provider.deps.db, { name: 'Closing Garage' })
  valueOf(await findParks({ near: NEAR }, phone))
  await phone.settled()
  expect((await readParkSearch({ text: 'closing', limit: 5 }, phone.dbs)).value).toHaveLength(1)
  await provider.deps.db.query('delete from park_tariffs where park_id = $1', [gone.id])
  await provider.deps.db.query('delete from parks where id = $1', [gone.id])
  provider.clock.advance(61_000)
  valueOf(await findParks({ near: NEAR }, phone))
  await phone.settled()
  expect((await readParkSearch({ text: 'closing', limit: 5 }, phone.dbs)).value).toEqual([])
  const near = await readParksNear({ at: NEAR, limit: 50, radiusMetres: 5_000 }, phone.dbs)
  expect(near.value.map(({ name }) => name)).not.toContain('Closing Garage')
})
