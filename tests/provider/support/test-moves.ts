import type { Booking } from '../../../src/contract/bookings.ts'
import { newKey, testPrice, type TestDriver } from './test-driver.ts'
import type { TestProvider } from './test-provider.ts'

export interface MoveTo {
  /** Absent: the booking's own park. */
  readonly parkId?: number
  /** Minutes after the test's now; absent: the booking's own start. */
  readonly fromMinutes?: number
  /** Absent: as long as the booking. */
  readonly minutes?: number
  readonly changes?: Readonly<Record<string, unknown>>
}

export interface TestMoved {
  readonly data: Booking
  readonly moved: Booking
}

const MINUTE = 60_000

/** Returns the body of a move at the price of TEST_TARIFF. */
export function moveBody(provider: TestProvider, booking: Booking, to: MoveTo): Record<string, unknown> {
  const [start, end] = [Date.parse(booking.start_time), Date.parse(booking.end_time)]
  const from = to.fromMinutes === undefined ? start : provider.clock.now() + to.fromMinutes * MINUTE
  const minutes = to.minutes ?? (end - start) / MINUTE
  return {
    park_id: to.parkId ?? booking.park_id,
    start_time: new Date(from).toISOString(),
    end_time: new Date(from + minutes * MINUTE).toISOString(),
    base_start_time: booking.start_time,
    base_end_time: booking.end_time,
    quoted_total: Math.max(0, testPrice(minutes)),
    tariff_version: 'v1',
    min_refund: 0,
    ...to.changes,
  }
}

export interface Moving {
  readonly driver: TestDriver
  readonly booking: Booking
}

export const postMove = async (provider: TestProvider, { driver, booking }: Moving, to: MoveTo): Promise<Response> =>
  provider.request('POST', `/api/v1/bookings/${booking.booking_id}/move`, {
    token: await driver.token(),
    key: newKey(),
    body: moveBody(provider, booking, to),
  })

/** Makes a move that must succeed. */
export async function mustMove(provider: TestProvider, moving: Moving, to: MoveTo): Promise<TestMoved> {
  const answer = await postMove(provider, moving, to)
  if (answer.status !== 200) throw new Error(`Move refused: ${await answer.text()}`)
  return (await answer.json()) as TestMoved
}
