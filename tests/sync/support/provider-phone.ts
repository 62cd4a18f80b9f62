import type { ActionError } from '../../../src/actions/failures.ts'
import { addVehicle, type VehicleFields } from '../../../src/actions/vehicles.ts'
import type { EnqueueResult } from '../../../src/actions/requests.ts'
import { type BookParkInput } from '../../../src/actions/bookings.online.ts'
import { register, verifyEmail } from '../../../src/actions/registration.online.ts'
import { topUp, type TopUpInput } from '../../../src/actions/wallet.online.ts'
import { verifyPayment } from '../../../src/actions/payments.online.ts'
import type { Vehicle } from '../../../src/contract/vehicles.ts'
import { readVehicles } from '../../../src/db/read/vehicles.ts'
import type { OutboxRow } from '../../../src/db/outbox-row.ts'
import { must } from '../../../src/lib/assert.ts'
import { findSession } from '../../../src/db/read/session.ts'
import type { Result } from '../../../src/lib/result.ts'
import { backgroundSettled } from '../../../provider/services/background.ts'
import { lastCode, PASSWORD } from '../../provider/support/accounts.ts'
import { testPrice } from '../../provider/support/test-driver.ts'
import type { TestPark } from '../../provider/support/test-parks.ts'
import type { TestProvider } from '../../provider/support/test-provider.ts'
import { createTestPhone, type Fetch, type TestPhone } from './test-phone.ts'

/** Adds a `Date` to answers, as every server does. */
export const dated =
  (fetch: Fetch, clock: { now(): number }): Fetch =>
  async (request) => {
    const answer = await fetch(request)
    answer.headers.set('date', new Date(clock.now()).toUTCString())
    return answer
  }

export const phoneAt = ({ app, clock }: TestProvider): TestPhone =>
  createTestPhone({ fetch: dated((request) => Promise.resolve(app.fetch(request)), clock), clock })

/** Returns the value of a result; throws for a refusal. */
export function valueOf<T>(result: Result<T, unknown>): T {
  if (!result.ok) throw new Error(`Expected a value, got ${JSON.stringify(result.error)}`)
  return result.value
}

/** Returns the error of a result; throws for a success. */
export function errorOf<E>(result: Result<unknown, E>): E {
  if (result.ok) throw new Error(`Expected a refusal, got ${JSON.stringify(result.value)}`)
  return result.error
}

/** Returns the key of a request whose answer was lost. */
export async function lostKeyOf(asked: Promise<Result<unknown, ActionError>>): Promise<string> {
  const error = errorOf(await asked)
  if (error.kind !== 'outcome_unknown') throw new Error(`Expected a lost answer, got ${JSON.stringify(error)}`)
  return error.requestId
}

/** Returns the row of a request that the provider agreed to at once. */
export async function doneOf(asked: Promise<Result<EnqueueResult, unknown>>): Promise<OutboxRow> {
  const { row, standing } = valueOf(await asked)
  if (standing !== 'over') throw new Error(`Expected done, got ${standing}: ${JSON.stringify(row.lastError)}`)
  return row
}

/** Adds a vehicle at the provider; returns it from the mirror. */
export async function vehicleAdded(phone: TestPhone, fields: VehicleFields): Promise<Vehicle> {
  const { command } = await doneOf(addVehicle(fields, phone))
  const { value } = await readVehicles(phone.dbs)
  return must(
    value.find(({ id }) => command.kind === 'vehicle.add' && id === command.vehicleId),
    'the vehicle',
  )
}

const PAID_IN = { amountMinor: 2_500, currency: 'CAD' } as const

let drivers = 0

export const newEmail = (): string => {
  drivers += 1
  return `phone${String(drivers)}@example.test`
}

/** A phone whose driver has just registered in Canada, with C$100 of welcome credit, after its background pulls. */
export async function signedInPhone(provider: TestProvider, email: string = newEmail()): Promise<TestPhone> {
  const phone = phoneAt(provider)
  valueOf(
    await register(
      { email, password: PASSWORD, first_name: 'Awa', last_name: 'Diop', country_code: 'CA', language: 'en' },
      phone,
    ),
  )
  valueOf(await verifyEmail({ email, code: await lastCode(provider, email) }, phone))
  await phone.settled()
  return phone
}

export const userIdOf = async (phone: TestPhone): Promise<string> =>
  must(await findSession(phone.dbs), 'a session').user.user_id

/** An hour in the park, starting in an hour, at the price of TEST_TARIFF. */
export function stayAt(provider: TestProvider, park: TestPark, changes: Partial<BookParkInput> = {}): BookParkInput {
  const startMs = provider.clock.now() + 3_600_000
  return {
    parkId: park.id,
    parkName: park.name,
    plate: 'ABC-123',
    vehicleTypeId: 1,
    startMs,
    endMs: startMs + 3_600_000,
    quotedTotalMinor: testPrice(60),
    tariffVersion: 'v1',
    ...changes,
  }
}

/** Tops up with a payment that succeeds, so that there is something to withdraw. */
export async function payIn(provider: TestProvider, phone: TestPhone, input: TopUpInput = PAID_IN): Promise<void> {
  const { payment } = valueOf(await topUp(input, phone))
  const address = `http://localhost/sandbox/pay/${payment.reference}?outcome=pay`
  const paid = await provider.app.fetch(new Request(address, { method: 'POST' }))
  if (paid.status !== 200) throw new Error(`The sandbox took no payment: ${String(paid.status)}`)
  valueOf(await verifyPayment(payment.reference, phone))
  await backgroundSettled()
}
