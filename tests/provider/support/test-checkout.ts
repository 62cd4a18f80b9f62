import type { Booking } from '../../../src/contract/bookings.ts'
import type { BookingCheckout } from '../../../src/contract/payments.ts'
import { settleDuePayments } from '../../../provider/services/payments-verify.ts'
import { newKey, postBooking, type TestDriver, testPrice } from './test-driver.ts'
import type { TestPark } from './test-parks.ts'
import type { TestProvider } from './test-provider.ts'

/** The sandbox's welcome credit in Canada. */
export const WELCOME = 10_000
/** An hour at the test's tariff. */
export const PRICE = testPrice(60)
export const byGateway = { payment_method: 'gateway' } as const

/** Longer than a space is held. */
const HOLD_OVER_MS = 16 * 60_000

export interface CheckoutWorld {
  readonly provider: TestProvider
  readonly driver: TestDriver
  readonly park: TestPark
}

/**
 * The steps of a driver who pays for a park's space at the gateway; `now` returns the running test's provider, driver
 * and park.
 */
export function checkoutSteps(now: () => CheckoutWorld) {
  const postCheckout = (who: TestDriver = now().driver, key = newKey()): Promise<Response> =>
    postBooking(now().provider, who, { parkId: now().park.id, key, changes: byGateway })

  async function mustCheckout(who: TestDriver = now().driver): Promise<BookingCheckout> {
    const answer = await postCheckout(who)
    if (answer.status !== 201) throw new Error(`Checkout refused: ${await answer.text()}`)
    return ((await answer.json()) as { data: BookingCheckout }).data
  }

  async function getBooking(code: string, who: TestDriver = now().driver): Promise<Booking> {
    const answer = await now().provider.request('GET', `/api/v1/bookings/${code}`, { token: await who.token() })
    return ((await answer.json()) as { data: Booking }).data
  }

  const cancel = async (booking: Booking): Promise<Response> =>
    now().provider.request('PUT', `/api/v1/bookings/${booking.booking_id}/status?status=cancelled`, {
      token: await now().driver.token(),
      key: newKey(),
    })

  /** Lets the hold run out and the job notice. */
  async function afterTheHold(): Promise<void> {
    now().provider.clock.advance(HOLD_OVER_MS)
    await settleDuePayments(now().provider.deps)
  }

  return { postCheckout, mustCheckout, getBooking, cancel, afterTheHold }
}
