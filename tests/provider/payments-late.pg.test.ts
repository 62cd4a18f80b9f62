import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Booking } from '../../src/contract/bookings.ts'
import type { BookingCheckout } from '../../src/contract/payments.ts'
import { assignReceipts } from '../../provider/repositories/ledger.ts'
import { sendBookingMails } from '../../provider/services/booking-mails.ts'
import { backgroundSettled } from '../../provider/services/background.ts'
import { balanceOf, createDriver, mustBook, postBooking, type TestDriver } from './support/test-driver.ts'
import { creditsOf, getPayment, payInSilence, postWebhook, verify } from './support/test-payments.ts'
import { byGateway, checkoutSteps, PRICE, WELCOME } from './support/test-checkout.ts'
import { insertTestPark, type TestPark } from './support/test-parks.ts'
import { startTestProvider, type TestProvider } from './support/test-provider.ts'

let provider: TestProvider
let driver: TestDriver
let park: TestPark

beforeAll(async () => {
  provider = await startTestProvider({ poolSize: 12 })
})
afterAll(() => provider.close())
beforeEach(async () => {
  driver = await createDriver(provider)
  park = await insertTestPark(provider.deps.db, { capacity: 1 })
})

const { mustCheckout, getBooking, cancel, afterTheHold } = checkoutSteps(() => ({ provider, driver, park }))

const MINUTES = 60_000

describe('when it succeeds after the hold ended', () => {
  it('it is booked again where a space is free', async () => {
    const { booking, reference } = await mustCheckout()
    await afterTheHold()
    await payInSilence(provider, reference)
    await postWebhook(provider, reference)
    expect(await getPayment(provider, driver, reference)).toMatchObject({
      state: 'succeeded_late',
      outcome: 'booked',
      reason: 'rebooked',
    })
    await backgroundSettled()
    await assignReceipts(provider.deps.db, { nowMs: provider.clock.now() })
    await sendBookingMails(provider.deps, new AbortController().signal)
    // Only the booking's own email, without a second one about the payment.
    expect(provider.mails.filter(({ text }) => text.includes(booking.booking_code))).toHaveLength(1)
    const rebooked = await getBooking(booking.booking_code)
    expect(rebooked).toMatchObject({ status: 'active', cancel_reason: null })
    expect(rebooked.pass?.text).toMatch(/^P1:/)
    expect(await creditsOf(provider, reference)).toBe(1)
    expect(await balanceOf(provider, driver)).toBe(WELCOME)
  })

  it('it is in the wallet where none is, and the driver is told', async () => {
    const { booking, reference } = await mustCheckout()
    await afterTheHold()
    await mustBook(provider, await createDriver(provider), { parkId: park.id, fromMinutes: 44 })
    await payInSilence(provider, reference)
    expect(await verify(provider, driver, reference)).toMatchObject({
      status: 'success',
      message: 'Your payment arrived too late for the booking. The full amount is in your wallet.',
      data: {
        new_balance: WELCOME + PRICE,
        payment: { state: 'succeeded_late', outcome: 'credited', reason: 'no_space' },
      },
    })
    expect(await getBooking(booking.booking_code)).toMatchObject({ status: 'cancelled', cancel_reason: 'hold_expired' })
    expect(await creditsOf(provider, reference)).toBe(1)
    await backgroundSettled()
    await verify(provider, driver, reference)
    await backgroundSettled()
    const mails = provider.mails.filter(({ to }) => to.startsWith(driver.userId))
    expect(mails.map(({ subject }) => subject)).toEqual(['C$4.50 is in your Baywise wallet'])
  })

  it('it is not booked twice where the driver has booked the same stay again', async () => {
    const wide = await insertTestPark(provider.deps.db, { capacity: 5 })
    const answer = await postBooking(provider, driver, { parkId: wide.id, changes: byGateway })
    const { booking, reference } = ((await answer.json()) as { data: BookingCheckout }).data
    await afterTheHold()
    await mustBook(provider, driver, { parkId: wide.id, fromMinutes: 44 })
    await payInSilence(provider, reference)
    expect(await verify(provider, driver, reference)).toMatchObject({
      data: { new_balance: WELCOME, payment: { outcome: 'credited', reason: 'closed' } },
    })
    expect((await getBooking(booking.booking_code)).status).toBe('cancelled')
    expect(await creditsOf(provider, reference)).toBe(1)
  })

  it('also before the job has noticed that the hold ended', async () => {
    const { reference } = await mustCheckout()
    provider.clock.advance(16 * MINUTES)
    await mustBook(provider, await createDriver(provider), { parkId: park.id, fromMinutes: 44 })
    await payInSilence(provider, reference)
    expect(await verify(provider, driver, reference)).toMatchObject({ data: { payment: { reason: 'no_space' } } })
    expect(await creditsOf(provider, reference)).toBe(1)
  })

  it.each([
    ['the driver has cancelled it', (booking: Booking) => cancel(booking)],
    [
      'the stay is over',
      () => {
        provider.clock.advance(4 * 60 * MINUTES)
        return Promise.resolve()
      },
    ],
  ])('it is in the wallet where %s', async (_name, happen) => {
    const { booking, reference } = await mustCheckout()
    await happen(booking)
    await payInSilence(provider, reference)
    expect(await verify(provider, driver, reference)).toMatchObject({
      status: 'success',
      data: { new_balance: WELCOME + PRICE, payment: { outcome: 'credited', reason: 'closed' } },
    })
    expect((await getBooking(booking.booking_code)).status).toBe('cancelled')
    expect(await creditsOf(provider, reference)).toBe(1)
  })
})
