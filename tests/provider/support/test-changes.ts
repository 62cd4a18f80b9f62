import type { Booking } from '../../../src/contract/bookings.ts'
import { MINUTE_MS } from '../../../src/domain/instant.ts'
import { newKey, type TestDriver } from './test-driver.ts'
import type { TestProvider } from './test-provider.ts'

interface ChangeScene {
  readonly provider: TestProvider
  readonly driver: TestDriver
}

/**
 * The changes that a driver may make to a booking, at any price or refund; each uses the scene at the time of the call.
 */
export function changeSteps(scene: () => ChangeScene) {
  const send = async (method: string, path: string, body?: object): Promise<Response> => {
    const { provider, driver } = scene()
    const options = { token: await driver.token(), key: newKey(), ...(body === undefined ? {} : { body }) }
    return provider.request(method, `/api/v1/bookings/${path}`, options)
  }
  const put = ({ booking_id: id }: Booking, query: string): Promise<Response> => send('PUT', `${id}/status?${query}`)
  const endAfter = ({ end_time: end }: Booking, minutes: number): string =>
    new Date(Date.parse(end) + minutes * MINUTE_MS).toISOString()
  return {
    put,
    cancel: (booking: Booking): Promise<Response> => put(booking, 'status=cancelled'),
    extend: (booking: Booking, minutes: number): Promise<Response> =>
      send('POST', 'extend', {
        booking_id: booking.booking_id,
        base_end_time: booking.end_time,
        new_end_time: endAfter(booking, minutes),
        max_price: 100_000,
      }),
    shorten: (booking: Booking, minutes: number): Promise<Response> =>
      send('POST', `${booking.booking_id}/shorten`, {
        base_end_time: booking.end_time,
        new_end_time: endAfter(booking, -minutes),
        min_refund: 0,
      }),
  }
}

export async function bookingOf(answer: Response): Promise<Booking> {
  if (!answer.ok) throw new Error(await answer.text())
  return ((await answer.json()) as { data: Booking }).data
}
