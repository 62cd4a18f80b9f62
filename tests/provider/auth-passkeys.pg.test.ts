import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { SessionWire } from '../../src/contract/auth.ts'
import type { Passkey } from '../../src/contract/passkeys.ts'
import { MINUTE_MS } from '../../src/domain/instant.ts'
import {
  codeOf,
  expectRefusal,
  lastCode,
  lastMail,
  PASSWORD,
  post,
  readJson,
  sendRefresh,
  signUp,
} from './support/accounts.ts'
import { TestAuthenticator } from './support/test-authenticator.ts'
import { startTestProvider, TEST_NOW, type TestProvider } from './support/test-provider.ts'

let provider: TestProvider
beforeAll(async () => {
  provider = await startTestProvider()
})
beforeEach(() => provider.clock.set(TEST_NOW))
afterAll(() => provider.close())

const ask = ({ access_token: token }: SessionWire, method: string, rest = '') =>
  provider.request(method, `/api/v1/auth/passkeys${rest}`, { token })

const send = ({ access_token: token }: SessionWire, body: unknown) =>
  provider.request('POST', '/api/v1/auth/passkeys', { token, body })

type Options = { readonly data: { readonly challenge: string } }

const challengeFor = async (session: SessionWire): Promise<string> =>
  (await readJson<Options>(await ask(session, 'POST', '/options'))).data.challenge

const loginChallenge = async (): Promise<string> =>
  (await readJson<Options>(await post(provider, '/auth/passkey-login/options', {}))).data.challenge

const add = (session: SessionWire, response: unknown, name = 'My phone') => send(session, { name, response })

const login = (response: unknown) => post(provider, '/auth/passkey-login', { response })

async function enrol(session: SessionWire): Promise<TestAuthenticator> {
  const key = new TestAuthenticator()
  const answer = await add(session, key.create({ challenge: await challengeFor(session) }))
  expect(answer.status, await answer.clone().text()).toBe(201)
  return key
}

const list = async (session: SessionWire): Promise<Passkey[]> =>
  (await readJson<{ data: Passkey[] }>(await ask(session, 'GET'))).data

const expectRefused = async (answer: Response): Promise<void> => {
  expect([answer.status, await codeOf(answer)]).toEqual([422, 'passkey_invalid'])
}

describe('enrolling a passkey', () => {
  it('keeps it under its name, writes to its owner, and signs in with it', async () => {
    const session = await signUp(provider, 'enrol@example.test')
    const key = await enrol(session)
    expect(await list(session)).toEqual([
      { passkey_id: key.credentialId, name: 'My phone', created_at: '2026-11-23T12:00:00Z', last_used_at: null },
    ])
    expect((await lastMail(provider, 'enrol@example.test')).subject).toBe('A passkey was added to your Baywise account')

    const answer = await login(key.sign({ challenge: await loginChallenge(), counter: 2 }))
    expect(answer.status).toBe(200)
    const opened = await readJson<SessionWire>(answer)
    expect(opened.user).toEqual(session.user)
    expect(await list(opened)).toMatchObject([{ last_used_at: '2026-11-23T12:00:00Z' }])
  })

  it('asks the browser for a key of this host that is found without a name and knows its owner', async () => {
    const session = await signUp(provider, 'options@example.test')
    const key = await enrol(session)
    const { data } = await readJson<{ data: object }>(await ask(session, 'POST', '/options'))
    expect(data).toMatchObject({
      rp: { id: 'localhost', name: 'Baywise' },
      user: { name: 'options@example.test', displayName: 'Awa Diop' },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: [{ id: key.credentialId }],
    })
  })

  it.each([
    ['of another site', { origin: 'https://evil.example' }],
    ['for another host', { rpId: 'evil.example' }],
    ['by a key that did not check its owner', { verified: false }],
  ])('refuses an answer %s', async (_, wrong) => {
    const session = await signUp(provider, `enrol-${(Object.keys(wrong)[0] ?? '').toLowerCase()}@example.test`)
    const challenge = await challengeFor(session)
    await expectRefused(await add(session, new TestAuthenticator().create({ challenge, ...wrong })))
    expect(await list(session)).toEqual([])
  })

  it('takes each challenge once, for five minutes, and from the user it was given to', async () => {
    const session = await signUp(provider, 'challenge@example.test')
    const other = await signUp(provider, 'challenge-other@example.test')
    const challenge = await challengeFor(session)
    const key = new TestAuthenticator()
    expect((await add(session, key.create({ challenge }))).status).toBe(201)
    await expectRefused(await add(session, new TestAuthenticator().create({ challenge })))

    await expectRefused(await add(other, new TestAuthenticator().create({ challenge: await challengeFor(session) })))
    await expectRefused(await add(session, new TestAuthenticator().create({ challenge: await loginChallenge() })))
    await expectRefused(await add(session, new TestAuthenticator().create({ challenge: 'bmV2ZXIgZ2l2ZW4' })))
    const late = await challengeFor(session)
    provider.clock.advance(5 * MINUTE_MS)
    await expectRefused(await add(session, new TestAuthenticator().create({ challenge: late })))
    expect(await list(session)).toHaveLength(1)
  })

  it('refuses a credential that somebody has already', async () => {
    const session = await signUp(provider, 'twin@example.test')
    const thief = await signUp(provider, 'twin-thief@example.test')
    const key = await enrol(session)
    await expectRefused(await add(thief, key.create({ challenge: await challengeFor(thief) })))
    expect(await list(thief)).toEqual([])
  })

  it('stops at 20 keys', async () => {
    const session = await signUp(provider, 'many@example.test')
    await provider.deps.db.query(
      `insert into passkeys (credential_id, user_id, public_key, counter, transports, name, created_at)
       select 'many-' || n, $1, '\\x00', 0, '{}', 'Key', now() from generate_series(1, 20) n`,
      [session.user.user_id],
    )
    const answer = await ask(session, 'POST', '/options')
    expect([answer.status, await codeOf(answer)]).toEqual([403, 'forbidden'])
  })

  it.each([
    ['no name', { name: '  ' }],
    ['a name of 10 kB', { name: 'x'.repeat(10_240) }],
    ['an answer that is no object', { response: 'x' }],
    ['bytes that are not base64url', { response: { id: '😀', rawId: '😀', type: 'public-key', response: {} } }],
    ['nothing', { name: undefined, response: undefined }],
  ])('refuses %s as bad input', async (_, body) => {
    const session = await signUp(provider, `bad-${_.replaceAll(' ', '-').toLowerCase()}@example.test`)
    const response = new TestAuthenticator().create({ challenge: await challengeFor(session) })
    const answer = await send(session, { name: 'Phone', response, ...body })
    expect([answer.status, await codeOf(answer)]).toEqual([422, 'validation_failed'])
  })

  it('takes names in any script', async () => {
    const session = await signUp(provider, 'names@example.test')
    for (const name of ['🔑 clé', 'هاتفي', 'телефон'])
      expect(
        (await add(session, new TestAuthenticator().create({ challenge: await challengeFor(session) }), name)).status,
      ).toBe(201)
    expect(new Set((await list(session)).map(({ name }) => name))).toEqual(new Set(['🔑 clé', 'هاتفي', 'телефон']))
  })
})

describe('a passkey is added only by who shows that the account is theirs', () => {
  const begin = ({ access_token: token }: SessionWire, body?: unknown) =>
    provider.request('POST', '/api/v1/auth/passkeys/options', { token, ...(body === undefined ? {} : { body }) })

  it('by a sign-in of the last 10 minutes, which refreshing does not make younger', async () => {
    const session = await signUp(provider, 'fresh@example.test')
    provider.clock.advance(10 * MINUTE_MS - 1)
    expect((await begin(session)).status).toBe(200)
    provider.clock.advance(1)
    await expectRefusal(await begin(session), 403, 'confirmation_required')
    const refreshed = await sendRefresh(provider, { token: session.refresh_token, key: 'of-a-stale-sign-in' })
    await expectRefusal(await begin(await readJson<SessionWire>(refreshed)), 403, 'confirmation_required')
  })

  it('or by the password, whose wrong ones count as wrong sign-ins', async () => {
    const session = await signUp(provider, 'confirms@example.test')
    provider.clock.advance(11 * MINUTE_MS)
    expect((await begin(session, { password: PASSWORD })).status).toBe(200)
    for (let wrong = 0; wrong < 10; wrong += 1)
      await expectRefusal(await begin(session, { password: 'not the one' }), 422, 'password_wrong')
    await expectRefusal(await begin(session, { password: PASSWORD }), 429, 'rate_limited')
  })

  it('in words of both languages', async () => {
    const { access_token: token } = await signUp(provider, 'in-words@example.test')
    provider.clock.advance(11 * MINUTE_MS)
    const answer = await provider.request('POST', '/api/v1/auth/passkeys/options', {
      ...{ token, headers: { 'accept-language': 'fr' } },
    })
    expect(await readJson(answer)).toMatchObject({
      detail: 'Saisissez votre mot de passe pour continuer, ou reconnectez-vous.',
    })
  })
})

describe('signing in with a passkey', () => {
  it.each([
    ['of another site', { origin: 'https://evil.example' }],
    ['for another host', { rpId: 'evil.example' }],
    ['by a key that did not check its owner', { verified: false }],
    ['with a counter that does not rise: a copy of the key', { counter: 1 }],
  ])('refuses an answer %s', async (_, wrong) => {
    const key = await enrol(await signUp(provider, `login-${(Object.keys(wrong)[0] ?? '').toLowerCase()}@example.test`))
    await expectRefused(await login(key.sign({ challenge: await loginChallenge(), counter: 2, ...wrong })))
    expect((await login(key.sign({ challenge: await loginChallenge(), counter: 3 }))).status).toBe(200)
  })

  it('refuses an answer that is sent again, a challenge that ran out, and one given for enrolling', async () => {
    const session = await signUp(provider, 'again@example.test')
    const key = await enrol(session)
    const signed = key.sign({ challenge: await loginChallenge(), counter: 2 })
    expect((await login(signed)).status).toBe(200)
    await expectRefused(await login(signed))
    await expectRefused(await login(key.sign({ challenge: await challengeFor(session), counter: 3 })))
    const late = await loginChallenge()
    provider.clock.advance(5 * MINUTE_MS)
    await expectRefused(await login(key.sign({ challenge: late, counter: 3 })))
  })

  it('answers alike for a key that is not known, one of another user, and a forged signature', async () => {
    const session = await signUp(provider, 'forged-key@example.test')
    const key = await enrol(session)
    const unknown = await login(new TestAuthenticator().sign({ challenge: await loginChallenge() }))
    const handle = Buffer.from('somebody else').toString('base64url')
    const others = await login(key.sign({ challenge: await loginChallenge(), counter: 2 }, handle))
    const forged = new TestAuthenticator().sign({ challenge: await loginChallenge(), counter: 2 })
    const signature = await login({ ...forged, id: key.credentialId, rawId: key.credentialId })
    const bodies = await Promise.all([unknown, others, signature].map((answer) => answer.text()))
    expect([unknown.status, others.status, signature.status]).toEqual([422, 422, 422])
    expect(new Set(bodies).size).toBe(1)
  })

  it('refuses a closed account', async () => {
    const key = await enrol(await signUp(provider, 'closed-key@example.test'))
    await provider.deps.db.query("update users set disabled_at = now() where email = 'closed-key@example.test'")
    const answer = await login(key.sign({ challenge: await loginChallenge(), counter: 2 }))
    expect([answer.status, await codeOf(answer)]).toEqual([403, 'account_disabled'])
  })
})

describe('removing a passkey', () => {
  it('is for its owner; others learn nothing, and a removed key signs nobody in', async () => {
    const session = await signUp(provider, 'remove@example.test')
    const other = await signUp(provider, 'remove-other@example.test')
    const key = await enrol(session)
    const [theirs, unknown] = await Promise.all([
      ask(other, 'DELETE', `/${key.credentialId}`),
      ask(other, 'DELETE', '/never-enrolled'),
    ])
    expect([theirs.status, unknown.status]).toEqual([404, 404])
    expect(await theirs.text()).toBe(await unknown.text())
    expect((await ask(session, 'DELETE', `/${key.credentialId}`)).status).toBe(204)
    expect(await list(session)).toEqual([])
    await expectRefused(await login(key.sign({ challenge: await loginChallenge(), counter: 2 })))
  })

  it('takes a sign-in of the last 10 minutes or the password, as adding one does: an open session alone removes none', async () => {
    const session = await signUp(provider, 'remove-later@example.test')
    const key = await enrol(session)
    provider.clock.advance(10 * MINUTE_MS)
    const path = `/api/v1/auth/passkeys/${key.credentialId}`
    const remove = (body: object) => provider.request('DELETE', path, { token: session.access_token, body })
    await expectRefusal(await ask(session, 'DELETE', `/${key.credentialId}`), 403, 'confirmation_required')
    await expectRefusal(await remove({}), 403, 'confirmation_required')
    await expectRefusal(await remove({ password: 'not the one' }), 422, 'password_wrong')
    expect(await list(session)).toHaveLength(1)
    expect((await remove({ password: PASSWORD })).status).toBe(204)
    expect(await list(session)).toEqual([])
  })

  it('and everything else about passkeys needs a session', async () => {
    for (const [method, rest] of [
      ['GET', ''],
      ['POST', '/options'],
      ['POST', ''],
      ['DELETE', '/x'],
    ] as const)
      expect((await provider.request(method, `/api/v1/auth/passkeys${rest}`)).status).toBe(401)
  })
})

describe('a password reset', () => {
  const NEXT = 'another garage door'

  it('lists the passkeys in its mail, keeps them, and forgets them where it is asked to', async () => {
    const email = 'reset-keys@example.test'
    const session = await signUp(provider, email)
    const key = await enrol(session)
    const askAgain = async (): Promise<string> => {
      provider.clock.advance(MINUTE_MS)
      await post(provider, '/auth/forgot-password', { email })
      return lastCode(provider, email)
    }
    const kept = await askAgain()
    expect((await lastMail(provider, email)).text).toContain('without a password:\n- My phone\n')
    expect((await post(provider, '/auth/reset-password', { token: kept, password: NEXT })).status).toBe(204)
    expect((await login(key.sign({ challenge: await loginChallenge(), counter: 2 }))).status).toBe(200)

    const body = { token: await askAgain(), password: NEXT, drop_passkeys: true }
    expect((await post(provider, '/auth/reset-password', body)).status).toBe(204)
    await expectRefused(await login(key.sign({ challenge: await loginChallenge(), counter: 3 })))
    provider.clock.advance(MINUTE_MS)
    await askAgain()
    expect((await lastMail(provider, email)).text).not.toContain('passkeys')
  })
})
