import { createPublicKey } from 'node:crypto'
import { generateKeyPair, SignJWT } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { setDisabled } from '../../provider/repositories/users.ts'
import type { SocialConfig } from '../../provider/rules/social-config.ts'
import type { SocialSessionWire } from '../../src/contract/social.ts'
import { MINUTE_MS } from '../../src/domain/instant.ts'
import { codeOf, post, readJson, registration, signUp } from './support/accounts.ts'
import {
  claimsAt,
  type IdentityService,
  PROJECT,
  startIdentityService,
  type TokenOptions,
  unsignedToken,
} from './support/identity-service.ts'
import { startTestProvider, type TestProvider } from './support/test-provider.ts'

let service: IdentityService
let provider: TestProvider
let social: SocialConfig

beforeAll(async () => {
  service = await startIdentityService()
  social = {
    projectId: PROJECT,
    apiKey: 'key-of-the-project',
    authDomain: 'demo-baywise.firebaseapp.com',
    emulatorHost: null,
    keysUrl: service.keysUrl,
  }
  provider = await startTestProvider({ config: { social } })
})

afterAll(async () => {
  await provider.close()
  await service.close()
})

const bodyWith = (idToken: string, changes: Readonly<Record<string, unknown>> = {}) => ({
  email: 'awa@example.test',
  name: 'Awa Diop',
  photo_url: null,
  firebase_uid: 'uid-awa',
  provider: 'google',
  id_token: idToken,
  ...changes,
})

const send = (idToken: string, changes: Readonly<Record<string, unknown>> = {}, at = provider): Promise<Response> =>
  post(at, '/auth/social-login', bodyWith(idToken, changes))

/** Signs in as somebody whom the service has just let in. */
const signInAs = async (claims: TokenOptions['claims'] = {}, changes: Readonly<Record<string, unknown>> = {}) =>
  send(await service.token({ nowMs: provider.clock.now(), claims }), changes)

const person = (name: string, provider = 'google.com') => ({
  sub: `uid-${name}`,
  email: `${name}@example.test`,
  firebase: { sign_in_provider: provider, identities: {} },
})

describe('somebody new', () => {
  it('gets an account with a proven address, a session, and is told that it is new', async () => {
    const answer = await signInAs(person('new'), { country_code: 'SN' })
    expect(answer.status).toBe(200)
    const session = await readJson<SocialSessionWire>(answer)
    expect(session).toMatchObject({
      is_new_user: true,
      user: {
        email: 'new@example.test',
        first_name: 'Awa',
        last_name: 'Marie Diop',
        country: { code: 'SN' },
        email_verified: true,
      },
    })
    const wallet = await provider.request('GET', '/api/v1/wallet?currency=XOF', { token: session.access_token })
    expect(await wallet.json()).toMatchObject({ data: { currency: 'XOF' } })
  })

  it('is the same account the next time, and no longer new', async () => {
    const first = await readJson<SocialSessionWire>(await signInAs(person('again')))
    const second = await readJson<SocialSessionWire>(await signInAs(person('again')))
    expect([first.is_new_user, second.is_new_user]).toEqual([true, false])
    expect(second.user.user_id).toBe(first.user.user_id)
  })

  it('who asks several times at once has one account', async () => {
    for (const round of [1, 2, 3, 4, 5, 6]) {
      const claims = person(`twice-${String(round)}`)
      const answers = await Promise.all([1, 2, 3, 4].map(() => signInAs(claims)))
      const sessions = await Promise.all(answers.map((answer) => readJson<Partial<SocialSessionWire>>(answer)))
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
      expect(new Set(sessions.map(({ user }) => user?.user_id)).size).toBe(1)
      expect(sessions.filter((session) => session.is_new_user)).toHaveLength(1)
    }
  })

  it('without a country gets the fallback, without a name the first part of the address', async () => {
    const claims = { ...person('nameless'), name: undefined }
    const { user } = await readJson<SocialSessionWire>(await signInAs(claims, { name: null }))
    expect(user).toMatchObject({ first_name: 'nameless', last_name: '', country: { code: 'US' } })
  })

  it('keeps the account when the address changes at the service', async () => {
    const before = await readJson<SocialSessionWire>(await signInAs(person('moved')))
    const after = await readJson<SocialSessionWire>(await signInAs({ ...person('moved'), email: 'other@example.test' }))
    expect(after.user).toEqual(before.user)
  })
})

describe('what the body says', () => {
  it('about address and uid is never believed', async () => {
    await signUp(provider, 'victim@example.test')
    const claims = { email: 'victim@example.test', firebase_uid: 'uid-victim' }
    const { user } = await readJson<SocialSessionWire>(await signInAs(person('honest'), claims))
    expect(user.email).toBe('honest@example.test')
  })

  it('must have the fields of the specification', async () => {
    const { id_token: _left, ...withoutToken } = bodyWith('x')
    const answer = await post(provider, '/auth/social-login', withoutToken)
    expect(answer.status).toBe(422)
    expect((await send('x', { provider: 'myspace' })).status).toBe(422)
    expect((await send('x'.repeat(9_000))).status).toBe(422)
  })
})

describe('an address that has an account already', () => {
  it('with a password is told to sign in with the original method', async () => {
    await signUp(provider, 'password@example.test')
    const answer = await signInAs(person('password'))
    expect(answer.status).toBe(400)
    const problem = await readJson<{ code: string; detail: string }>(answer)
    expect(problem.code).toBe('account_exists')
    expect(problem.detail.toLowerCase()).toContain('account exists')
  })

  it('made with the other service is told the same', async () => {
    await signInAs(person('apple', 'apple.com'), { provider: 'apple' })
    const answer = await signInAs({ ...person('apple'), sub: 'uid-apple-at-google' })
    expect([answer.status, await codeOf(answer)]).toEqual([400, 'account_exists'])
  })

  it('made with the same service under another uid needs a person to link them', async () => {
    await signInAs(person('remade'))
    const answer = await signInAs({ ...person('remade'), sub: 'uid-remade-2' })
    expect([answer.status, await codeOf(answer)]).toEqual([409, 'linking_required'])
  })

  it('that was registered and never proven is replaced by the proof', async () => {
    await post(provider, '/auth/register', registration('unproven@example.test'))
    const answer = await signInAs(person('unproven'))
    expect(await answer.json()).toMatchObject({ is_new_user: true, user: { email_verified: true } })
  })

  it('that is closed stays closed, by identity and by address', async () => {
    await signInAs(person('closed'))
    await setDisabled(provider.deps.db, 'closed@example.test', provider.clock.now())
    const answer = await signInAs(person('closed'))
    expect([answer.status, await codeOf(answer)]).toEqual([403, 'account_disabled'])
    expect(await codeOf(await signInAs({ ...person('closed'), sub: 'uid-else' }))).toBe('account_disabled')
  })

  it('is not found, and none is made, while the service has not proven the address', async () => {
    for (const claims of [{ email_verified: false }, { email_verified: undefined }, { email: undefined }]) {
      const answer = await signInAs({ ...person('doubtful'), ...claims })
      expect([answer.status, await codeOf(answer)]).toEqual([404, 'social_account_not_found'])
    }
  })
})

describe('a token', () => {
  const refusal = async (idToken: string) => {
    const answer = await send(idToken)
    return [answer.status, await codeOf(answer)]
  }
  const REFUSED = [401, 'social_token_invalid']
  const now = () => Math.floor(provider.clock.now() / 1000)

  it('is good as the service signs it', async () => {
    expect((await signInAs()).status).toBe(200)
  })

  it.each<[string, () => TokenOptions['claims']]>([
    ['for another project', () => ({ aud: 'demo-other' })],
    ['from another issuer', () => ({ iss: 'https://securetoken.google.com/demo-other' })],
    ['that has expired', () => ({ exp: now() - 1 })],
    ['that never expires', () => ({ exp: undefined })],
    ['issued in the future', () => ({ iat: now() + 600 })],
    ['of a sign-in in the future', () => ({ auth_time: now() + 600 })],
    ['of a sign-in long ago', () => ({ auth_time: now() - 7_200 })],
    ['without the time of the sign-in', () => ({ auth_time: undefined })],
    ['for nobody', () => ({ sub: '' })],
    ['of a password sign-in', () => ({ firebase: { sign_in_provider: 'password' } })],
    ['of an anonymous sign-in', () => ({ firebase: { sign_in_provider: 'anonymous' } })],
    ['without what the service adds', () => ({ firebase: undefined })],
  ])('%s is refused', async (_, claims) => {
    expect(await refusal(await service.token({ nowMs: provider.clock.now(), claims: claims() }))).toEqual(REFUSED)
  })

  it('of another project, whole and rightly signed, is refused', async () => {
    const token = await service.token({ nowMs: provider.clock.now(), project: 'demo-other' })
    expect(await refusal(token)).toEqual(REFUSED)
  })

  it('without a signature is refused', async () => {
    expect(await refusal(unsignedToken({ nowMs: provider.clock.now() }))).toEqual(REFUSED)
  })

  it('signed with the published key as if it were a shared secret is refused', async () => {
    const { kid = '', ...jwk } = service.published()
    const pem = createPublicKey({ key: jwk, format: 'jwk' }).export({ type: 'spki', format: 'pem' })
    for (const secret of [Buffer.from(pem), Buffer.from(jwk.n ?? '', 'base64url')]) {
      const token = await new SignJWT(claimsAt({ nowMs: provider.clock.now() }))
        .setProtectedHeader({ alg: 'HS256', kid })
        .sign(secret)
      expect(await refusal(token)).toEqual(REFUSED)
    }
  })

  it('signed with a key of somebody else, under a published or an unknown id, is refused', async () => {
    const { privateKey } = await generateKeyPair('RS256')
    for (const kid of [service.published().kid ?? '', 'made-up']) {
      const token = await new SignJWT(claimsAt({ nowMs: provider.clock.now() }))
        .setProtectedHeader({ alg: 'RS256', kid })
        .sign(privateKey)
      expect(await refusal(token)).toEqual(REFUSED)
    }
  })

  it('whose content was changed is refused', async () => {
    const [head, , signature] = (await service.token({ nowMs: provider.clock.now() })).split('.')
    const changed = Buffer.from(JSON.stringify({ ...claimsAt({ nowMs: provider.clock.now() }), sub: 'uid-victim' }))
    expect(await refusal([head, changed.toString('base64url'), signature].join('.'))).toEqual(REFUSED)
  })

  it.each(['x', 'a.b.c', '..', '💥', '{}', 'null'])('that is none (%s) is refused', async (token) => {
    expect(await refusal(token)).toEqual(REFUSED)
  })
})

describe('the published keys', () => {
  let fresh: TestProvider
  beforeEach(async () => {
    fresh = await startTestProvider({ config: { social } })
    service.cacheFor('public, max-age=3600')
    service.breakDown(false)
    return () => fresh.close()
  })

  const statusOf = async (claims: TokenOptions['claims'] = {}, kid?: string) => {
    const options = { nowMs: fresh.clock.now(), claims, ...(kid === undefined ? {} : { kid }) }
    return (await send(await service.token(options), {}, fresh)).status
  }
  const countRequests = async (work: () => Promise<unknown>): Promise<number> => {
    const before = service.requests()
    await work()
    return service.requests() - before
  }

  it('are asked for once, however many sign in, until their time is over', async () => {
    expect(await countRequests(() => Promise.all([statusOf(), statusOf(), statusOf()]))).toBe(1)
    expect(await countRequests(() => statusOf())).toBe(0)
    fresh.clock.advance(60 * MINUTE_MS)
    expect(await countRequests(() => statusOf())).toBe(1)
  })

  it('are asked for again when a token names one that is new', async () => {
    expect(await statusOf()).toBe(200)
    await service.rotate()
    fresh.clock.advance(2 * MINUTE_MS)
    expect(await statusOf()).toBe(200)
  })

  it('are not asked for again by each made-up key id', async () => {
    expect(await statusOf()).toBe(200)
    expect(await countRequests(() => Promise.all([statusOf({}, 'a'), statusOf({}, 'b')]))).toBe(0)
    fresh.clock.advance(2 * MINUTE_MS)
    expect(await countRequests(async () => expect(await statusOf({}, 'c')).toBe(401))).toBe(1)
    expect(await countRequests(async () => expect(await statusOf({}, 'd')).toBe(401))).toBe(0)
  })

  it('that cannot be had make it unavailable, not refused, and are tried again', async () => {
    service.breakDown(true)
    const answer = await send(await service.token({ nowMs: fresh.clock.now() }), {}, fresh)
    expect([answer.status, await codeOf(answer)]).toEqual([503, 'social_unavailable'])
    expect(answer.headers.get('retry-after')).not.toBeNull()
    service.breakDown(false)
    expect(await statusOf()).toBe(200)
  })

  it('that may not be kept are asked for each time', async () => {
    service.cacheFor('no-cache')
    expect(await countRequests(async () => [await statusOf(), await statusOf()])).toBe(2)
  })
})

describe('without the settings of the identity service', () => {
  it('phones are told so, and nobody signs in this way', async () => {
    const bare = await startTestProvider()
    const config = await bare.request('GET', '/api/v1/auth/social-config')
    expect(await config.json()).toEqual({ data: null })
    const answer = await send(unsignedToken({ nowMs: bare.clock.now() }), {}, bare)
    expect([answer.status, await codeOf(answer)]).toEqual([503, 'social_unavailable'])
    await bare.close()
  })
})

describe('the emulator of the identity service', () => {
  it('has its unsigned tokens accepted, under the same checks, and its address told to phones', async () => {
    const rig = await startTestProvider({ config: { social: { ...social, emulatorHost: 'localhost:9099' } } })
    const nowMs = rig.clock.now()
    expect((await send(unsignedToken({ nowMs }), {}, rig)).status).toBe(200)
    const others = [{ aud: 'demo-other' }, { exp: 1 }, { iss: 'https://else.test' }, { sub: '' }]
    for (const claims of others) expect((await send(unsignedToken({ nowMs, claims }), {}, rig)).status).toBe(401)
    const config = await rig.request('GET', '/api/v1/auth/social-config')
    expect(await config.json()).toEqual({
      data: {
        project_id: PROJECT,
        api_key: 'key-of-the-project',
        auth_domain: 'demo-baywise.firebaseapp.com',
        emulator_url: 'http://localhost:9099',
      },
    })
    await rig.close()
  })
})
