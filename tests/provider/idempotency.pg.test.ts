import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Booking } from '../../src/contract/bookings.ts'
import { DAY_MS } from '../../src/domain/instant.ts'
import { forgetOldKeys } from '../../provider/repositories/idempotency.ts'
import {
  balanceOf,
  bookingBody,
  createDriver,
  mustBook,
  newKey,
  postBooking,
  type TestDriver,
} from './support/test-driver.ts'
import { insertTestPark, type TestPark } from './support/test-parks.ts'
import { startTestProvider, type TestProvider } from './support/test-provider.ts'

let provider: TestProvider
let driver: TestDriver
let park: TestPark

beforeAll(async () => {
  provider = await startTestProvider()
})
afterAll(() => provider.close())
beforeEach(async () => {
  driver = await createDriver(provider)
  park = await insertTestPark(provider.deps.db)
})

const countBookings = async (): Promise<number> => {
  const [row] = await provider.deps.db.query<{ n: number }>('select count(*) as n from bookings where user_id = $1', [
    driver.userId,
  ])
  return row?.n ?? -1
}

test('fault 01: the same request again gets the stored answer, byte for byte, and has one effect', async () => {
  const key = newKey()
  const first = await postBooking(provider, driver, { parkId: park.id, key })
  expect(first.headers.get('idempotency-key')).toBe(key)
  expect(first.headers.get('idempotent-replayed')).toBeNull()
  const again = await postBooking(provider, driver, { parkId: park.id, key })
  expect(again.status).toBe(201)
  expect(again.headers.get('idempotent-replayed')).toBe('true')
  expect(again.headers.get('idempotency-key')).toBe(key)
  expect(await again.text()).toBe(await first.text())
  expect(await countBookings()).toBe(1)
  expect(await balanceOf(provider, driver)).toBe(10_000 - 450)
})

test('a replay is the stored answer even when its times have passed since', async () => {
  const key = newKey()
  const body = bookingBody(provider, { parkId: park.id })
  await provider.request('POST', '/api/v1/bookings', { token: await driver.token(), key, body })
  provider.clock.advance(7_200_000)
  const late = await provider.request('POST', '/api/v1/bookings', { token: await driver.token(), key, body })
  expect(late.status).toBe(201)
  expect(late.headers.get('idempotent-replayed')).toBe('true')
})

test('the same key with another body is 422, with another user’s it is a new request', async () => {
  const key = newKey()
  await postBooking(provider, driver, { parkId: park.id, key })
  const reused = await postBooking(provider, driver, { parkId: park.id, key, minutes: 120 })
  expect(reused.status).toBe(422)
  expect(await reused.json()).toMatchObject({ code: 'idempotency_key_reused' })
  const other = await postBooking(provider, await createDriver(provider), { parkId: park.id, key })
  expect(other.status).toBe(201)
  expect(other.headers.get('idempotent-replayed')).toBeNull()
})

test.each([undefined, '', 'with space inside', 'x'.repeat(129)])('the key %s is 422', async (key) => {
  const body = bookingBody(provider, { parkId: park.id })
  const answer = await provider.request('POST', '/api/v1/bookings', {
    token: await driver.token(),
    body,
    ...(key === undefined ? {} : { key }),
  })
  expect(answer.status).toBe(422)
  expect(await answer.json()).toMatchObject({ code: 'idempotency_key_required' })
})

test('fault 03: twins in parallel have one effect; each gets the answer or is told to ask again', async () => {
  const key = newKey()
  const twins = await Promise.all(
    Array.from({ length: 8 }, () => postBooking(provider, driver, { parkId: park.id, key })),
  )
  const statuses = twins.map((twin) => twin.status)
  expect(statuses.every((status) => status === 201 || status === 409)).toBe(true)
  expect(statuses).toContain(201)
  expect(await countBookings()).toBe(1)
  for (const twin of twins.filter((answer) => answer.status === 409)) {
    expect(await twin.json()).toMatchObject({ code: 'idempotency_in_progress' })
  }
})

test('a twin of a change in progress is 409 at once, not after it', async () => {
  const booking = await mustBook(provider, driver, { parkId: park.id })
  const token = await driver.token()
  const key = newKey()
  const path = `/api/v1/bookings/${booking.booking_id}/status?status=cancelled`
  await provider.deps.db.transaction(async (tx) => {
    // The booking's row is locked, so the first request waits inside its transaction.
    await tx.query('select 1 from bookings where booking_id = $1 for update', [booking.booking_id])
    const first = provider.request('PUT', path, { token, key })
    await expect
      .poll(async () => {
        // The request takes its key's lock before the booking's. Jobs may hold other advisory locks.
        const rows = await provider.deps.db.query(
          `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        )
        return rows.length
      })
      .toBe(1)
    const twin = await provider.request('PUT', path, { token, key })
    expect(twin.status).toBe(409)
    expect(twin.headers.get('retry-after')).toBe('1')
    const asked = await provider.request('GET', `/api/v1/requests/${key}`, { token })
    expect(await asked.json()).toMatchObject({ data: { key, state: 'in_progress' } })
    void first
  })
  await expect.poll(async () => (await provider.request('PUT', path, { token, key })).status).toBe(200)
  expect(await balanceOf(provider, driver)).toBe(10_000)
})

test('what was refused stays refused under its key, also once its reason is gone: a copy that was held up does nothing', async () => {
  const key = newKey()
  const single = await insertTestPark(provider.deps.db, { capacity: 1 })
  const blocking = await mustBook(provider, driver, { parkId: single.id })
  const refused = await postBooking(provider, driver, { parkId: single.id, key })
  expect([refused.status, refused.headers.get('idempotent-replayed')]).toEqual([409, null])
  const cancel = `/api/v1/bookings/${blocking.booking_id}/status?status=cancelled`
  expect((await provider.request('PUT', cancel, { token: await driver.token(), key: newKey() })).status).toBe(200)
  const late = await postBooking(provider, driver, { parkId: single.id, key })
  expect([late.status, late.headers.get('idempotent-replayed')]).toEqual([409, 'true'])
  expect(late.headers.get('content-type')).toBe(refused.headers.get('content-type'))
  const refusal: unknown = await refused.json()
  expect(await late.json()).toEqual(refusal)
  const asked = await provider.request('GET', `/api/v1/requests/${key}`, { token: await driver.token() })
  expect(await asked.json()).toEqual({ data: { key, state: 'withdrawn', refusal } })
  // A driver who still wants the space sends a new request.
  expect((await postBooking(provider, driver, { parkId: single.id, key: newKey() })).status).toBe(201)
})

test('a change is replayed like a booking', async () => {
  const booking = await mustBook(provider, driver, { parkId: park.id })
  const options = { token: await driver.token(), key: newKey(), body: { plate: 'NEW 1' } }
  const path = `/api/v1/bookings/${booking.booking_id}/vehicle`
  const first = (await (await provider.request('PUT', path, options)).json()) as { data: Booking }
  const again = await provider.request('PUT', path, options)
  expect(again.headers.get('idempotent-replayed')).toBe('true')
  expect(await again.json()).toEqual(first)
  expect(first.data.version).toBe(2)
})

test('keys are forgotten after 30 days', async () => {
  const [create, cancel] = [newKey(), newKey()]
  const answer = await postBooking(provider, driver, { parkId: park.id, key: create })
  const { data } = (await answer.json()) as { data: Booking }
  const path = `/api/v1/bookings/${data.booking_id}/status?status=cancelled`
  await provider.request('PUT', path, { token: await driver.token(), key: cancel })
  const findKeys = () =>
    provider.deps.db.query('select key from idempotency_keys where key = any($1)', [[create, cancel]])
  await forgetOldKeys(provider.deps.db, provider.clock.now() + 30 * DAY_MS)
  expect(await findKeys()).toHaveLength(2)
  await forgetOldKeys(provider.deps.db, provider.clock.now() + 30 * DAY_MS + 1)
  expect(await findKeys()).toHaveLength(0)
})
