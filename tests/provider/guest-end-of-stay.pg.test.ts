import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Booking } from '../../src/contract/bookings.ts'
import { MINUTE_MS, mustInstant } from '../../src/domain/instant.ts'
import { must } from '../../src/lib/assert.ts'
import { expectRefusal, lastCode } from './support/accounts.ts'
import { checkoutSteps } from './support/test-checkout.ts'
import { balanceOf, newKey } from './support/test-driver.ts'
import { mustStartGuest, postConfirm, postKeep, type TestGuest } from './support/test-guests.ts'
import { closeBalanced } from './support/test-ledger.ts'
import { sendAs } from './support/test-money.ts'
import { insertTestPark, type TestPark } from './support/test-parks.ts'
import { mustTopUp, onPage, payInSilence, postTopUp } from './support/test-payments.ts'
import { startTestProvider, type TestProvider } from './support/test-provider.ts'

let provider: TestProvider
let guest: TestGuest
let email: string
let park: TestPark
beforeAll(async () => {
  provider = await startTestProvider({ poolSize: 8 })
})
afterAll(() => closeBalanced(provider))
beforeEach(async () => {
  await provider.deps.db.query('delete from attempts')
  email = `end-${newKey()}@example.test`
  guest = await afterHours(await mustStartGuest(provider, { email }))
  park = await insertTestPark(provider.deps.db, { capacity: 4 })
})

const { mustCheckout } = checkoutSteps(() => ({ provider, driver: guest, park }))

/** Returns the guest with a token signed on each call, because these tests outlast a single token. */
async function afterHours(started: TestGuest): Promise<TestGuest> {
  const sql = 'select family_id from refresh_families where user_id = $1'
  const [row] = await provider.deps.db.query<{ family_id: string }>(sql, [started.userId])
  const familyId = must(row, 'a session').family_id
  return { ...started, token: () => provider.deps.tokens.sign(started.userId, familyId) }
}

async function bookAndPay(): Promise<Booking> {
  const { booking, reference } = await mustCheckout()
  await onPage(provider, reference, 'pay')
  return booking
}

const overBy = (booking: Booking, minutes: number): void =>
  provider.clock.advance(mustInstant(booking.end_time) + minutes * MINUTE_MS - provider.clock.now())

const payOverstay = async (booking: Booking, maxPrice = 10_000) =>
  sendAs(provider, guest, {
    ...{ method: 'POST', path: `/bookings/${booking.booking_id}/overstay`, body: { max_price: maxPrice } },
  })

test('a guest pays an overstay through the gateway: what is missing, and then the overstay from it', async () => {
  const booking = await bookAndPay()
  overBy(booking, 25)
  const refused = await payOverstay(booking)
  expect(refused.status).toBe(409)
  const { code, missing } = (await refused.json()) as { code: string; missing: number }
  expect([code, missing]).toEqual(['wallet_too_low', 250])
  const { reference } = await mustTopUp(provider, guest, { amount: 500 })
  await onPage(provider, reference, 'pay')
  const paid = await payOverstay(booking, missing)
  expect(paid.status, await paid.clone().text()).toBe(200)
  expect(await balanceOf(provider, guest)).toBe(500 - missing)
})

test('a guest extends through the gateway in the same way', async () => {
  const booking = await bookAndPay()
  const { reference } = await mustTopUp(provider, guest, { amount: 500 })
  await onPage(provider, reference, 'pay')
  const body = {
    ...{ booking_id: booking.booking_id, base_end_time: booking.end_time, max_price: 500 },
    new_end_time: new Date(Date.parse(booking.end_time) + 30 * MINUTE_MS).toISOString(),
  }
  const extended = await sendAs(provider, guest, { method: 'POST', path: '/bookings/extend', body })
  expect(extended.status, await extended.clone().text()).toBe(200)
})

test('a guest without a stay that is paid fills no wallet: not before booking, not after leaving, not the day after', async () => {
  await expectRefusal(await postTopUp(provider, guest), 403, 'guest_not_allowed')
  await mustCheckout()
  await expectRefusal(await postTopUp(provider, guest), 403, 'guest_not_allowed')
  const booking = await bookAndPay()
  expect((await postTopUp(provider, guest)).status).toBe(200)
  const usd = await postTopUp(provider, guest, { currency: 'USD' })
  await expectRefusal(usd, 403, 'guest_not_allowed')
  overBy(booking, 13 * 60)
  await expectRefusal(await postTopUp(provider, guest), 403, 'guest_not_allowed')
})

test('a payment of a guest that is under way arrives in the account that keeps the bookings', async () => {
  await bookAndPay()
  const { reference } = await mustTopUp(provider, guest, { amount: 700 })
  await payInSilence(provider, reference)
  expect((await postKeep(provider, guest, email)).status).toBe(202)
  const kept = await postConfirm(provider, guest, { code: await lastCode(provider, email) })
  expect(kept.status).toBe(200)
  await onPage(provider, reference, 'pay')
  const [row] = await provider.deps.db.query<{ balance: number }>(
    `select coalesce(sum(balance_minor), 0)::int as balance from wallets where user_id = $1`,
    [guest.userId],
  )
  expect(row?.balance).toBe(700)
})
