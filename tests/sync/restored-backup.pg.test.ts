import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { backup, restore } from '../../provider/db/backup.ts'
import { bookPark } from '../../src/actions/bookings.online.ts'
import { cancelBooking } from '../../src/actions/bookings.ts'
import { dismissRestored } from '../../src/actions/storage.online.ts'
import { editVehicle } from '../../src/actions/vehicles.ts'
import { readBooking, readBookings, readRestored } from '../../src/db/read/bookings.ts'
import { readPark } from '../../src/db/read/park.ts'
import { readVehicles } from '../../src/db/read/vehicles.ts'
import { readTransactions, readWallet } from '../../src/db/read/wallet.ts'
import { providerRestored } from '../../src/signals/provider-restored.ts'
import { createEngine, startEngine } from '../../src/sync/engine.ts'
import { pullPark } from '../../src/sync/pull/pull-parks.ts'
import { insertTestPark, type TestPark } from '../provider/support/test-parks.ts'
import { startTestProvider, type TestProvider } from '../provider/support/test-provider.ts'
import { doneOf, signedInPhone, stayAt, valueOf, vehicleAdded } from './support/provider-phone.ts'

const FIELDS = { plate: 'ABC-123', country_code: 'CA', vehicle_type_id: 1 } as const

let provider: TestProvider
let park: TestPark
let folder: string
beforeAll(async () => {
  provider = await startTestProvider()
  park = await insertTestPark(provider.deps.db, { capacity: 50 })
  folder = await mkdtemp(join(tmpdir(), 'baywise-restored-'))
})
afterAll(async () => {
  await provider.close()
  await rm(folder, { recursive: true })
})

test('fault 34: after a restored backup the phone takes what the provider holds now, keeps the lost pass, and says so', async () => {
  const phone = await signedInPhone(provider)
  const kept = valueOf(await bookPark(stayAt(provider, park), phone))
  const vehicle = await vehicleAdded(phone, FIELDS)
  await phone.settled()
  const file = join(folder, 'one.backup')
  await backup(provider.database.owner, file, [])

  await doneOf(cancelBooking({ booking: kept, minRefundMinor: 0 }, phone))
  await doneOf(editVehicle({ vehicle, fields: { ...FIELDS, plate: 'XYZ-789' } }, phone))
  const lost = valueOf(await bookPark(stayAt(provider, park), phone))
  await phone.settled()
  expect((await readRestored(phone.dbs))?.lost).toBeUndefined()
  await restore(provider.database.owner, file, { keys: [], takesPlain: false })

  await createEngine(phone).wake()
  await phone.settled()
  const { value: bookings } = await readBookings(phone.dbs)
  expect(bookings.map(({ booking_id: id, status }) => [id, status])).toEqual([[kept.booking_id, 'active']])
  expect((await readVehicles(phone.dbs)).value.map(({ plate }) => plate)).toEqual(['ABC-123'])
  expect((await readWallet('CAD', phone.dbs)).value?.balance).toBe(10_000 - kept.total)
  expect((await readTransactions('CAD', phone.dbs)).value).toHaveLength(2)

  expect(await readRestored(phone.dbs)).toMatchObject({ lost: [{ booking_code: lost.booking_code }] })
  expect(providerRestored.get()).toBe(provider.clock.now())
  expect((await readBooking(lost.booking_code, phone.dbs)).value?.pass).toEqual(lost.pass)
})

test('fault 34: what was found stays said after a restart, until it was read, and is not found again', async () => {
  const first = await signedInPhone(provider)
  const file = join(folder, 'two.backup')
  await backup(provider.database.owner, file, [])
  valueOf(await bookPark(stayAt(provider, park), first))
  await first.settled()
  await restore(provider.database.owner, file, { keys: [], takesPlain: false })
  await createEngine(first).wake()
  providerRestored.set(null)

  const phone = first.restart()
  const stop = startEngine(phone)
  await phone.settled()
  expect(providerRestored.get()).not.toBeNull()
  valueOf(await dismissRestored(phone))
  provider.clock.advance(120_000)
  await createEngine(phone).wake()
  stop()
  expect(providerRestored.get()).toBeNull()
})

test('fault 34: a car park whose tariff went back is believed at once', async () => {
  const { db } = provider.deps
  const phone = await signedInPhone(provider)
  const file = join(folder, 'three.backup')
  await backup(provider.database.owner, file, [])
  valueOf(await bookPark(stayAt(provider, park), phone))
  await db.query('update parks set name = $1, version = version + 5 where id = $2', ['A later name', park.id])
  const code = valueOf(await pullPark(phone, String(park.id))).code
  await phone.settled()
  await restore(provider.database.owner, file, { keys: [], takesPlain: false })
  await createEngine(phone).wake()
  await phone.settled()
  valueOf(await pullPark(phone, String(park.id)))
  expect((await readPark(code, phone.dbs)).value?.name).toBe(park.name)
})
