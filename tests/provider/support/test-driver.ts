import type { Booking } from '../../../src/contract/bookings.ts'
import { toUserId, type UserId } from '../../../src/domain/ids.ts'
import { uuid7 } from '../../../src/lib/uuid7.ts'
import { startFamily } from '../../../provider/repositories/sessions.ts'
import { insertUser } from '../../../provider/repositories/users.ts'
import type { TestProvider } from './test-provider.ts'

export interface TestDriver {
  readonly userId: UserId
  /** Valid for 15 minutes of the test's clock. */
  token(): Promise<string>
}

/** Creates a verified driver in Canada, whose first wallet opens with the welcome credit of C$100. */
export async function createDriver(provider: TestProvider): Promise<TestDriver> {
  const userId = toUserId(uuid7())
  const nowMs = provider.clock.now()
  const { familyId } = await provider.deps.db.transaction(async (tx) => {
    await insertUser(
      tx,
      {
        user_id: userId,
        email: `${userId}@example.test`,
        password_hash: null,
        first_name: 'Test',
        last_name: 'Driver',
        phone: null,
        country_code: 'CA',
        language: 'en',
        email_verified_at: nowMs,
      },
      nowMs,
    )
    return startFamily(tx, userId, { nowMs, device: { browser: null, system: null } })
  })
  return { userId, token: () => provider.deps.tokens.sign(userId, familyId) }
}

export interface TestStay {
  readonly parkId: number
  /** Minutes after the test's now. */
  readonly fromMinutes?: number
  readonly minutes?: number
  readonly changes?: Readonly<Record<string, unknown>>
}

const isoAfter = (provider: TestProvider, minutes: number): string =>
  new Date(provider.clock.now() + minutes * 60_000).toISOString()

/** Returns what TEST_TARIFF costs: half hours at C$2 up to C$10, and C$0.50 service. */
export const testPrice = (minutes: number): number => Math.min(1000, Math.ceil(minutes / 30) * 200) + 50

export function bookingBody(provider: TestProvider, stay: TestStay): Record<string, unknown> {
  const { fromMinutes = 60, minutes = 60 } = stay
  return {
    park_id: stay.parkId,
    plate: 'abc-123',
    vehicle_type_id: 1,
    start_time: isoAfter(provider, fromMinutes),
    end_time: isoAfter(provider, fromMinutes + minutes),
    payment_method: 'wallet',
    quoted_total: testPrice(minutes),
    tariff_version: 'v1',
    ...stay.changes,
  }
}

export const newKey = (): string => uuid7()

export async function postBooking(
  provider: TestProvider,
  driver: TestDriver,
  stay: TestStay & { readonly key?: string },
): Promise<Response> {
  const options = { token: await driver.token(), key: stay.key ?? newKey(), body: bookingBody(provider, stay) }
  return provider.request('POST', '/api/v1/bookings', options)
}

/** Makes a booking that must succeed. */
export async function mustBook(provider: TestProvider, driver: TestDriver, stay: TestStay): Promise<Booking> {
  const answer = await postBooking(provider, driver, stay)
  if (answer.status !== 201) throw new Error(`Booking refused: ${await answer.text()}`)
  return ((await answer.json()) as { data: Booking }).data
}

export async function balanceOf(provider: TestProvider, driver: TestDriver): Promise<number> {
  const answer = await provider.request('GET', '/api/v1/wallet?currency=CAD', { token: await driver.token() })
  return ((await answer.json()) as { data: { balance: number } }).data.balance
}
