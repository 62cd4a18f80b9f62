import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Booking } from '../../src/contract/bookings.ts'
import type { CompanyStatement } from '../../src/contract/companies.ts'
import type { StayReceipt } from '../../src/contract/payments.ts'
import { MINUTE_MS, mustInstant } from '../../src/domain/instant.ts'
import { assignReceipts } from '../../provider/repositories/ledger.ts'
import { expectRefusal, readJson } from './support/accounts.ts'
import { addMember, askCompany, companiesOf, detailOf, openCompany, removeDriver } from './support/test-companies.ts'
import type { TestCompany } from './support/test-companies.ts'
import { balanceOf, createDriver, mustBook, newKey, postBooking, testPrice } from './support/test-driver.ts'
import type { TestDriver } from './support/test-driver.ts'
import { closeBalanced, goToWholeMinute } from './support/test-ledger.ts'
import { insertTestPark } from './support/test-parks.ts'
import { startTestProvider, TEST_NOW, type TestProvider } from './support/test-provider.ts'

/** Due for an hour's stay that ended 17 minutes ago. */
const DUE = 250

let provider: TestProvider
let driver: TestDriver
let company: TestCompany
let parkId: number
beforeAll(async () => {
  provider = await startTestProvider({ poolSize: 12 })
})
afterAll(() => closeBalanced(provider))
beforeEach(async () => {
  provider.clock.set(TEST_NOW)
  goToWholeMinute(provider.clock)
  await provider.deps.db.query('delete from attempts')
  driver = await createDriver(provider)
  company = await openCompany(provider, await createDriver(provider), 1_000)
  parkId = (await insertTestPark(provider.deps.db, { capacity: 50 })).id
})

const forCompany = (more: object = {}) => ({ parkId, ...more, changes: { company_id: company.id } })
const goPast = (booking: Booking, minutes: number): void =>
  provider.clock.set(mustInstant(booking.end_time) + minutes * MINUTE_MS)
const companyHas = async (): Promise<number> => (await detailOf(provider, company)).balance
const driverHas = (): Promise<number> => balanceOf(provider, driver)
const spent = async () => (await companiesOf(provider, driver))[0]?.month_spent

async function over(minutes = 17): Promise<Booking> {
  const booking = await mustBook(provider, driver, forCompany({ fromMinutes: 1 }))
  goPast(booking, minutes)
  return booking
}

interface Payment {
  readonly privately?: boolean
  readonly as?: TestDriver
  readonly key?: string
  readonly maxPrice?: number
}

const pay = async (booking: Booking, { as = driver, key = newKey(), maxPrice = 10_000, ...more }: Payment = {}) =>
  provider.request('POST', `/api/v1/bookings/${booking.booking_id}/overstay`, {
    ...{ token: await as.token(), key },
    body: { max_price: maxPrice, ...more },
  })

async function mustPay(booking: Booking, payment: Payment = {}): Promise<Booking> {
  const answer = await pay(booking, payment)
  expect(answer.status).toBe(200)
  return (await readJson<{ data: Booking }>(answer)).data
}

it('is refused where it is above the limit, then paid by the driver, who alone pays it, and counts in no limit of the company', async () => {
  await addMember(provider, company, driver, { booking_limit: testPrice(60), month_limit: testPrice(60) + DUE })
  const booking = await over()
  const before = { company: await companyHas(), driver: await driverHas() }
  await expectRefusal(await pay(booking), 409, 'company_limit')
  expect([await companyHas(), await driverHas()]).toEqual([before.company, before.driver])
  const { overstay } = await mustPay(booking, { privately: true })
  expect(overstay).toMatchObject({ paid: DUE, own: DUE })
  expect([await companyHas(), await driverHas()]).toEqual([before.company, before.driver - DUE])
  expect(await spent()).toBe(testPrice(60))
})

it('is refused where the company’s wallet is empty, the vehicle is another or the driver was removed, and can be paid each time', async () => {
  await addMember(provider, company, driver)
  const booking = await over()
  await provider.deps.db.query('update companies set plates = $2 where company_id = $1', [company.id, ['OTHER1']])
  await expectRefusal(await pay(booking), 409, 'company_plate')
  expect((await mustPay(booking, { privately: true })).overstay).toMatchObject({ paid: DUE, own: DUE })
  await provider.deps.db.query(`update companies set plates = '{}' where company_id = $1`, [company.id])

  await postBooking(provider, driver, forCompany({ fromMinutes: 2_000, minutes: 120 }))
  await mustBook(provider, driver, { parkId, fromMinutes: 5_000 })
  const left = await companyHas()
  goPast(booking, 17 + 12 * 60)
  const owed = await pay(booking, { maxPrice: 0 })
  const { total } = await readJson<{ total: number }>(owed)
  expect(total).toBeGreaterThan(left)
  await expectRefusal(await pay(booking), 409, 'company_too_low')
  await removeDriver(provider, company, driver)
  await expectRefusal(await pay(booking), 404, 'company_not_found')
  expect((await mustPay(booking, { privately: true })).overstay?.paid).toBe(DUE + total)
  expect(await companyHas()).toBe(left)
})

it('is paid once, whoever pays how often at once', async () => {
  await addMember(provider, company, driver)
  const booking = await over()
  const before = (await companyHas()) + (await driverHas())
  const key = newKey()
  const answers = await Promise.all([
    pay(booking),
    pay(booking, { privately: true }),
    pay(booking, { privately: true, key }),
    pay(booking, { privately: true, key }),
    pay(booking),
  ])
  expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true)
  expect((await companyHas()) + (await driverHas())).toBe(before - DUE)
  expect((await mustPay(booking)).overstay?.paid).toBe(DUE)
  expect((await mustPay(booking, { privately: true })).overstay?.paid).toBe(DUE)
  expect((await companyHas()) + (await driverHas())).toBe(before - DUE)
})

it('is paid by the company again for the time after, which the booking and both receipts tell apart', async () => {
  await addMember(provider, company, driver, { booking_limit: testPrice(60) })
  const booking = await over()
  await expectRefusal(await pay(booking), 409, 'company_limit')
  await mustPay(booking, { privately: true })
  await addMember(provider, company, driver, { booking_limit: testPrice(60) + 200 })
  goPast(booking, 41)
  const before = await driverHas()
  const paid = await mustPay(booking)
  expect(paid.overstay).toMatchObject({ paid: DUE + 200, own: DUE })
  expect(await driverHas()).toBe(before)
  expect(await spent()).toBe(testPrice(60) + 200)

  await assignReceipts(provider.deps.db, { nowMs: provider.clock.now() })
  const rows = await provider.deps.db.query<{ number: string; amount: number }>(
    `select r.country_code || '-' || lpad(r.number::text, 6, '0') as number, -e.amount_minor as amount
       from receipts r join postings p using (posting_id) join entries e using (posting_id)
      where p.booking_id = $1 and e.account = 'wallet' order by p.posting_id`,
    [booking.booking_id],
  )
  const paidBy = async (number: string): Promise<string | null | undefined> => {
    const answer = await provider.request('GET', `/api/v1/receipts/${number}`, { token: await driver.token() })
    return (await readJson<{ data: StayReceipt }>(answer)).data.company
  }
  expect(rows.map(({ amount }) => amount)).toEqual([testPrice(60), DUE, 200])
  expect(await Promise.all(rows.map(({ number }) => paidBy(number)))).toEqual(['Clean & Co', undefined, 'Clean & Co'])

  const month = new Date(provider.clock.now()).toISOString().slice(0, 7)
  const statement = await askCompany(provider, company.admin, `/${company.id}/statement?month=${month}`)
  const { data } = await readJson<{ data: CompanyStatement }>(statement)
  expect(data.lines.map(({ amount }) => amount)).toEqual([1_000, -testPrice(60), -200])
})

it('is paid by nobody else, for no car that has left, never above what was seen, and not from an empty wallet', async () => {
  await addMember(provider, company, driver)
  const booking = await over()
  await expectRefusal(await pay(booking, { privately: true, as: company.admin }), 404, 'booking_not_found')
  await expectRefusal(await pay(booking, { privately: true, maxPrice: DUE - 1 }), 409, 'max_price_exceeded')
  for (const minutes of [600, 60])
    for (let day = 1; (await driverHas()) >= testPrice(minutes); day += 1)
      await mustBook(provider, driver, { parkId, fromMinutes: day * 1_440 + minutes * 2, minutes })
  const rest = await driverHas()
  goPast(booking, 3 * 1_440)
  const owed = await pay(booking, { privately: true, maxPrice: 0 })
  const { total } = await readJson<{ total: number }>(owed)
  expect(total).toBeGreaterThan(rest)
  await expectRefusal(await pay(booking, { privately: true, maxPrice: total }), 409, 'wallet_too_low')
  await provider.deps.db.query(
    'update bookings set checked_in_at = start_time, checked_out_at = end_time where booking_id = $1',
    [booking.booking_id],
  )
  await expectRefusal(await pay(booking, { privately: true }), 409, 'car_left')
  expect(await driverHas()).toBe(rest)
})

it('changes nothing where no company pays: it is the driver’s own wallet then', async () => {
  const booking = await mustBook(provider, driver, { parkId, fromMinutes: 1 })
  goPast(booking, 17)
  const before = await driverHas()
  expect((await mustPay(booking, { privately: true })).overstay).toEqual({ paid: DUE, until: expect.any(String) })
  expect(await driverHas()).toBe(before - DUE)
})
