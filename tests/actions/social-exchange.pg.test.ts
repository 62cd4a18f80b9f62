import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { exchangeProof } from '../../src/actions/social.online.ts'
import { signOut } from '../../src/actions/session.online.ts'
import type { SocialProof } from '../../src/actions/social-sign-in.online.ts'
import { findSession } from '../../src/db/read/session.ts'
import { PROJECT, unsignedToken } from '../provider/support/identity-service.ts'
import { signUp } from '../provider/support/accounts.ts'
import { startTestProvider, type TestProvider } from '../provider/support/test-provider.ts'
import { errorOf, phoneAt, valueOf } from '../sync/support/provider-phone.ts'
import { offline } from '../sync/support/test-phone.ts'

let provider: TestProvider
beforeAll(async () => {
  const emulator = { emulatorHost: 'localhost:9099', keysUrl: 'http://localhost:9/none' }
  const social = { projectId: PROJECT, apiKey: 'key', authDomain: 'demo-baywise.firebaseapp.com', ...emulator }
  provider = await startTestProvider({ config: { social } })
})
afterAll(() => provider.close())

function proofOf(name: string, changes: Partial<SocialProof> = {}): SocialProof {
  const claims = { sub: `uid-${name}`, email: `${name}@example.test` }
  const idToken = unsignedToken({ nowMs: provider.clock.now(), claims })
  return { provider: 'google', idToken, uid: `uid-${name}`, email: claims.email, name, photoUrl: null, ...changes }
}

test('a proof becomes a session on this phone; who signs in again is not new', async () => {
  const phone = phoneAt(provider)
  expect(valueOf(await exchangeProof(phone, proofOf('ada')))).toEqual({ isNewUser: true })
  await phone.settled()
  expect((await findSession(phone.dbs))?.user.email).toBe('ada@example.test')
  expect(valueOf(await exchangeProof(phone, proofOf('ada')))).toEqual({ isNewUser: false })
  await phone.settled()
})

test('what the provider refuses leaves nobody signed in', async () => {
  await signUp(provider, 'bob@example.test')
  const phone = phoneAt(provider)
  expect(errorOf(await exchangeProof(phone, proofOf('bob')))).toMatchObject({ kind: 'refused', code: 'account_exists' })
  expect(errorOf(await exchangeProof(phone, proofOf('eve', { idToken: 'forged' })))).toMatchObject({
    kind: 'refused',
    code: 'social_token_invalid',
  })
  expect(await findSession(phone.dbs)).toBeUndefined()
})

test('without a connection the network is to blame', async () => {
  const phone = phoneAt(provider)
  phone.line.through = offline
  expect(errorOf(await exchangeProof(phone, proofOf('cem')))).toEqual({ kind: 'network' })
})

test('an answer without an access token signs nobody in', async () => {
  const phone = phoneAt(provider)
  phone.line.through = async (request, next) =>
    request.url.endsWith('/social-login') ? Response.json({ is_new_user: true }) : next(request)
  expect(errorOf(await exchangeProof(phone, proofOf('dan')))).toEqual({ kind: 'no_session' })
  expect(await findSession(phone.dbs)).toBeUndefined()
})

test('a session that this phone cannot keep is told as just that', async () => {
  const phone = phoneAt(provider)
  vi.spyOn(phone.dbs.session.session, 'put').mockRejectedValue(new DOMException('full', 'QuotaExceededError'))
  expect(errorOf(await exchangeProof(phone, proofOf('fay')))).toEqual({ kind: 'not_kept' })
})

test('what is noted of a sign-in with an identity service goes when the driver signs out', async () => {
  const kept = new Map([['language', 'fr']])
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => kept.set(key, text),
    removeItem: (key: string) => kept.delete(key),
  })
  const phone = phoneAt(provider)
  valueOf(await exchangeProof(phone, proofOf('gil')))
  expect(Object.fromEntries(kept)).toMatchObject({ social_login_success: 'true', social_login_new_user: 'true' })
  await signOut(phone)
  expect(Object.fromEntries(kept)).toEqual({ language: 'fr' })
})
