import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadFreeSpaces } from '../../src/actions/parks.online.ts'
import { HOUR_MS, toInstant } from '../../src/domain/instant.ts'
import { createDriver, mustBook } from '../provider/support/test-driver.ts'
import { insertTestPark } from '../provider/support/test-parks.ts'
import { startTestProvider, type TestProvider } from '../provider/support/test-provider.ts'
import { errorOf, phoneAt, valueOf } from '../sync/support/provider-phone.ts'
import { offline } from '../sync/support/test-phone.ts'

let provider: TestProvider
beforeAll(async () => {
  provider = await startTestProvider()
})
afterAll(() => provider.close())

test('the free spaces of a list are those of the stay that was asked about, without signing in', async () => {
  const phone = phoneAt(provider)
  const park = await insertTestPark(provider.deps.db, { capacity: 3 })
  await mustBook(provider, await createDriver(provider), { parkId: park.id, fromMinutes: 60, minutes: 60 })
  const at = (hours: number) => toInstant(provider.clock.now() + hours * HOUR_MS)
  const freeFor = async (from: number, until: number) =>
    valueOf(await loadFreeSpaces({ parkIds: [park.id], fromMs: at(from), untilMs: at(until) }, phone)).map(
      ({ available }) => available,
    )
  expect(await freeFor(1, 2)).toEqual([2])
  expect(await freeFor(2, 3)).toEqual([3])
})

test('for no park nothing is asked, and without a connection nothing is made up', async () => {
  const phone = phoneAt(provider)
  const stay = { fromMs: toInstant(0), untilMs: toInstant(HOUR_MS) }
  expect(valueOf(await loadFreeSpaces({ parkIds: [], ...stay }, phone))).toEqual([])
  expect(phone.line.sent).toEqual([])
  phone.line.through = offline
  expect(errorOf(await loadFreeSpaces({ parkIds: [1], ...stay }, phone)).kind).toBe('offline')
})
