import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { listBookings } from '../../src/api/bookings.ts'
import { findSession } from '../../src/db/read/session.ts'
import { setDisabled } from '../../provider/repositories/users.ts'
import { startTestProvider, type TestProvider } from '../provider/support/test-provider.ts'
import { errorOf, newEmail, signedInPhone, valueOf } from '../sync/support/provider-phone.ts'
import type { TestPhone } from '../sync/support/test-phone.ts'

let provider: TestProvider
let phone: TestPhone
let email: string

beforeAll(async () => {
  provider = await startTestProvider()
})
afterAll(() => provider.close())
beforeEach(async () => {
  email = newEmail()
  phone = await signedInPhone(provider, email)
  await setDisabled(provider.deps.db, email, provider.clock.now())
  phone.line.sent.length = 0
})

const pathsSent = (): readonly string[] => phone.line.sent.map(({ path }) => path)
const DISABLED = { kind: 'problem', status: 403, code: 'account_disabled' }

test('fault 11: a disabled account is told so at the first request, once, and keeps its session', async () => {
  expect(errorOf(await listBookings(phone.client, 1, 10))).toMatchObject(DISABLED)
  expect(pathsSent()).toEqual(['/bookings/list'])
  expect(await findSession(phone.dbs)).toMatchObject({ live: true })
})

test('fault 11: where the token has expired too, the refusal of the refresh is what is told, and nothing is asked again', async () => {
  provider.clock.advance(16 * 60_000)
  expect(errorOf(await listBookings(phone.client, 1, 10))).toMatchObject(DISABLED)
  expect(pathsSent()).toEqual(['/bookings/list', '/auth/refresh'])
  expect(await findSession(phone.dbs)).toMatchObject({ live: true })
})

test('fault 11: an account that is open again goes on with the session that it had', async () => {
  provider.clock.advance(16 * 60_000)
  errorOf(await listBookings(phone.client, 1, 10))
  await setDisabled(provider.deps.db, email, null)
  expect(valueOf(await listBookings(phone.client, 1, 10)).items).toEqual([])
})
