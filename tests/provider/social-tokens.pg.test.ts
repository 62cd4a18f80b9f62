import { createPublicKey } from 'node:crypto'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { MINUTE_MS } from '../../src/domain/instant.ts'
import { codeOf } from './support/accounts.ts'
import { claimsAt, PROJECT, type TokenOptions, unsignedToken } from './support/identity-service.ts'
import { sendToken, type SocialRig, startSocialRig } from './support/social-rig.ts'
import { startTestProvider, type TestProvider } from './support/test-provider.ts'

let rig: SocialRig
beforeAll(async () => {
  rig = await startSocialRig()
})
afterAll(() => rig.close())

describe('a token', () => {
  const refusal = async (idToken: string) => {
    const answer = await sendToken(rig.provider, idToken)
    return [answer.status, await codeOf(answer)]
  }
  const REFUSED = [401, 'social_token_invalid']
  const now = () => Math.floor(rig.provider.clock.now() / 1000)

  it('is good as the service signs it', async () => {
    expect((await rig.signInAs()).status).toBe(200)
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
    expect(await refusal(await rig.service.token({ nowMs: rig.provider.clock.now(), claims: claims() }))).toEqual(
      REFUSED,
    )
  })

  it('of another project, whole and rightly signed, is refused', async () => {
    const token = await rig.service.token({ nowMs: rig.provider.clock.now(), project: 'demo-other' })
    expect(await refusal(token)).toEqual(REFUSED)
  })

  it('without a signature is refused', async () => {
    expect(await refusal(unsignedToken({ nowMs: rig.provider.clock.now() }))).toEqual(REFUSED)
  })

  it('signed with the published key as if it were a shared secret is refused', async () => {
    const { kid = '', ...jwk } = rig.service.published()
    const pem = createPublicKey({ key: jwk, format: 'jwk' }).export({ type: 'spki', format: 'pem' })
    for (const secret of [Buffer.from(pem), Buffer.from(jwk.n ?? '', 'base64url')]) {
      const token = await new SignJWT(claimsAt({ nowMs: rig.provider.clock.now() }))
        .setProtectedHeader({ alg: 'HS256', kid })
        .sign(secret)
      expect(await refusal(token)).toEqual(REFUSED)
    }
  })

  it('signed with a key of somebody else, under a published or an unknown id, is refused', async () => {
    const { privateKey } = await generateKeyPair('RS256')
    for (const kid of [rig.service.published().kid ?? '', 'made-up']) {
      const token = await new SignJWT(claimsAt({ nowMs: rig.provider.clock.now() }))
        .setProtectedHeader({ alg: 'RS256', kid })
        .sign(privateKey)
      expect(await refusal(token)).toEqual(REFUSED)
    }
  })

  it('that brings or names keys of its own is refused: they are taken from where the settings say alone', async () => {
    const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true })
    const kid = rig.service.published().kid ?? ''
    const jwk = await exportJWK(publicKey)
    for (const header of [{ jwk }, { jku: `${rig.service.keysUrl}/mine` }, { x5u: 'https://keys.example/chain' }]) {
      const token = await new SignJWT(claimsAt({ nowMs: rig.provider.clock.now() }))
        .setProtectedHeader({ alg: 'RS256', kid, ...header })
        .sign(privateKey)
      expect(await refusal(token)).toEqual(REFUSED)
    }
  })

  it('whose content was changed is refused', async () => {
    const [head, , signature] = (await rig.service.token({ nowMs: rig.provider.clock.now() })).split('.')
    const changed = Buffer.from(JSON.stringify({ ...claimsAt({ nowMs: rig.provider.clock.now() }), sub: 'uid-victim' }))
    expect(await refusal([head, changed.toString('base64url'), signature].join('.'))).toEqual(REFUSED)
  })

  it.each(['x', 'a.b.c', '..', '💥', '{}', 'null'])('that is none (%s) is refused', async (token) => {
    expect(await refusal(token)).toEqual(REFUSED)
  })
})

describe('the published keys', () => {
  let fresh: TestProvider
  beforeEach(async () => {
    fresh = await startTestProvider({ config: { social: rig.social } })
    rig.service.cacheFor('public, max-age=3600')
    rig.service.breakDown(false)
    return () => fresh.close()
  })

  const statusOf = async (claims: TokenOptions['claims'] = {}, kid?: string) => {
    const options = { nowMs: fresh.clock.now(), claims, ...(kid === undefined ? {} : { kid }) }
    return (await sendToken(fresh, await rig.service.token(options))).status
  }
  const countRequests = async (work: () => Promise<unknown>): Promise<number> => {
    const before = rig.service.requests()
    await work()
    return rig.service.requests() - before
  }

  it('are asked for once, however many sign in, until their time is over', async () => {
    expect(await countRequests(() => Promise.all([statusOf(), statusOf(), statusOf()]))).toBe(1)
    expect(await countRequests(() => statusOf())).toBe(0)
    fresh.clock.advance(60 * MINUTE_MS)
    expect(await countRequests(() => statusOf())).toBe(1)
  })

  it('are asked for again when a token names one that is new', async () => {
    expect(await statusOf()).toBe(200)
    await rig.service.rotate()
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
    rig.service.breakDown(true)
    const answer = await sendToken(fresh, await rig.service.token({ nowMs: fresh.clock.now() }))
    expect([answer.status, await codeOf(answer)]).toEqual([503, 'social_unavailable'])
    expect(answer.headers.get('retry-after')).not.toBeNull()
    rig.service.breakDown(false)
    expect(await statusOf()).toBe(200)
  })

  it('are not looked for elsewhere when their address says so; the log says why nobody signs in', async () => {
    const warn = vi.spyOn(fresh.deps.log, 'warn')
    rig.service.moveAway(true)
    expect(await statusOf()).toBe(503)
    rig.service.moveAway(false)
    expect(warn).toHaveBeenCalledWith('social.keys_unavailable', {
      reason: expect.stringContaining('redirect') as string,
    })
    expect(await statusOf()).toBe(200)
  })

  it('that may not be kept are asked for each time', async () => {
    rig.service.cacheFor('no-cache')
    expect(await countRequests(async () => [await statusOf(), await statusOf()])).toBe(2)
  })
})

describe('without the settings of the identity service', () => {
  it('phones are told so, and nobody signs in this way', async () => {
    const bare = await startTestProvider()
    const config = await bare.request('GET', '/api/v1/auth/social-config')
    expect(await config.json()).toEqual({ data: null })
    const answer = await sendToken(bare, unsignedToken({ nowMs: bare.clock.now() }))
    expect([answer.status, await codeOf(answer)]).toEqual([503, 'social_unavailable'])
    await bare.close()
  })
})

describe('the emulator of the identity service', () => {
  it('has its unsigned tokens accepted, under the same checks, and its address told to phones', async () => {
    const emulated = await startTestProvider({ config: { social: { ...rig.social, emulatorHost: 'localhost:9099' } } })
    const nowMs = emulated.clock.now()
    expect((await sendToken(emulated, unsignedToken({ nowMs }))).status).toBe(200)
    const others = [{ aud: 'demo-other' }, { exp: 1 }, { iss: 'https://else.test' }, { sub: '' }]
    for (const claims of others) expect((await sendToken(emulated, unsignedToken({ nowMs, claims }))).status).toBe(401)
    const config = await emulated.request('GET', '/api/v1/auth/social-config')
    expect(await config.json()).toEqual({
      data: {
        project_id: PROJECT,
        api_key: 'key-of-the-project',
        auth_domain: 'demo-baywise.firebaseapp.com',
        emulator_url: 'http://localhost:9099',
      },
    })
    await emulated.close()
  })
})
