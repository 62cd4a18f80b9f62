import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { expect, test } from 'vitest'
import { applyBookings } from '../../src/db/apply/bookings.ts'
import { forgetUser } from '../../src/db/apply/forget-user.ts'
import { applyOverParked, applyParked } from '../../src/db/apply/parked.ts'
import { pullStart } from '../../src/db/apply/pull-order.ts'
import { applySession, applySignOut } from '../../src/db/apply/session.ts'
import { type Databases, openDatabases } from '../../src/db/databases.ts'
import { readStorageUsage } from '../../src/db/read/storage-usage.ts'
import { readParked } from '../../src/db/read/parked.ts'
import type { ParkedRow } from '../../src/db/parked-row.ts'
import { DAY_MS } from '../../src/domain/instant.ts'
import { bookingOf, BOOKING_ID, END } from '../sync/support/small-provider.ts'
import { sessionOf } from './support/session.ts'

const USER = sessionOf().user.user_id
const END_MS = Date.parse(END)
const PHOTO_BYTES = 5_000
const ROW: ParkedRow = {
  id: BOOKING_ID,
  note: 'Level 2, space 14',
  photo: new ArrayBuffer(PHOTO_BYTES),
  position: { lat: 43.65, lng: -79.38, accuracyMetres: 12 },
  at: END_MS - 3_600_000,
}

let count = 0
async function open(endMs = END_MS): Promise<Databases> {
  count += 1
  const dbs = openDatabases({ prefix: `parked-${String(count)}`, indexedDB: new IDBFactory(), IDBKeyRange })
  await applySession(dbs, sessionOf(), ROW.at)
  await pull(dbs, { at: ROW.at, endMs })
  await applyParked(dbs, USER, { id: ROW.id, row: ROW, heardNow: ROW.at })
  return dbs
}

async function pull(
  dbs: Databases,
  { at, endMs = END_MS, heardNow = at }: { at: number; endMs?: number; heardNow?: number | null },
): Promise<void> {
  const booking = bookingOf(BOOKING_ID, { end_time: new Date(endMs).toISOString() })
  await applyBookings(dbs, USER, {
    bookings: [booking],
    complete: true,
    since: await pullStart(dbs, USER),
    savedAt: at,
    heardNow,
  })
}

const noteIn = async (dbs: Databases): Promise<string | undefined> => (await readParked(BOOKING_ID, dbs)).value?.note

test('note, photo and position are read back as they were', async () => {
  const dbs = await open()
  expect((await readParked(BOOKING_ID, dbs)).value).toMatchObject({ note: ROW.note, position: ROW.position })
  expect((await readParked(BOOKING_ID, dbs)).value?.photo?.byteLength).toBe(PHOTO_BYTES)
})

test('it goes a day after the end of the booking: with a pull, and without a connection', async () => {
  const dbs = await open()
  await pull(dbs, { at: END_MS + DAY_MS })
  await applyOverParked(dbs, USER, END_MS + DAY_MS)
  expect(await noteIn(dbs)).toBe(ROW.note)
  await applyOverParked(dbs, USER, END_MS + DAY_MS + 1)
  expect(await noteIn(dbs)).toBeUndefined()
  const other = await open()
  await pull(other, { at: END_MS + DAY_MS + 1 })
  expect(await noteIn(other)).toBeUndefined()
})

test('it stays while the provider’s time is unknown, whatever the phone’s clock says', async () => {
  const dbs = await open()
  await pull(dbs, { at: END_MS + 30 * DAY_MS, heardNow: null })
  await applyOverParked(dbs, USER, null)
  expect(await noteIn(dbs)).toBe(ROW.note)
})

test('an extended booking keeps it until a day after its new end', async () => {
  const dbs = await open()
  await pull(dbs, { at: END_MS, endMs: END_MS + DAY_MS })
  await applyOverParked(dbs, USER, END_MS + DAY_MS + 1)
  expect(await noteIn(dbs)).toBe(ROW.note)
})

test('it goes when the driver deletes it', async () => {
  const dbs = await open()
  await applyParked(dbs, USER, { id: ROW.id, row: null, heardNow: ROW.at })
  expect(await noteIn(dbs)).toBeUndefined()
})

test('it goes at a sign-out, also where requests that wait are kept', async () => {
  const dbs = await open()
  await applySignOut(dbs, 'keep')
  await applySession(dbs, sessionOf(), ROW.at)
  expect(await noteIn(dbs)).toBeUndefined()
  await applyParked(dbs, USER, { id: ROW.id, row: ROW, heardNow: ROW.at })
  await forgetUser(dbs, USER, 'discard')
  await applySession(dbs, sessionOf(), ROW.at)
  expect(await noteIn(dbs)).toBeUndefined()
})

test('it is counted with the bytes of its photo', async () => {
  const { own } = await readStorageUsage(await open())
  expect(own?.parked.count).toBe(1)
  expect(own?.parked.bytes).toBeGreaterThan(PHOTO_BYTES)
})
