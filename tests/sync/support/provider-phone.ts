import { addVehicle } from '../../../src/actions/add-vehicle.ts'
import type { Asked } from '../../../src/actions/ask.ts'
import { type BookParkInput } from '../../../src/actions/book-park.online.ts'
import { register } from '../../../src/actions/register.online.ts'
import { verifyEmail } from '../../../src/actions/verify-email.online.ts'
import type { VehicleFields } from '../../../src/actions/vehicle-fields.ts'
import type { Vehicle } from '../../../src/contract/vehicles.ts'
import { readVehicles } from '../../../src/db/read/vehicles.ts'
import type { OutboxRow } from '../../../src/db/outbox-row.ts'
import { must } from '../../../src/lib/assert.ts'
import { findSession } from '../../../src/db/read/session.ts'
import type { Result } from '../../../src/lib/result.ts'
import { lastCode, PASSWORD } from '../../provider/support/accounts.ts'
import { testPrice } from '../../provider/support/test-driver.ts'
import type { TestPark } from '../../provider/support/test-parks.ts'
import type { TestProvider } from '../../provider/support/test-provider.ts'
import { createTestPhone, type TestPhone } from './test-phone.ts'

export const phoneAt = (provider: TestProvider): TestPhone =>
  createTestPhone({ fetch: async (request) => provider.app.fetch(request), clock: provider.clock })

/** The value of an outcome that must be a success. */
export function valueOf<T>(result: Result<T, unknown>): T {
  if (!result.ok) throw new Error(`Expected a value, got ${JSON.stringify(result.error)}`)
  return result.value
}

/** The error of an outcome that must be a refusal. */
export function errorOf<E>(result: Result<unknown, E>): E {
  if (result.ok) throw new Error(`Expected a refusal, got ${JSON.stringify(result.value)}`)
  return result.error
}

/** What the provider agreed to at once. */
export async function doneOf(asked: Promise<Result<Asked, unknown>>): Promise<OutboxRow> {
  const { row, outcome } = valueOf(await asked)
  if (outcome !== 'done') throw new Error(`Expected done, got ${outcome}: ${JSON.stringify(row.lastError)}`)
  return row
}

/** A vehicle that the provider has added, as the mirror holds it. */
export async function vehicleAdded(phone: TestPhone, fields: VehicleFields): Promise<Vehicle> {
  const { command } = await doneOf(addVehicle(fields, phone))
  const { value } = await readVehicles(phone.dbs)
  return must(
    value.find(({ id }) => command.kind === 'vehicle.add' && id === command.vehicleId),
    'the vehicle',
  )
}

let drivers = 0

export const newEmail = (): string => {
  drivers += 1
  return `phone${String(drivers)}@example.test`
}

/** A phone whose driver has just registered in Canada, with C$100 of welcome credit; background pulls are over. */
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

/** An hour in the park from an hour ahead, at what TEST_TARIFF costs. */
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
