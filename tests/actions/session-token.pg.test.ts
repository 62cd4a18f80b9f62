import { afterAll, beforeAll, expect, test } from 'vitest'
import { register, resendCode, signIn, verifyEmail } from '../../src/actions/registration.online.ts'
import { endOtherSessions, endSession, loadSessions } from '../../src/actions/session.online.ts'
import { refreshBookings } from '../../src/actions/connection.online.ts'
import { findSession } from '../../src/db/read/session.ts'
import { must } from '../../src/lib/assert.ts'
import { lastCode, PASSWORD, registration } from '../provider/support/accounts.ts'
import { startTestProvider, type TestProvider } from '../provider/support/test-provider.ts'
import { errorOf, newEmail, phoneAt, signedInPhone, valueOf } from '../sync/support/provider-phone.ts'
import { passing } from '../sync/support/outbox-phone.ts'
import { answerLost, offline } from '../sync/support/test-phone.ts'

let provider: TestProvider
beforeAll(async () => {
  provider = await startTestProvider()
})
afterAll(() => provider.close())

const WRONG = 'not the password'
type Phone = Awaited<ReturnType<typeof signedInPhone>>

const expectCleared = async (phone: Phone): Promise<void> => {
  expect(await findSession(phone.dbs)).toMatchObject({ live: false })
  expect(errorOf(await refreshBookings(phone))).toEqual({ kind: 'signed_out' })
}

test('a sign-in that fails clears the token, and what is saved stays readable', async () => {
  const email = newEmail()
  const phone = await signedInPhone(provider, email)
  errorOf(await signIn({ identifier: email, password: WRONG }, phone))
  await expectCleared(phone)
  expect((await findSession(phone.dbs))?.user.email).toBe(email)
  await phone.settled()
  valueOf(await signIn({ identifier: email, password: PASSWORD }, phone))
  // The cleared session was ended at the provider too.
  expect(valueOf(await loadSessions(undefined, phone))).toHaveLength(1)
})

test('a verification that fails clears the token', async () => {
  const phone = await signedInPhone(provider)
  errorOf(await verifyEmail({ email: newEmail(), code: '000000' }, phone))
  await expectCleared(phone)
})

test('fault 01: a verification whose answers are lost signs in when the same code is sent again', async () => {
  const email = newEmail()
  const phone = phoneAt(provider)
  valueOf(await register({ ...registration(email), country_code: 'SN', language: 'en' }, phone))
  const proof = { email, code: await lastCode(provider, email) }
  phone.line.through = answerLost((request) => request.url.endsWith('/auth/verify-email'), 9)
  expect(errorOf(await verifyEmail(proof, phone))).toEqual({ kind: 'timeout' })
  phone.line.through = passing
  expect(valueOf(await verifyEmail(proof, phone))).toMatchObject({ email })
  expect(await findSession(phone.dbs)).toMatchObject({ live: true })
})

test('a registration that succeeds clears the token: the new account verifies and signs in', async () => {
  const phone = await signedInPhone(provider)
  valueOf(await register({ ...registration(newEmail()), country_code: 'SN', language: 'en' }, phone))
  await expectCleared(phone)
})

test('a sign-in answered without a token clears the token', async () => {
  const email = newEmail()
  const phone = await signedInPhone(provider, email)
  phone.line.through = (request, next) =>
    request.url.endsWith('/auth/login') ? Promise.resolve(Response.json({ user: null })) : next(request)
  expect(errorOf(await signIn({ identifier: email, password: PASSWORD }, phone))).toEqual({ kind: 'invalid_response' })
  await expectCleared(phone)
})

test('a sign-in that never reached the provider clears nothing', async () => {
  const email = newEmail()
  const phone = await signedInPhone(provider, email)
  phone.line.through = offline
  errorOf(await signIn({ identifier: email, password: WRONG }, phone))
  expect(await findSession(phone.dbs)).toMatchObject({ live: true })
})

test('a second code asked for too early is refused with the time to wait', async () => {
  const phone = await signedInPhone(provider)
  const email = newEmail()
  valueOf(await resendCode({ email }, phone))
  expect(errorOf(await resendCode({ email }, phone))).toMatchObject({ code: 'rate_limited', retryAfterMs: 30_000 })
})

test('a driver lists their sessions and ends one, or all others; the ended phone keeps its data and asks to sign in', async () => {
  const email = newEmail()
  const here = await signedInPhone(provider, email)
  const phones = [await signedInPhone(provider, newEmail()), await signedInPhone(provider, newEmail())]
  for (const phone of phones) valueOf(await signIn({ identifier: email, password: PASSWORD }, phone))
  const sessions = valueOf(await loadSessions(undefined, here))
  expect(sessions.map(({ current }) => current)).toEqual([true, false, false])

  valueOf(await endSession(must(sessions[1], 'another session').session_id, here))
  expect(valueOf(await loadSessions(undefined, here))).toHaveLength(2)
  valueOf(await endOtherSessions(here))
  expect(valueOf(await loadSessions(undefined, here))).toMatchObject([{ current: true }])
  provider.clock.advance(16 * 60_000)
  for (const phone of phones) {
    expect(errorOf(await refreshBookings(phone))).toEqual({ kind: 'signed_out' })
    expect((await findSession(phone.dbs))?.user.email).toBe(email)
  }
  valueOf(await refreshBookings(here))
})
