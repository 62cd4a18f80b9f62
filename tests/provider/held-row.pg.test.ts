import { afterAll, beforeAll, expect, test } from 'vitest'
import { isDatabaseUnavailable } from '../../provider/db/unavailable.ts'
import { createDriver, newKey, postBooking, type TestDriver } from './support/test-driver.ts'
import { insertTestPark } from './support/test-parks.ts'
import { startTestProvider, type TestProvider } from './support/test-provider.ts'

const POOL = 8

let provider: TestProvider
beforeAll(async () => {
  provider = await startTestProvider({ poolSize: POOL })
})
afterAll(() => provider.close())

test('one row that somebody holds stops nobody else: its own are told to come again, with nothing done, and succeed later', async () => {
  const { db, owner } = provider.database
  const [held, free] = [await insertTestPark(db, { capacity: 50 }), await insertTestPark(db, { capacity: 50 })]
  const drivers: readonly TestDriver[] = await Promise.all(
    Array.from({ length: POOL + 1 }, () => createDriver(provider)),
  )
  const [other, ...waiting] = drivers as [TestDriver, ...TestDriver[]]
  const requests = waiting.map((driver) => ({ driver, key: newKey() }))
  const bookHeld = (): Promise<readonly Response[]> =>
    Promise.all(requests.map(({ driver, key }) => postBooking(provider, driver, { parkId: held.id, key })))

  const holder = await owner.connect()
  await holder.query('begin')
  await holder.query('select 1 from parks where id = $1 for update', [held.id])
  const refused = bookHeld()
  const meanwhile = Promise.all([
    provider.request('GET', '/api/v1/bookings/list', { token: await other.token() }),
    postBooking(provider, other, { parkId: free.id }),
    refused,
  ])
  await Promise.allSettled([meanwhile])
  await holder.query('rollback')
  holder.release()
  const [list, booked, answers] = await meanwhile
  expect([list.status, booked.status]).toEqual([200, 201])
  expect(answers.map(({ status }) => status)).toEqual(waiting.map(() => 503))
  expect(answers.every(({ headers }) => headers.has('retry-after'))).toBe(true)

  expect((await bookHeld()).map(({ status }) => status)).toEqual(waiting.map(() => 201))
  expect(await db.query('select 1 from bookings where park_id = $1', [held.id])).toHaveLength(POOL)
})

test('a statement without end is ended, and is no failure of ours', async () => {
  const { db } = provider.database
  const slow = db.transaction(async (tx) => {
    await tx.query(`set local statement_timeout = '50ms'`)
    return tx.query('select pg_sleep(60)')
  })
  expect(isDatabaseUnavailable(await slow.catch((error: unknown) => error))).toBe(true)
})

test('a transaction that was left open is ended, its locks with it, and the pool goes on', async () => {
  const { db } = provider.database
  const left = db.transaction(async (tx) => {
    await tx.query(`set local idle_in_transaction_session_timeout = '50ms'`)
    await new Promise((resolve) => setTimeout(resolve, 300))
    return tx.query('select 1')
  })
  expect(isDatabaseUnavailable(await left.catch((error: unknown) => error))).toBe(true)
  expect(await db.transaction((tx) => tx.query('select 1 as one'))).toEqual([{ one: 1 }])
})

test('every limit is in force on the connections that answer requests', async () => {
  const { db } = provider.database
  const limits = await db.transaction((tx) =>
    tx.query<{ setting: string }>(
      `select setting from pg_settings where name in ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout')`,
    ),
  )
  expect(limits.filter(({ setting }) => Number(setting) > 0)).toHaveLength(3)
})
