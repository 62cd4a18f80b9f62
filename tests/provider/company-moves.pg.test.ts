import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Booking } from '../../src/contract/bookings.ts'
import { MINUTE_MS } from '../../src/domain/instant.ts'
import { expectRefusal } from './support/accounts.ts'
import { addMember, companiesOf, detailOf, openCompany, type TestCompany } from './support/test-companies.ts'
import { createDriver, mustBook, newKey, postBooking, testPrice, type TestDriver } from './support/test-driver.ts'
import { closeBalanced, goToWholeMinute } from './support/test-ledger.ts'
import { mustMove, postMove } from './support/test-moves.ts'
import { insertTestPark } from './support/test-parks.ts'
import { startTestProvider, TEST_NOW, type TestProvider } from './support/test-provider.ts'

const FILLED = 20_000
const DAY = 1_440

let provider: TestProvider
let driver: TestDriver
let company: TestCompany
let parkId: number
beforeAll(async () => {
  provider = await startTestProvider()
})
afterAll(() => closeBalanced(provider))
beforeEach(async () => {
  provider.clock.set(TEST_NOW)
  goToWholeMinute(provider.clock)
  await provider.deps.db.query('delete from attempts')
  driver = await createDriver(provider)
  company = await openCompany(provider, await createDriver(provider))
  parkId = (await insertTestPark(provider.deps.db, { capacity: 50 })).id
})

const forCompany = (more: object = {}) => ({ parkId, ...more, changes: { company_id: company.id } })
const move = async (booking: Booking, to: object): Promise<Booking> =>
  (await mustMove(provider, { driver, booking }, to)).data
const tryMove = (booking: Booking, to: object) => postMove(provider, { driver, booking }, to)
const spent = async () => (await companiesOf(provider, driver))[0]?.month_spent
const paid = async (): Promise<number> => FILLED - (await detailOf(provider, company)).balance
const cancel = async ({ booking_id: id }: Booking): Promise<number> =>
  (
    await provider.request('PUT', `/api/v1/bookings/${id}/status?status=cancelled`, {
      ...{ token: await driver.token(), key: newKey() },
    })
  ).status
const renew = async ({ booking_id: id, total }: Booking): Promise<Response> =>
  provider.request(
    'PUT',
    `/api/v1/bookings/${id}/status?status=active&quoted_total=${String(total)}&tariff_version=v1`,
    { token: await driver.token(), key: newKey() },
  )
const extend = async (booking: Booking, minutes: number): Promise<Response> =>
  provider.request('POST', '/api/v1/bookings/extend', {
    ...{ token: await driver.token(), key: newKey() },
    body: {
      ...{ booking_id: booking.booking_id, base_end_time: booking.end_time, max_price: 100_000 },
      new_end_time: new Date(Date.parse(booking.end_time) + minutes * MINUTE_MS).toISOString(),
    },
  })
const nextMonth = () => provider.clock.set(TEST_NOW + 33 * DAY * MINUTE_MS)

it('counts once in the limit of a month, however often it is moved there and back, extended and cancelled', async () => {
  await addMember(provider, company, driver, { month_limit: testPrice(90) })
  const first = await mustBook(provider, driver, forCompany({ fromMinutes: 100 }))
  const second = await move(first, { fromMinutes: 300 })
  const third = await move(second, { fromMinutes: 100 })
  expect([await spent(), await paid()]).toEqual([testPrice(60), testPrice(60)])
  expect((await extend(third, 30)).status).toBe(200)
  await expectRefusal(await extend({ ...third, end_time: endOf(third, 30) }, 30), 409, 'company_limit')
  await expectRefusal(await postBooking(provider, driver, forCompany({ fromMinutes: 900 })), 409, 'company_limit')
  expect(await cancel(third)).toBe(200)
  expect([await spent(), await paid()]).toEqual([0, 0])
  await mustBook(provider, driver, forCompany({ fromMinutes: 900, minutes: 90 }))
  await expectRefusal(await renew({ ...third, total: testPrice(90) }), 409, 'company_limit')
})

it('costs the month of a move the difference alone, of a booking of the month before', async () => {
  await addMember(provider, company, driver, { month_limit: testPrice(60) })
  const booking = await mustBook(provider, driver, forCompany({ fromMinutes: 40 * DAY }))
  nextMonth()
  const moved = await move(booking, { fromMinutes: 8 * DAY })
  expect([await spent(), await paid()]).toEqual([0, testPrice(60)])
  const longer = await move(moved, { fromMinutes: 9 * DAY, minutes: 120 })
  expect([await spent(), await paid()]).toEqual([testPrice(120) - testPrice(60), testPrice(120)])
  await expectRefusal(await postBooking(provider, driver, forCompany()), 409, 'company_limit')
  // The refund is of last month's payment, so it cannot raise this month's allowance above one full limit.
  expect(await cancel(longer)).toBe(200)
  await mustBook(provider, driver, forCompany())
  await expectRefusal(await postBooking(provider, driver, forCompany({ fromMinutes: 200 })), 409, 'company_limit')
})

it('is held to the limit of a booking together with what was kept of those it was moved from', async () => {
  await addMember(provider, company, driver, { booking_limit: testPrice(90) })
  const first = await mustBook(provider, driver, forCompany({ fromMinutes: 100 }))
  // The undo period has passed, and a move keeps half.
  provider.clock.set(provider.clock.now() + 15 * MINUTE_MS)
  await provider.deps.db.query(
    `update bookings set refund_rules = '[{"until": "start", "offsetMinutes": 0, "percent": 50}]' where booking_id = $1`,
    [first.booking_id],
  )
  const kept = testPrice(60) / 2
  await expectRefusal(await tryMove(first, { fromMinutes: 300, minutes: 90 }), 409, 'company_limit')
  expect(await paid()).toBe(testPrice(60))
  const second = await move(first, { fromMinutes: 300, minutes: 30 })
  expect(await paid()).toBe(kept + testPrice(30))
  await expectRefusal(await extend(second, 60), 409, 'company_limit')
  await expectRefusal(await tryMove(second, { fromMinutes: 100, minutes: 90 }), 409, 'company_limit')
  expect(await paid()).toBe(kept + testPrice(30))
})

function endOf(booking: Booking, minutes: number): string {
  return new Date(Date.parse(booking.end_time) + minutes * MINUTE_MS).toISOString()
}
