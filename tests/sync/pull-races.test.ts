import { describe, expect, test } from 'vitest'
import type { Booking } from '../../src/contract/bookings.ts'
import type { Vehicle } from '../../src/contract/vehicles.ts'
import { applyBooking } from '../../src/db/apply/bookings.ts'
import { applySignOut } from '../../src/db/apply/session.ts'
import { applyVehicle, applyVehicleGone } from '../../src/db/apply/vehicles.ts'
import { readBookings } from '../../src/db/read/bookings.ts'
import { readVehicles } from '../../src/db/read/vehicles.ts'
import { readWallet } from '../../src/db/read/wallet.ts'
import { must } from '../../src/lib/assert.ts'
import { pullBooking, pullBookings } from '../../src/sync/pull/pull-bookings.ts'
import { pullVehicles } from '../../src/sync/pull/pull-vehicles.ts'
import { pullWallet } from '../../src/sync/pull/pull-wallet.ts'
import { newVehicleId, signInAs, USER_A } from './support/outbox-phone.ts'
import { createRacingProvider, type Held, land, type Question, startPull } from './support/racing-provider.ts'
import { BOOKING_ID, bookingOf, START_MS, VEHICLE_ID, vehicleOf } from './support/small-provider.ts'
import { createTestPhone } from './support/test-phone.ts'

const OTHER_ID = newVehicleId(1)
const vehiclesOf = (...rows: readonly Vehicle[]): Pick<Held, 'vehicles'> => ({
  vehicles: new Map(rows.map((row) => [row.id, row])),
})
const bookingsOf = (...rows: readonly Booking[]): Pick<Held, 'bookings'> => ({
  bookings: new Map(rows.map((row) => [row.booking_id, row])),
})

async function createRace() {
  const own = vehicleOf(VEHICLE_ID, { is_default: true })
  const provider = createRacingProvider({ ...vehiclesOf(own), ...bookingsOf(bookingOf(BOOKING_ID)), balance: 100 })
  const phone = createTestPhone({ fetch: (request) => provider.fetch(request), clock: { now: () => START_MS } })
  await signInAs(phone, USER_A)
  const newest = (): Question => must(provider.open.at(-1), 'a question')
  /** Starts a pull and lets the provider read its rows; the answer is held. */
  const ask = async (work: () => Promise<unknown>) => {
    const pull = await startPull(provider, work)
    const question = newest()
    question.read()
    return { pull, land: () => land(question, pull) }
  }
  /** Answers every question of the pull at once. */
  const whole = async (work: () => Promise<unknown>): Promise<void> => {
    const pull = await startPull(provider, work)
    while (!pull.isOver()) await land(newest(), pull)
  }
  return {
    provider,
    phone,
    newest,
    ask,
    whole,
    vehicles: () => pullVehicles(phone, USER_A),
    bookings: () => pullBookings(phone, USER_A),
    wallet: () => pullWallet(phone, USER_A, { currency: 'CAD' }),
    plates: async () => (await readVehicles(phone.dbs)).value.map(({ plate }) => plate),
    shown: async () =>
      (await readBookings(phone.dbs)).value.map(({ status, version }) => `${status} ${String(version)}`),
    balance: async () => (await readWallet('CAD', phone.dbs)).value?.balance,
  }
}

describe('vehicles', () => {
  test('fault 36: of two pulls the one that began before a deletion does not bring the vehicle back, though the other has landed', async () => {
    const race = await createRace()
    await race.whole(race.vehicles)
    const older = await race.ask(race.vehicles)
    race.provider.change(vehiclesOf())
    await applyVehicleGone(race.phone.dbs, USER_A, { vehicleId: VEHICLE_ID })
    await race.whole(race.vehicles)
    await older.land()
    expect(await race.plates()).toEqual([])
  })

  test('fault 36: a vehicle that this phone deleted is not brought back by the one pull that was under way', async () => {
    const race = await createRace()
    await race.whole(race.vehicles)
    const older = await race.ask(race.vehicles)
    race.provider.change(vehiclesOf())
    await applyVehicleGone(race.phone.dbs, USER_A, { vehicleId: VEHICLE_ID })
    await older.land()
    expect(await race.plates()).toEqual([])
  })

  test('fault 36: a vehicle that was deleted on another phone is not brought back by an older pull', async () => {
    const race = await createRace()
    await race.whole(race.vehicles)
    const older = await race.ask(race.vehicles)
    race.provider.change(vehiclesOf())
    await race.whole(race.vehicles)
    await older.land()
    expect(await race.plates()).toEqual([])
  })

  test('fault 36: a vehicle that this phone never saw is not brought by an older pull after a newer list without it', async () => {
    const race = await createRace()
    const older = await race.ask(race.vehicles)
    race.provider.change(vehiclesOf())
    await race.whole(race.vehicles)
    await older.land()
    expect(await race.plates()).toEqual([])
  })

  test('fault 36: a pull that an older one has overtaken asks anew, so that nothing newer is missed', async () => {
    const race = await createRace()
    const older = await race.ask(race.vehicles)
    race.provider.change(vehiclesOf(vehicleOf(OTHER_ID, { plate: 'NEW-1' })))
    const newer = await race.ask(race.vehicles)
    await older.land()
    expect(await race.plates()).toEqual(['ABC-123'])
    await newer.land()
    await land(race.newest(), newer.pull)
    expect(newer.pull.isOver()).toBe(true)
    expect(await race.plates()).toEqual(['NEW-1'])
  })

  test('fault 36: the late answer to an edit does not bring back a vehicle that was deleted since', async () => {
    const race = await createRace()
    await race.whole(race.vehicles)
    race.provider.change(vehiclesOf())
    await race.whole(race.vehicles)
    await applyVehicle(race.phone.dbs, USER_A, { vehicle: vehicleOf(VEHICLE_ID, { version: 2 }), savedAt: START_MS })
    expect(await race.plates()).toEqual([])
  })

  test('a vehicle whose deletion a restored provider has forgotten is there again', async () => {
    const race = await createRace()
    await race.whole(race.vehicles)
    const before = race.provider.held
    race.provider.change(vehiclesOf())
    await applyVehicleGone(race.phone.dbs, USER_A, { vehicleId: VEHICLE_ID })
    await race.whole(race.vehicles)
    race.provider.change(before)
    await race.whole(race.vehicles)
    expect(await race.plates()).toEqual(['ABC-123'])
  })

  test('fault 36: the late answer to a choice of the default does not undo a later choice', async () => {
    const race = await createRace()
    const other = vehicleOf(OTHER_ID, { plate: 'NEW-1' })
    race.provider.change(vehiclesOf(must(race.provider.held.vehicles.get(VEHICLE_ID), 'it'), other))
    await race.whole(race.vehicles)
    const chosen = { ...other, is_default: true, updated_at: race.provider.now() }
    race.provider.change(vehiclesOf(vehicleOf(VEHICLE_ID, { updated_at: chosen.updated_at }), chosen))
    const later = race.provider.now()
    const again = vehicleOf(VEHICLE_ID, { is_default: true, updated_at: later })
    race.provider.change(vehiclesOf(again, { ...other, updated_at: later }))
    await race.whole(race.vehicles)
    await applyVehicle(race.phone.dbs, USER_A, { vehicle: chosen, savedAt: START_MS })
    const defaults = (await readVehicles(race.phone.dbs)).value.filter((vehicle) => vehicle.is_default)
    expect(defaults.map(({ plate }) => plate)).toEqual(['ABC-123'])
  })

  test('the late answer to the first vehicle, deleted elsewhere since, does not end the default of another', async () => {
    const race = await createRace()
    const first = vehicleOf(OTHER_ID, { is_default: true })
    race.provider.change({})
    const chosen = vehicleOf(VEHICLE_ID, { is_default: true, updated_at: race.provider.now() })
    race.provider.change(vehiclesOf(chosen))
    await race.whole(race.vehicles)
    await applyVehicle(race.phone.dbs, USER_A, { vehicle: first, savedAt: START_MS })
    const found = (await readVehicles(race.phone.dbs)).value.find(({ id }) => id === VEHICLE_ID)
    expect(found?.is_default).toBe(true)
  })

  test('a list that was asked for before a sign-out sweeps nothing after the next sign-in', async () => {
    const race = await createRace()
    for (let times = 0; times < 5; times += 1) await race.whole(race.vehicles)
    const older = await race.ask(race.vehicles)
    await applySignOut(race.phone.dbs)
    await signInAs(race.phone, USER_A)
    const added = vehicleOf(OTHER_ID, { plate: 'NEW-1' })
    race.provider.change(vehiclesOf(added))
    await applyVehicle(race.phone.dbs, USER_A, { vehicle: added, savedAt: START_MS })
    await older.land()
    expect(await race.plates()).toEqual(['NEW-1'])
  })
})

describe('bookings', () => {
  test('fault 36: an older list after a newer one changes nothing, not even of the same version', async () => {
    const race = await createRace()
    const older = await race.ask(race.bookings)
    race.provider.change(bookingsOf(bookingOf(BOOKING_ID, { plate: 'SAME-VERSION' })))
    await race.whole(race.bookings)
    await older.land()
    expect((await readBookings(race.phone.dbs)).value.map(({ plate }) => plate)).toEqual(['SAME-VERSION'])
  })

  test('fault 36: one booking that was asked for before a list that has landed does not put the old row back', async () => {
    const race = await createRace()
    await race.whole(race.bookings)
    const older = await race.ask(() => pullBooking(race.phone, USER_A, bookingOf(BOOKING_ID).booking_code))
    race.provider.change(bookingsOf(bookingOf(BOOKING_ID, { plate: 'SAME-VERSION' })))
    await race.whole(race.bookings)
    await older.land()
    expect((await readBookings(race.phone.dbs)).value.map(({ plate }) => plate)).toEqual(['SAME-VERSION'])
  })

  test.each(['list', 'one'] as const)(
    'fault 36: what the provider held before it went back does not return with an older answer (%s)',
    async (what) => {
      const race = await createRace()
      const earlier = race.provider.held
      race.provider.change(bookingsOf(bookingOf(BOOKING_ID, { version: 4, status: 'cancelled' })))
      await race.whole(race.bookings)
      const older = await race.ask(
        what === 'list' ? race.bookings : () => pullBooking(race.phone, USER_A, bookingOf(BOOKING_ID).booking_code),
      )
      race.provider.change(earlier)
      // The wallet is pulled automatically afterwards.
      race.provider.isHeld = (path) => path.startsWith('/bookings')
      await race.whole(race.bookings)
      await older.land()
      await race.phone.settled()
      expect(await race.shown()).toEqual(['active 1'])
    },
  )

  test('a pull that began before a booking was made neither sweeps it nor says that the provider went back', async () => {
    const race = await createRace()
    const older = await race.ask(race.bookings)
    const made = bookingOf(newVehicleId(7))
    await applyBooking(race.phone.dbs, USER_A, { booking: made, savedAt: START_MS })
    await older.land()
    expect(await race.shown()).toEqual(['active 1', 'active 1'])
  })
})

describe('wallet', () => {
  test('fault 36: an older balance does not replace a newer one, though the provider wrote its time later', async () => {
    const race = await createRace()
    const then = race.provider.now()
    race.provider.now = () => '2026-11-21T23:00:00Z'
    const older = await race.ask(race.wallet)
    race.provider.now = () => then
    race.provider.change({ balance: 40 })
    await race.whole(race.wallet)
    await older.land()
    while (!older.pull.isOver()) await land(race.newest(), older.pull)
    expect(await race.balance()).toBe(40)
  })

  test('a balance is taken from a provider whose clock was set back', async () => {
    const race = await createRace()
    race.provider.change({})
    race.provider.change({})
    await race.whole(race.wallet)
    const late = race.provider.now()
    race.provider.now = () => late.replace('2026', '2025')
    race.provider.change({ balance: 40 })
    await race.whole(race.wallet)
    expect(await race.balance()).toBe(40)
  })
})
