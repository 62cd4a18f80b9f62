import { afterAll, beforeAll, expect, test } from 'vitest'
import { assignReceipts } from '../../provider/repositories/ledger.ts'
import { bookPark } from '../../src/actions/bookings.online.ts'
import { extendBooking } from '../../src/actions/bookings.ts'
import { listParkPage } from '../../src/actions/parks.online.ts'
import { refreshWallet } from '../../src/actions/connection.online.ts'
import { readParkPage } from '../../src/db/read/park-pages.ts'
import { readReceipt } from '../../src/db/read/payments.ts'
import { readTransactions } from '../../src/db/read/wallet.ts'
import { insertTestPark, type TestPark } from '../provider/support/test-parks.ts'
import { startTestProvider, type TestProvider } from '../provider/support/test-provider.ts'
import { doneOf, phoneAt, signedInPhone, stayAt, valueOf } from './support/provider-phone.ts'
import { offline, type TestPhone } from './support/test-phone.ts'

let provider: TestProvider
let park: TestPark
beforeAll(async () => {
  provider = await startTestProvider()
  park = await insertTestPark(provider.deps.db, { name: 'Marché Thiès', capacity: 20 })
  for (const name of ['Page A', 'Page B', 'Page C']) await insertTestPark(provider.deps.db, { name })
})
afterAll(() => provider.close())

const receiptsAsked = (phone: TestPhone): readonly string[] =>
  phone.line.sent.map(({ path }) => path).filter((path) => path.startsWith('/receipts/'))

/** A signed-in phone; while it waits for a receipt, the provider's job that numbers charges runs. */
async function payingPhone(): Promise<TestPhone> {
  const phone = await signedInPhone(provider)
  const assign = { nowMs: provider.clock.now() }
  return { ...phone, wait: () => assignReceipts(provider.deps.db, assign).then(() => undefined) }
}

test('the receipts of what was paid on this phone open with no signal although nobody has looked at one', async () => {
  const phone = await payingPhone()
  const booking = valueOf(await bookPark(stayAt(provider, park), phone))
  await phone.settled()
  const newEndMs = Date.parse(booking.end_time) + 3_600_000
  await doneOf(extendBooking({ booking, newEndMs, maxPriceMinor: 400 }, phone))
  await phone.settled()
  // The page's own phone sends the outbox, and does not wait for the job.
  valueOf(await refreshWallet('CAD', phone))
  await phone.settled()

  const next = phone.restart()
  next.line.through = offline
  const { value: transactions } = await readTransactions('CAD', next.dbs)
  const numbers = transactions.flatMap(({ receipt_number: number }) => number ?? [])
  expect(numbers).toHaveLength(2)
  const receipts = await Promise.all(numbers.map((number) => readReceipt(number, next.dbs)))
  const total = receipts.reduce((sum, { value }) => sum + (value !== null && 'total' in value ? value.total : 0), 0)
  expect(receipts.map(({ value }) => value?.kind).toSorted()).toEqual(['booking', 'extension'])
  expect(total).toBe(-transactions.reduce((sum, { kind, amount }) => sum + (kind === 'welcome_credit' ? 0 : amount), 0))
})

test('each receipt is fetched once, however often the wallet is', async () => {
  const phone = await payingPhone()
  valueOf(await bookPark(stayAt(provider, park), phone))
  await phone.settled()
  expect(receiptsAsked(phone)).toHaveLength(1)
  valueOf(await bookPark(stayAt(provider, park, { plate: 'OTHER-1' }), phone))
  await phone.settled()
  expect(receiptsAsked(phone)).toHaveLength(2)
})

const PLAIN = { country: 'CA', text: '', kind: null, needs: [], heightMetres: null, near: null } as const

test('a page of the list of car parks is there again with no signal: the same parks in the same order, of as many', async () => {
  const phone = phoneAt(provider)
  const query = { ...PLAIN, page: 1 } as const
  const seen = valueOf(await listParkPage({ ...query, size: 2 }, phone))
  expect(seen).toMatchObject({ total: 4, pages: 2 })

  const next = phone.restart()
  next.line.through = offline
  const { value, savedAt } = await readParkPage(query, next.dbs)
  expect(value?.parks.map(({ id }) => id)).toEqual(seen.items.map(({ id }) => id))
  expect(value?.total).toBe(4)
  expect(value?.parks.every((kept) => kept.savedAt === savedAt)).toBe(true)
  expect((await readParkPage({ ...query, page: 2 }, next.dbs)).value).toBeNull()
})

test('a page of those that pass filters is another page, kept beside the plain one', async () => {
  const phone = phoneAt(provider)
  const plain = { ...PLAIN, page: 1 } as const
  const near = { lat: 43.66, lng: -79.39 }
  const filtered = { ...plain, needs: ['covered', 'ev'], heightMetres: 2.6, near } as const
  valueOf(await listParkPage({ ...plain, size: 20 }, phone))
  const asked: string[] = []
  phone.line.through = (request, go) => {
    asked.push(request.url)
    return go(request)
  }
  expect(valueOf(await listParkPage({ ...filtered, size: 20 }, phone)).total).toBe(0)
  expect(asked[0]).toMatch(/covered=1.*ev=1.*height=2\.6.*lat=43\.66.*lng=-79\.39/)

  const next = phone.restart()
  next.line.through = offline
  expect((await readParkPage(plain, next.dbs)).value?.total).toBe(4)
  expect((await readParkPage({ ...filtered, needs: ['ev', 'covered'] }, next.dbs)).value?.total).toBe(0)
  expect((await readParkPage({ ...filtered, heightMetres: 2 }, next.dbs)).value).toBeNull()
})

test('of pages looked at long ago the oldest leave', async () => {
  const phone = phoneAt(provider)
  const query = PLAIN
  for (let page = 1; page <= 42; page += 1) valueOf(await listParkPage({ ...query, page, size: 1 }, phone))
  const rows = await phone.dbs.public.saved.where('key').startsWith('parks-').count()
  expect(rows).toBe(40)
})
