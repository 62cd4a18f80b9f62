import { afterAll, beforeAll, expect, test } from 'vitest'
import { confirmEmailChange, requestEmailChange } from '../../src/actions/account.online.ts'
import { forgotPassword, resetPassword, signIn } from '../../src/actions/registration.online.ts'
import { lastCode, lastMail, PASSWORD } from '../provider/support/accounts.ts'
import { startTestProvider, type TestProvider } from '../provider/support/test-provider.ts'
import { passing } from '../sync/support/outbox-phone.ts'
import { errorOf, newEmail, signedInPhone, valueOf } from '../sync/support/provider-phone.ts'
import { answerLost } from '../sync/support/test-phone.ts'

let provider: TestProvider
beforeAll(async () => {
  provider = await startTestProvider()
})
afterAll(() => provider.close())

const NEW = 'a shorter garage door'
/** Delivers each of the three tries and loses every answer. */
const losing = (path: string) => answerLost((request) => request.url.endsWith(path), 9)

test('fault 01: a new password whose answers are lost is told when it is sent again; the link is not good for another', async () => {
  const email = newEmail()
  const phone = await signedInPhone(provider, email)
  valueOf(await forgotPassword({ email }, phone))
  const token = await lastCode(provider, email)
  phone.line.through = losing('/auth/reset-password')
  const input = { token, password: NEW, dropsPasskeys: false }
  expect(errorOf(await resetPassword(input, phone))).toEqual({ kind: 'timeout' })
  phone.line.through = passing
  expect(await resetPassword(input, phone)).toMatchObject({ ok: true })
  expect(errorOf(await resetPassword({ ...input, password: `${NEW} 2` }, phone))).toMatchObject({
    code: 'code_invalid',
  })
  valueOf(await signIn({ identifier: email, password: NEW }, phone))
})

test('fault 01: a new address whose answers are lost is told when its code is sent again, and mailed about once', async () => {
  const [before, email] = [newEmail(), newEmail()]
  const phone = await signedInPhone(provider, before)
  valueOf(await requestEmailChange({ email, password: PASSWORD }, phone))
  const code = await lastCode(provider, email)
  phone.line.through = losing('/users/email-change/confirm')
  expect(errorOf(await confirmEmailChange(code, phone))).toEqual({ kind: 'timeout' })
  phone.line.through = passing
  expect(valueOf(await confirmEmailChange(code, phone))).toMatchObject({ email })
  expect((await lastMail(provider, before)).subject).toMatch(/changed/)
  const later = await signedInPhone(provider)
  expect(errorOf(await confirmEmailChange(code, later))).toMatchObject({ code: 'code_invalid' })
})
