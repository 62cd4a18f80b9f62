import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { deleteAccount } from '../../src/actions/account.online.ts'
import { endOtherSessions } from '../../src/actions/session.online.ts'
import { signIn } from '../../src/actions/registration.online.ts'
import { findSession } from '../../src/db/read/session.ts'
import { PASSWORD } from '../provider/support/accounts.ts'
import { startTestProvider, type TestProvider } from '../provider/support/test-provider.ts'
import { errorOf, newEmail, phoneAt, signedInPhone, valueOf } from '../sync/support/provider-phone.ts'
import { answerLost } from '../sync/support/test-phone.ts'

let provider: TestProvider
beforeAll(async () => {
  provider = await startTestProvider()
})
afterAll(() => provider.close())

beforeEach(() => {
  const kept = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => void kept.set(key, text),
    removeItem: (key: string) => void kept.delete(key),
  })
})

const BODY = { password: PASSWORD, give_up_money: true }
const isDeletion = ({ method }: Request): boolean => method === 'DELETE'

test('a deletion whose answer was lost is completed on the phone by the next tap', async () => {
  const phone = await signedInPhone(provider)
  phone.line.through = answerLost(isDeletion)
  expect(errorOf(await deleteAccount(BODY, phone)).kind).not.toBe('signed_out')
  expect(await findSession(phone.dbs)).toBeDefined()
  valueOf(await deleteAccount(BODY, phone))
  expect(await findSession(phone.dbs)).toBeUndefined()
})

test('a session that has ended otherwise deletes nothing', async () => {
  const email = newEmail()
  const phone = await signedInPhone(provider, email)
  const other = phoneAt(provider)
  valueOf(await signIn({ identifier: email, password: PASSWORD }, other))
  valueOf(await endOtherSessions(other))
  provider.clock.advance(60 * 60_000)
  expect(errorOf(await deleteAccount(BODY, phone)).kind).toBe('signed_out')
  expect(errorOf(await deleteAccount(BODY, phone)).kind).toBe('signed_out')
  expect(await findSession(phone.dbs)).toBeDefined()
})
