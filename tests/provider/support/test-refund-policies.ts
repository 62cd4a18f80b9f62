/** Car parks whose operators choose policies, and the test's own knowledge of each version of their tariffs. */
import type { Booking } from '../../../src/contract/bookings.ts'
import { bookedRateOf } from '../../../src/contract/booked-rate.ts'
import { refundableOf, type Refundable, refundStepsOf } from '../../../src/domain/cancellation.ts'
import { mustInstant, toRfc3339 } from '../../../src/domain/instant.ts'
import { REFUND_POLICIES, type RefundPolicyName } from '../../../src/domain/refund-policies.ts'
import { must } from '../../../src/lib/assert.ts'
import { newKey, type TestDriver } from './test-driver.ts'
import { mustOperate, type CodedPark, type TestKey } from './test-operators.ts'
import type { TestProvider } from './test-provider.ts'

/** Returns the version in force. */
export async function versionOf({ deps: { db } }: TestProvider, { id }: Pick<CodedPark, 'id'>): Promise<string> {
  const [row] = await db.query<{ version: string }>('select tariff_version as version from parks where id = $1', [id])
  return must(row, 'park').version
}

/** Chooses a policy as the operator does in the console; returns the new version. */
export async function choosePolicy(
  provider: TestProvider,
  key: TestKey,
  { park, name }: { readonly park: CodedPark; readonly name: RefundPolicyName },
): Promise<string> {
  const path = `/parks/${park.code}`
  const { data } = await mustOperate<{ data: { revision: number } }>(provider, key, ['GET', path])
  await mustOperate(provider, key, ['PATCH', path, { body: { revision: data.revision, refund_policy: name } }])
  return versionOf(provider, park)
}

export type Called = Record<string, unknown> & { readonly data?: Booking }

export async function callBookings(
  provider: TestProvider,
  as: TestDriver,
  [method, path, body]: readonly ['POST' | 'PUT', string, object?],
): Promise<Called> {
  const options = { token: await as.token(), key: newKey(), ...(body === undefined ? {} : { body }) }
  const answer = await provider.request(method, `/api/v1/bookings${path}`, options)
  if (answer.status >= 500) throw new Error(await answer.text())
  return (await answer.json()) as Called
}

const stepsOf = (booking: Booking, name: RefundPolicyName) =>
  refundStepsOf(REFUND_POLICIES[name], {
    startMs: mustInstant(booking.start_time),
    endMs: mustInstant(booking.end_time),
  }).map(({ untilMs, percent }) => ({ until: toRfc3339(untilMs), percent }))

/** Returns the booking's refund terms under this policy, ignoring those that the provider states. */
export const refundableBy = (booking: Booking, name: RefundPolicyName): Refundable =>
  refundableOf({ ...booking, refund_policy: stepsOf(booking, name) }, bookedRateOf(booking))

/** Returns the refund steps that the booking states, and those of the policy. */
export const saidAndMeant = (booking: Booking, name: RefundPolicyName) => [
  booking.refund_policy.map(({ until, percent }) => ({ until: toRfc3339(mustInstant(until)), percent })),
  stepsOf(booking, name),
]
