import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildApp } from '../../provider/app.ts'
import type { Database } from '../../provider/db/database.ts'
import { createSqlStore } from '../../provider/repositories/store.ts'
import { balanceOf, bookingBody, createDriver, newKey } from './support/test-driver.ts'
import { insertTestPark } from './support/test-parks.ts'
import { startTestProvider, type TestProvider } from './support/test-provider.ts'

let provider: TestProvider

beforeAll(async () => {
  provider = await startTestProvider()
})
afterAll(() => provider.close())

/** Wraps the provider's database and records the statements sent, with transactions as `begin`. */
function countingDatabase(db: Database): { readonly db: Database; readonly sent: string[] } {
  const sent: string[] = []
  const counting: Database = {
    ...db,
    query: (sql, values) => {
      sent.push(sql)
      return db.query(sql, values)
    },
    transaction: (work) => {
      sent.push('begin')
      return db.transaction(work)
    },
  }
  return { db: counting, sent }
}

test('a booking is written in one round trip: one statement, no transaction around it', async () => {
  const driver = await createDriver(provider)
  const park = await insertTestPark(provider.deps.db)
  await balanceOf(provider, driver)
  const { db, sent } = countingDatabase(provider.deps.db)
  const app = buildApp({ ...provider.deps, db, store: createSqlStore(db) })
  const answer = await app.request('/api/v1/bookings', {
    method: 'POST',
    headers: {
      authorization: `Bearer ${await driver.token()}`,
      'idempotency-key': newKey(),
      'content-type': 'application/json',
    },
    body: JSON.stringify(bookingBody(provider, { parkId: park.id })),
  })
  expect(answer.status).toBe(201)
  const tables = sent.map((sql) =>
    /\b(?:from|begin)\b\s*(\w*)|(stays_beside)/.exec(sql)?.find((name, index) => index > 0 && name !== undefined),
  )
  // Five queries come first: whether the key was used, whether the account may act, the park's price, the plan's
  // discount (these two at once), and which stays this one continues.
  expect(tables).toEqual(['look_at_request', 'users', 'park_tariffs', 'subscriptions', 'stays_beside', 'book_parking'])
})
