import { expect, test } from 'vitest'
import { isDatabaseUnavailable } from '../../provider/db/unavailable.ts'
import { createTestDatabase } from './support/test-database.ts'
import { startTestProvider } from './support/test-provider.ts'

test('a database that is being closed takes no more work, and ends what is under way', async () => {
  const database = await createTestDatabase()
  const { db } = database
  const begun = Promise.withResolvers<undefined>()
  const under = db.transaction(async (tx) => {
    await tx.query('select 1')
    begun.resolve(undefined)
    return tx.query<{ slept: number }>('select 1 as slept from pg_sleep(0.2)')
  })
  await begun.promise
  const dropped = database.drop()
  const refused = await db.query('select 1').catch((error: unknown) => error)
  expect(isDatabaseUnavailable(refused)).toBe(true)
  expect(isDatabaseUnavailable(await db.transaction(() => Promise.resolve()).catch((error: unknown) => error))).toBe(
    true,
  )
  expect(await under).toEqual([{ slept: 1 }])
  await dropped
})

test('a request that comes after the end is told to come again, and is no failure of ours', async () => {
  const provider = await startTestProvider()
  await provider.close()
  expect((await provider.request('GET', '/api/v1/parks/front/parks/?lat=43.6&lng=-79.4')).status).toBe(503)
})

test.each([
  ['53100', 'a full disk'],
  ['53200', 'no memory'],
  ['58030', 'a disk that fails'],
  ['25006', 'a database that is read-only'],
])('%s, %s, is nothing that a request did: it is told to come again', async (state) => {
  const database = await createTestDatabase()
  const refused = await database.db
    .query(`do $$ begin raise exception 'no' using errcode = '${state}'; end $$`)
    .catch((error: unknown) => error)
  expect(isDatabaseUnavailable(refused)).toBe(true)
  await database.drop()
})
