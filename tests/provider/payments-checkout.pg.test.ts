import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Booking } from '../../src/contract/bookings.ts'
import { codeOf } from './support/accounts.ts'
import { balanceOf, createDriver, mustBook, newKey, postBooking, type TestDriver } from './support/test-driver.ts'
import { creditsOf, getPayment, onPage, payInSilence, postWebhook, verify } from './support/test-payments.ts'
import { byGateway, checkoutSteps, PRICE, WELCOME } from './support/test-checkout.ts'
import { insertTestPark, setTariff, TEST_TARIFF, type TestPark } from './support/test-parks.ts'
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

const { postCheckout, mustCheckout, getBooking, cancel, afterTheHold } = checkoutSteps(() => ({
  provider,
  driver,
  park,
}))

async function listedCodes(): Promise<readonly string[]> {
  const answer = await provider.request('GET', '/api/v1/bookings/list', { token: await driver.token() })
  return ((await answer.json()) as { items: Booking[] }).items.map(({ booking_code }) => booking_code)
}

const MINUTES = 60_000

describe('while the driver pays', () => {
  it('the space is held for 15 minutes, without a pass, and not listed', async () => {
    const { booking, payment, payment_info: info, reference } = await mustCheckout()
    expect(booking).toMatchObject({ status: 'active', pass: null, total: PRICE })
    expect(Date.parse(booking.hold_until ?? '') - provider.clock.now()).toBe(15 * MINUTES)
    expect(payment).toMatchObject({ purpose: 'booking', amount: PRICE, booking_code: booking.booking_code })
    expect(info).toMatchObject({ sandbox: true, kind: 'card', expires_at: booking.hold_until })
    expect(info.payment_url).toContain(`/sandbox/pay/${reference}`)
    expect(await listedCodes()).toEqual([])
    const other = await createDriver(provider)
    const refused = await postBooking(provider, other, { parkId: park.id })
    expect([refused.status, await codeOf(refused)]).toEqual([409, 'park_full'])
    expect(await creditsOf(provider, reference)).toBe(0)
  })

  it('the booking can be neither extended nor given another plate', async () => {
    const { booking } = await mustCheckout()
    const options = { token: await driver.token(), key: newKey(), body: { plate: 'NEW 1' } }
    const answer = await provider.request('PUT', `/api/v1/bookings/${booking.booking_id}/vehicle`, options)
    expect([answer.status, await codeOf(answer)]).toEqual([409, 'booking_not_active'])
  })

  it('the same request again gets the same hold and the same page', async () => {
    const key = newKey()
    const first = await (await postCheckout(driver, key)).text()
    const again = await postCheckout(driver, key)
    expect(await again.text()).toBe(first)
    expect(again.headers.get('idempotent-replayed')).toBe('true')
  })

  it('a second try for the same stay takes the place of the first', async () => {
    const first = await mustCheckout()
    const second = await mustCheckout()
    expect(await getBooking(first.booking.booking_code)).toMatchObject({
      status: 'cancelled',
      cancel_reason: 'replaced',
    })
    await onPage(provider, second.reference, 'pay')
    expect(await getBooking(second.booking.booking_code)).toMatchObject({ status: 'active', hold_until: null })
  })

  it('a price that the gateway cannot charge is refused with the range', async () => {
    const tiny = {
      ...TEST_TARIFF,
      version: 'v3',
      fees: [],
      caps: [{ kind: 'day', amountMinor: 20, startsAtMinute: 0 } as const],
    }
    await setTariff(provider.deps.db, park.id, { tariff: tiny })
    const changes = { ...byGateway, quoted_total: 20, tariff_version: 'v3' }
    const answer = await postBooking(provider, driver, { parkId: park.id, changes })
    expect(answer.status).toBe(422)
    expect(await answer.json()).toMatchObject({ code: 'amount_out_of_range', minimum: 50, currency: 'CAD' })
  })
})

describe('when the payment succeeds', () => {
  it('the booking is confirmed once, by webhook and return together, and the wallet keeps what it had', async () => {
    const { booking, reference } = await mustCheckout()
    await payInSilence(provider, reference)
    await Promise.all([
      ...Array.from({ length: 4 }, () => postWebhook(provider, reference)),
      ...Array.from({ length: 4 }, () => verify(provider, driver, reference)),
    ])
    expect(await verify(provider, driver, reference)).toMatchObject({
      status: 'success',
      data: { new_balance: WELCOME, payment: { state: 'succeeded', outcome: 'booked', reason: null } },
    })
    const confirmed = await getBooking(booking.booking_code)
    expect(confirmed).toMatchObject({ status: 'active', hold_until: null })
    expect(confirmed.pass?.text).toMatch(/^P1:/)
    expect(await listedCodes()).toEqual([booking.booking_code])
    expect(await creditsOf(provider, reference)).toBe(1)
    expect(await balanceOf(provider, driver)).toBe(WELCOME)
    const postings = await provider.deps.db.query('select kind from postings where booking_id = $1', [
      booking.booking_id,
    ])
    expect(postings).toEqual([{ kind: 'booking' }])
  })

  it('cancelling gives the money to the wallet, line by line', async () => {
    const { booking, reference } = await mustCheckout()
    await onPage(provider, reference, 'pay')
    expect((await cancel(booking)).status).toBe(200)
    expect(await balanceOf(provider, driver)).toBe(WELCOME + PRICE)
    expect(await creditsOf(provider, reference)).toBe(1)
  })
})

describe('when it does not', () => {
  it('a declined payment frees the space at once', async () => {
    const { booking, reference } = await mustCheckout()
    await onPage(provider, reference, 'fail')
    expect(await verify(provider, driver, reference)).toMatchObject({ status: 'failed' })
    expect(await getBooking(booking.booking_code)).toMatchObject({
      status: 'cancelled',
      cancel_reason: 'payment_failed',
      hold_until: null,
      refund: null,
    })
    await mustBook(provider, await createDriver(provider), { parkId: park.id })
  })

  it('an abandoned one may still be paid until the hold runs out', async () => {
    const { booking, reference } = await mustCheckout()
    await onPage(provider, reference, 'abandon')
    expect(await verify(provider, driver, reference)).toMatchObject({
      status: 'pending',
      message: expect.stringContaining('You can still pay') as string,
      data: { payment: { reason: 'abandoned' } },
    })
    await afterTheHold()
    expect(await getBooking(booking.booking_code)).toMatchObject({ status: 'cancelled', cancel_reason: 'hold_expired' })
    expect(await getPayment(provider, driver, reference)).toMatchObject({ state: 'expired' })
    expect(await creditsOf(provider, reference)).toBe(0)
  })

  it('a cancelled hold costs nothing and gives nothing back', async () => {
    const { booking } = await mustCheckout()
    const answer = await cancel(booking)
    expect(answer.status).toBe(200)
    expect(await answer.json()).toMatchObject({ data: { status: 'cancelled', refund: null, hold_until: null } })
    expect(await balanceOf(provider, driver)).toBe(WELCOME)
  })

  it('a booking whose hold ran out can be renewed from the wallet and cancelled again, to the cent', async () => {
    const { booking, reference } = await mustCheckout()
    await afterTheHold()
    const query = `status=active&quoted_total=${String(PRICE)}&tariff_version=v1`
    const options = { token: await driver.token(), key: newKey() }
    const renewed = await provider.request('PUT', `/api/v1/bookings/${booking.booking_id}/status?${query}`, options)
    expect(renewed.status).toBe(200)
    expect(await balanceOf(provider, driver)).toBe(WELCOME - PRICE)
    await cancel(booking)
    expect(await balanceOf(provider, driver)).toBe(WELCOME)
    expect(await creditsOf(provider, reference)).toBe(0)
  })
})

it('the last space goes to one of many who pay for it', async () => {
  const drivers = await Promise.all(Array.from({ length: 6 }, () => createDriver(provider)))
  const answers = await Promise.all(drivers.map((who) => postCheckout(who)))
  const statuses = answers.map(({ status }) => status).toSorted()
  expect(statuses).toEqual([201, 409, 409, 409, 409, 409])
})
