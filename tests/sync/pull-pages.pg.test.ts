import { afterAll, beforeAll, expect, test } from 'vitest'
import { bookPark } from '../../src/actions/bookings.online.ts'
import { signIn } from '../../src/actions/registration.online.ts'
import { readBookings } from '../../src/db/read/bookings.ts'
import { pullBookings } from '../../src/sync/pull/pull-bookings.ts'
import { PASSWORD } from '../provider/support/accounts.ts'
import { insertTestPark, type TestPark } from '../provider/support/test-parks.ts'
import { startTestProvider, type TestProvider } from '../provider/support/test-provider.ts'
import { newEmail, phoneAt, signedInPhone, stayAt, userIdOf, valueOf } from './support/provider-phone.ts'
import type { TestPhone } from './support/test-phone.ts'

let provider: TestProvider
let park: TestPark
beforeAll(async () => {
  provider = await startTestProvider()
  park = await insertTestPark(provider.deps.db, { name: 'Paged Garage', capacity: 20 })
})
afterAll(() => provider.close())

const PAGE_OF = 2

/** Makes the provider return pages of two; `between` runs after the first page. */
function inSmallPages(phone: TestPhone, between: () => Promise<unknown>): void {
  phone.line.through = async (request, next) => {
    const url = new URL(request.url)
    if (!url.pathname.endsWith('/bookings/list')) return next(request)
    url.searchParams.set('size', String(PAGE_OF))
    const answer = await next(new Request(url, request))
    if (url.searchParams.get('page') === '1') await between()
    return answer
  }
}

const book = async (phone: TestPhone, plate: string): Promise<string> =>
  valueOf(await bookPark(stayAt(provider, park, { plate }), phone)).booking_id

const savedIds = async (phone: TestPhone): Promise<string[]> =>
  (await readBookings(phone.dbs)).value.map(({ booking_id }) => booking_id).toSorted()

test('fault 37: a list whose pages drift while a row is added on another phone deletes nothing and doubles nothing', async () => {
  const email = newEmail()
  const phone = await signedInPhone(provider, email)
  const userId = await userIdOf(phone)
  // Two full pages: the row added between them pushes one row on to a third page.
  const known: string[] = []
  for (const plate of ['AAA-1', 'AAA-2', 'AAA-3', 'AAA-4']) known.push(await book(phone, plate))
  const other = phoneAt(provider)
  valueOf(await signIn({ identifier: email, password: PASSWORD }, other))
  await other.settled()

  const added: string[] = []
  inSmallPages(phone, async () => added.push(await book(other, 'BBB-1')))
  valueOf(await pullBookings(phone, userId))
  expect((await savedIds(phone)).filter((id) => known.includes(id))).toEqual(known.toSorted())
  expect(new Set(await savedIds(phone)).size).toBe((await savedIds(phone)).length)

  inSmallPages(phone, () => Promise.resolve())
  valueOf(await pullBookings(phone, userId))
  expect(await savedIds(phone)).toEqual([...known, ...added].toSorted())
})
