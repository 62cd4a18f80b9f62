import 'fake-indexeddb/auto'
import { type ReactNode, useEffect } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { SessionWire } from '../../src/contract/auth.ts'
import { applyOutboxStep } from '../../src/db/apply/outbox.ts'
import { applyParkPage } from '../../src/db/apply/park-pages.ts'
import { applyParkTiles } from '../../src/db/apply/park-tiles.ts'
import { applyParks } from '../../src/db/apply/parks.ts'
import { pullStart } from '../../src/db/apply/pull-order.ts'
import { applySession, applySessionExpired, applySignOut } from '../../src/db/apply/session.ts'
import { applyVehicles } from '../../src/db/apply/vehicles.ts'
import { databases } from '../../src/db/databases.ts'
import { connection } from '../../src/signals/connection.ts'
import { cellOf } from '../../src/lib/cell.ts'
import { uuid7 } from '../../src/lib/uuid7.ts'
import { enqueue, record, enqueueContext } from '../../src/outbox/enqueue.ts'
import { rejected, unconfirmed } from '../../src/outbox/settle.ts'
import type { Query } from '../../src/queries/query.ts'
import { useCountries } from '../../src/queries/use-countries.ts'
import { useKeptParkPage } from '../../src/queries/use-kept-park-page.ts'
import { useKeptParks } from '../../src/queries/use-kept-parks.ts'
import { usePark } from '../../src/queries/use-park.ts'
import { useParkSearch } from '../../src/queries/use-park-search.ts'
import { useParksFound, useParksNear } from '../../src/queries/use-parks-near.ts'
import { useSession } from '../../src/queries/use-session.ts'
import { useUnconfirmedBookings, useUnconfirmedMoney } from '../../src/queries/use-unconfirmed.ts'
import { useVehicles } from '../../src/queries/use-vehicles.ts'
import { parkOf } from '../db/support/park.ts'

const USER_ID = '01890a5d-ac96-774b-bcce-b302099a8057'
const HERE = { lat: 43.65, lng: -79.38 }
const SESSION: SessionWire = {
  access_token: 'a',
  refresh_token: 'r',
  expires_in: 900,
  user: {
    user_id: USER_ID,
    email: 'awa@example.test',
    first_name: 'Awa',
    last_name: 'Diop',
    phone: null,
    country_id: 3,
    country: { code: 'CA' },
    language: 'en',
    email_verified: true,
  },
}
const VEHICLE = {
  id: uuid7(),
  plate: 'ABC-123',
  plate_normalised: 'ABC123',
  country_code: 'CA',
  region: null,
  vehicle_type_id: 1,
  label: null,
  colour: null,
  make: null,
  model: null,
  is_default: true,
  version: 1,
  updated_at: '2026-11-23T12:00:00Z',
} as const

let unmount = (): void => undefined

/** Renders a component that calls the hook; returns a getter of its latest query. */
function watch<T>(useIt: () => Query<T>): () => Query<T> {
  let last: Query<T> = { status: 'loading' }
  const Watcher = (): ReactNode => {
    const seen = useIt()
    useEffect(() => {
      last = seen
    })
    return null
  }
  const root = createRoot(document.createElement('div'))
  flushSync(() => root.render(<Watcher />))
  unmount = () => flushSync(() => root.unmount())
  return () => last
}

const ready = <T,>(value: T) => ({ status: 'ready', value })

// Rows arrive from the database outside act().
beforeAll(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false })
})
beforeEach(() => connection.set({ state: 'online', lastSuccessAt: 1_000_000 }))
afterEach(async () => {
  unmount()
  await applySignOut(databases)
  await databases.public.tiles.clear()
})

test('parks appear by themselves when a pull brings them, fresh until the provider is gone', async () => {
  const near = watch(() => useParksNear(HERE))
  expect(near()).toEqual({ status: 'loading' })
  await vi.waitFor(() => expect(near()).toMatchObject({ ...ready([]), savedAt: null, fresh: false }))
  await applyParks(databases, [parkOf({ id: 1 })], 999_000)
  await vi.waitFor(() =>
    expect(near()).toMatchObject({ ...ready([{ id: 1, distance_m: 0 }]), savedAt: 999_000, fresh: true }),
  )
  flushSync(() => connection.set({ state: 'offline', lastSuccessAt: 1_000_000 }))
  expect(near()).toMatchObject({ savedAt: 999_000, fresh: false })
})

test('a search that looked nearby and then farther away hears of changes in both', async () => {
  const farAway = { lat: HERE.lat + 0.4, lng: HERE.lng }
  await applyParks(databases, [parkOf({ id: 1 })], 1)
  const near = watch(() => useParksNear(HERE, { limit: 1 }))
  const expectNear = (ids: readonly number[]) =>
    vi.waitFor(() => expect(near()).toMatchObject(ready(ids.map((id) => ({ id })))))
  await expectNear([1])
  await applyParks(databases, [parkOf({ id: 1, lat: HERE.lat + 0.001, version: 2 })], 2)
  await vi.waitFor(() => expect(near()).toMatchObject(ready([{ id: 1, distance_m: 111 }])))
  await applyParkTiles(databases, {
    tiles: [{ cell: cellOf(HERE.lat, HERE.lng), parks: [] }],
    startedAt: 3,
    savedAt: 3,
  })
  await expectNear([])
  await applyParks(databases, [parkOf({ id: 2, ...farAway })], 4)
  await expectNear([2])
  await applyParks(databases, [parkOf({ id: 3 })], 5)
  await expectNear([3])
})

const PAGE = { country: 'CA', text: '', kind: null, needs: [], heightMetres: null, near: null, page: 1 } as const

/** Serialises a query's result, including maps, which JSON would leave empty. */
const textOf = (seen: Query<unknown>): string =>
  JSON.stringify(seen, (_key, value: unknown) => (value instanceof Map ? [...(value as Map<unknown, unknown>)] : value))

test.each([
  ['a list of those near a place', () => useParksNear(HERE)],
  ['a list of those found near a place', () => useParksFound(HERE)],
  ['a list of those by a word', () => useParkSearch('station')],
  ['a list of those by words in a country', () => useParkSearch('station park', { country: 'CA' })],
  ['those of some ids', () => useKeptParks([1])],
  ['a page of all', () => useKeptParkPage(PAGE)],
  ['one by its address', () => usePark('park-toronto-1')],
  ['one by its code', () => usePark('CA00001')],
] as const)('a new price of a car park is shown by itself again and again: %s', async (_, useParks) => {
  const station = parkOf({ id: 1, name: 'Station Park' })
  const other = parkOf({ id: 2, name: 'Station Park 2', lat: HERE.lat + 0.3, hourly_from: 1 })
  await applyParkPage(databases, { query: PAGE, answer: { items: [station, other], total: 2 }, savedAt: 1 })
  const seen = watch<unknown>(useParks)
  const expectPrice = (price: number): Promise<void> =>
    vi.waitFor(() => expect(textOf(seen())).toContain(`"hourly_from":${String(price)},`))
  await expectPrice(400)
  for (const version of [2, 3, 4]) {
    await applyParks(databases, [{ ...station, version, hourly_from: version * 1_000 }], version)
    await expectPrice(version * 1_000)
  }
})

test('an old answer is not fresh even with a good connection', async () => {
  await applyParks(databases, [parkOf({ id: 2 })], 1_000)
  const near = watch(() => useParksNear(HERE))
  await vi.waitFor(() => expect(near()).toMatchObject({ ...ready([{ id: 2 }]), fresh: false }))
})

test('fault 46: what was saved long ago is not fresh before the provider has answered today', async () => {
  await applyParks(databases, [parkOf({ id: 3 })], 1_000)
  connection.set({ state: 'checking', lastSuccessAt: 2_000 })
  const near = watch(() => useParksNear(HERE))
  await vi.waitFor(() => expect(near()).toMatchObject({ ...ready([{ id: 3 }]), fresh: false }))
})

test('what came minutes ago is not called old while nobody has answered yet, and is once the provider is out of reach', async () => {
  await applyParks(databases, [parkOf({ id: 5 })], Date.now() - 60_000)
  connection.set({ state: 'checking', lastSuccessAt: null })
  const near = watch(() => useParksNear(HERE))
  await vi.waitFor(() => expect(near()).toMatchObject({ ...ready([{ id: 5 }]), fresh: true }))
  flushSync(() => connection.set({ state: 'offline', lastSuccessAt: null }))
  expect(near()).toMatchObject({ fresh: false })
})

test('fault 16: an age from the future, from a clock that was wrong, is not fresh', async () => {
  await applyParks(databases, [parkOf({ id: 4 })], 2 * 86_400_000)
  connection.set({ state: 'online', lastSuccessAt: 2_000 })
  const near = watch(() => useParksNear(HERE))
  await vi.waitFor(() => expect(near()).toMatchObject({ ...ready([{ id: 4 }]), fresh: false }))
})

test('a visitor has no session; signing in, expiry and signing out show at once', async () => {
  const session = watch(useSession)
  await vi.waitFor(() => expect(session()).toMatchObject(ready(null)))
  await applySession(databases, SESSION, 1)
  await vi.waitFor(() => expect(session()).toMatchObject(ready({ user: { first_name: 'Awa' }, expired: false })))
  await applySessionExpired(databases, 'r')
  await vi.waitFor(() => expect(session()).toMatchObject(ready({ expired: true })))
  await applySignOut(databases)
  await vi.waitFor(() => expect(session()).toMatchObject(ready(null)))
})

test('an unanswered deletion hides the vehicle, and a refusal brings it back', async () => {
  await applySession(databases, SESSION, 1)
  await applyVehicles(databases, USER_ID, {
    vehicles: [VEHICLE],
    since: await pullStart(databases, USER_ID),
    savedAt: 1,
  })
  const vehicles = watch(useVehicles)
  await vi.waitFor(() => expect(vehicles()).toMatchObject(ready([{ plate: 'ABC-123', pending: false }])))
  const asked = await enqueue(enqueueContext, USER_ID, { kind: 'vehicle.delete', vehicleId: VEHICLE.id })
  if (!asked.ok) throw new Error(asked.error)
  await vi.waitFor(() => expect(vehicles()).toMatchObject(ready([])))
  const at = { now: 2, network: 'online' } as const
  const change = () => rejected(asked.value, at, { kind: 'problem', code: 'vehicle_in_use', at: 2 })
  await applyOutboxStep(databases, USER_ID, { id: asked.value.id, change })
  await vi.waitFor(() => expect(vehicles()).toMatchObject(ready([{ plate: 'ABC-123' }])))
})

test('what is asked for is on the screen from its commit on, before the database is read again', async () => {
  await applySession(databases, SESSION, 1)
  await applyVehicles(databases, USER_ID, {
    vehicles: [VEHICLE],
    since: await pullStart(databases, USER_ID),
    savedAt: 1,
  })
  const vehicles = watch(useVehicles)
  await vi.waitFor(() => expect(vehicles()).toMatchObject(ready([{ plate: 'ABC-123' }])))
  const reads = vi.spyOn(IDBDatabase.prototype, 'transaction')
  const asked = await enqueue(enqueueContext, USER_ID, { kind: 'vehicle.delete', vehicleId: VEHICLE.id })
  const readsUntilCommit = reads.mock.calls.length
  await Promise.resolve()
  expect(asked.ok).toBe(true)
  expect(vehicles()).toMatchObject(ready([]))
  expect(reads.mock.calls.length).toBe(readsUntilCommit)
  reads.mockRestore()
})

test('of what another driver asked for nothing is shown', async () => {
  await applySession(databases, SESSION, 1)
  await applyVehicles(databases, USER_ID, {
    vehicles: [VEHICLE],
    since: await pullStart(databases, USER_ID),
    savedAt: 1,
  })
  const vehicles = watch(useVehicles)
  await vi.waitFor(() => expect(vehicles()).toMatchObject(ready([{ plate: 'ABC-123' }])))
  await enqueue(enqueueContext, uuid7(), { kind: 'vehicle.delete', vehicleId: VEHICLE.id })
  await Promise.resolve()
  expect(vehicles()).toMatchObject(ready([{ plate: 'ABC-123' }]))
})

const STAY = {
  kind: 'booking.create',
  body: {
    park_id: 5,
    plate: 'ABC-123',
    start_time: '2026-11-23T12:00:00Z',
    end_time: '2026-11-23T13:00:00Z',
    payment_method: 'wallet',
    quoted_total: 450,
    tariff_version: 'v1',
  },
  parkName: 'Green P',
  seen: [],
} as const

test('a booking is not confirmed from the moment its answer is given up, not while its page waits for it', async () => {
  await applySession(databases, SESSION, 1)
  const unconfirmedBookings = watch(useUnconfirmedBookings)
  const placed = await record(enqueueContext, USER_ID, { command: STAY })
  if (!placed.ok) throw new Error(placed.error)
  const { row } = placed.value
  await vi.waitFor(() => expect(unconfirmedBookings()).toMatchObject(ready([])))
  expect(row).toMatchObject({ lane: 'now', state: 'sending' })
  const change = () => unconfirmed(row, { now: 2, network: 'offline' }, null)
  await applyOutboxStep(databases, USER_ID, { id: row.id, change })
  await vi.waitFor(() =>
    expect(unconfirmedBookings()).toMatchObject(
      ready([{ request: { id: row.id, command: { parkName: 'Green P' } }, isDraft: false, booking: null }]),
    ),
  )
})

test('money that was only typed is told apart from what was sent and is not confirmed', async () => {
  await applySession(databases, SESSION, 1)
  const draft = { kind: 'wallet.top_up', amountMinor: 500, currency: 'CAD' } as const
  await record(enqueueContext, USER_ID, { command: draft, isDraft: true })
  const placed = await record(enqueueContext, USER_ID, { command: { ...draft, kind: 'wallet.withdraw' } })
  if (!placed.ok) throw new Error(placed.error)
  const { row } = placed.value
  const change = () => unconfirmed(row, { now: 2, network: 'offline' }, null)
  await applyOutboxStep(databases, USER_ID, { id: row.id, change })
  const money = watch(useUnconfirmedMoney)
  await vi.waitFor(() =>
    expect(money()).toMatchObject(
      ready([
        { isDraft: true, request: { kind: 'wallet.top_up' } },
        { isDraft: false, request: { kind: 'wallet.withdraw' } },
      ]),
    ),
  )
})

test('the built-in countries stand in until the list was pulled', async () => {
  const countries = watch(useCountries)
  await vi.waitFor(() => expect(countries()).toMatchObject({ savedAt: null }))
  const query = countries()
  expect(query.status === 'ready' && query.value.map(({ code }) => code)).toEqual(['NG', 'US', 'CA', 'SN'])
})
