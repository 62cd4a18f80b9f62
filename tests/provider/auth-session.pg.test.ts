import { scryptSync } from 'node:crypto'
import { SignJWT, UnsecuredJWT } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/domain/instant.ts'
import type { SessionWire } from '../../src/contract/auth.ts'
import { codeOf, login, PASSWORD, post, readJson, registration, sendRefresh, signUp } from './support/accounts.ts'
import { startTestProvider, TEST_NOW, type TestProvider } from './support/test-provider.ts'

let provider: TestProvider
beforeAll(async () => {
  provider = await startTestProvider()
})
beforeEach(() => provider.clock.set(TEST_NOW))
afterAll(() => provider.close())

const refresh = (token: string, key: string) => sendRefresh(provider, { token, key })
const session = async (answer: Response): Promise<SessionWire> => readJson<SessionWire>(answer)
const profile = (token: string) => provider.request('GET', '/api/v1/users/profile', { token })

describe('signing in', () => {
  it('gives the same refusal for a wrong password and an unknown address', async () => {
    await signUp(provider, 'one@example.test')
    const wrong = await login(provider, 'one@example.test', 'not the password')
    const unknown = await login(provider, 'none@example.test', 'not the password')
    expect([wrong.status, unknown.status]).toEqual([401, 401])
    const body = await readJson<{ code: string }>(wrong)
    expect(body.code).toBe('invalid_credentials')
    expect(await unknown.json()).toEqual(body)
  })

  it('costs as much for an unknown address as for a known one', async () => {
    await signUp(provider, 'slow@example.test')
    const median = async (identifier: (round: number) => string): Promise<number> => {
      const times: number[] = []
      for (let round = 0; round < 9; round += 1) {
        const start = performance.now()
        await login(provider, identifier(round), 'not the password')
        times.push(performance.now() - start)
      }
      return times.toSorted((a, b) => a - b)[4] ?? 0
    }
    const known = await median(() => 'slow@example.test')
    const unknown = await median((round) => `nobody${String(round)}@example.test`)
    expect(unknown / known).toBeGreaterThan(0.5)
    expect(unknown / known).toBeLessThan(2)
  })

  it('locks an account for the rest of 15 minutes after 10 wrong passwords, known or not, and says how long', async () => {
    await signUp(provider, 'locked@example.test')
    for (const identifier of ['locked@example.test', 'unknown-locked@example.test']) {
      for (let tried = 0; tried < 10; tried += 1)
        expect((await login(provider, identifier, 'wrong password')).status).toBe(401)
      const answer = await login(provider, identifier)
      expect([answer.status, await codeOf(answer)]).toEqual([429, 'rate_limited'])
      expect(answer.headers.get('retry-after')).toBe('900')
    }
    provider.clock.advance(15 * MINUTE_MS)
    expect((await login(provider, 'locked@example.test')).status).toBe(200)
  })

  it('lets 10 of 30 passwords tried at once be judged', async () => {
    await signUp(provider, 'storm@example.test')
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => login(provider, 'storm@example.test', 'wrong password')),
    )
    expect(answers.filter(({ status }) => status === 401).length).toBe(10)
    expect(answers.filter(({ status }) => status === 429).length).toBe(20)
  })

  it('counts wrong passwords only: a right one starts the account anew', async () => {
    await signUp(provider, 'clumsy@example.test')
    for (let round = 0; round < 3; round += 1) {
      for (let tried = 0; tried < 9; tried += 1) await login(provider, 'clumsy@example.test', 'wrong password')
      expect((await login(provider, 'clumsy@example.test')).status).toBe(200)
    }
  })

  it('locks an address after 300 wrong passwords, whatever the accounts', async () => {
    const own = await startTestProvider({ config: { trustedProxies: ['10.0.0.0/8'] } })
    const from = (address: string, identifier: string) =>
      own.request('POST', '/api/v1/auth/login', {
        body: { identifier, password: PASSWORD },
        headers: { 'x-forwarded-for': address },
        peer: '10.0.0.1',
      })
    const resets = new Date(own.clock.now() + 15 * MINUTE_MS)
    await own.deps.db.query("insert into attempts (bucket, count, resets_at) values ('address:192.0.2.7', 299, $1)", [
      resets,
    ])
    expect((await from('192.0.2.7', 'a@example.test')).status).toBe(401)
    expect((await from('192.0.2.7', 'b@example.test')).status).toBe(429)
    expect((await from('192.0.2.8', 'c@example.test')).status).toBe(401)
    await own.close()
  })

  it('replaces a hash made at another cost', async () => {
    const email = 'rehash@example.test'
    await signUp(provider, email)
    const salt = Buffer.alloc(16, 7)
    const hash = scryptSync(PASSWORD, salt, 32, { N: 1024, r: 8, p: 1 })
    const strip = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')
    const old = `$scrypt$ln=10,r=8,p=1$${strip(salt)}$${strip(hash)}`
    await provider.deps.db.query('update users set password_hash = $2 where email = $1', [email, old])
    expect((await login(provider, email)).status).toBe(200)
    const [row] = await provider.deps.db.query<{ password_hash: string }>(
      'select password_hash from users where email = $1',
      [email],
    )
    expect(row?.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect((await login(provider, email)).status).toBe(200)
  })

  it('refuses a closed account, and only to who has its password', async () => {
    await signUp(provider, 'closed@example.test')
    await provider.deps.db.query("update users set disabled_at = now() where email = 'closed@example.test'")
    expect(await codeOf(await login(provider, 'closed@example.test', 'wrong password'))).toBe('invalid_credentials')
    expect(await codeOf(await login(provider, 'closed@example.test'))).toBe('account_disabled')
  })

  it('speaks French to who asks for it', async () => {
    const answer = await provider.request('POST', '/api/v1/auth/login', {
      body: { identifier: 'x@example.test', password: 'wrong password' },
      headers: { 'accept-language': 'fr-CA, en;q=0.5' },
    })
    expect(await readJson(answer)).toMatchObject({ detail: 'Adresse e-mail ou mot de passe incorrect.' })
    expect(answer.headers.get('content-language')).toBe('fr')
  })
})

describe('access tokens', () => {
  it('open the account for 15 minutes, then ask for a refresh', async () => {
    const { access_token, expires_in } = await signUp(provider, 'token@example.test')
    expect(expires_in).toBe(900)
    provider.clock.advance(15 * MINUTE_MS - 1_000)
    expect((await profile(access_token)).status).toBe(200)
    provider.clock.advance(2_000)
    const late = await profile(access_token)
    expect([late.status, await codeOf(late)]).toEqual([401, 'token_expired'])
  })

  it('are refused without a signature, under another key, changed, for another audience or missing', async () => {
    const { access_token, user } = await signUp(provider, 'forged@example.test')
    const claims = () => ({
      iss: 'baywise-provider',
      aud: 'baywise-app',
      sub: user.user_id,
      exp: Math.floor(TEST_NOW / 1000) + 900,
    })
    const unsigned = new UnsecuredJWT(claims()).encode()
    const sign = (payload: Record<string, unknown>) =>
      new SignJWT(payload).setProtectedHeader({ alg: 'HS256', typ: 'at+jwt' }).sign(Buffer.alloc(32, 1))
    const [header = '', , signature = ''] = access_token.split('.')
    const changed = [
      header,
      Buffer.from(JSON.stringify({ ...claims(), sub: crypto.randomUUID() })).toString('base64url'),
      signature,
    ].join('.')
    const forged = [
      unsigned,
      await sign(claims()),
      changed,
      // One signature in a thousand ends like that by chance.
      `${access_token.slice(0, -2)}${access_token.endsWith('AA') ? 'BA' : 'AA'}`,
      'x',
      access_token.replaceAll('.', ''),
    ]
    for (const token of forged) {
      const answer = await profile(token)
      expect([answer.status, await codeOf(answer)]).toEqual([401, 'token_invalid'])
    }
    const missing = await provider.request('GET', '/api/v1/users/profile')
    expect([missing.status, await codeOf(missing), missing.headers.get('www-authenticate')]).toEqual([
      401,
      'unauthorized',
      'Bearer',
    ])
  })

  it('of an account that is gone are refused', async () => {
    const { access_token } = await signUp(provider, 'gone@example.test')
    await provider.deps.db.query("delete from users where email = 'gone@example.test'")
    expect(await codeOf(await profile(access_token))).toBe('token_invalid')
  })
})

describe('refreshing', () => {
  it('rotates: each token gives the next one', async () => {
    const first = await signUp(provider, 'rotate@example.test')
    const second = await session(await refresh(first.refresh_token, 'key-number-1'))
    const third = await session(await refresh(second.refresh_token, 'key-number-2'))
    expect(new Set([first.refresh_token, second.refresh_token, third.refresh_token]).size).toBe(3)
    expect((await profile(third.access_token)).status).toBe(200)
    expect(third.refresh_token.length).toBeGreaterThanOrEqual(43)
  })

  it('fault 49: a lost answer is given again to the same key, and the session goes on', async () => {
    const { refresh_token } = await signUp(provider, 'basement@example.test')
    const lost = await session(await refresh(refresh_token, 'key-in-basement'))
    provider.clock.advance(23 * HOUR_MS)
    const again = await refresh(refresh_token, 'key-in-basement')
    expect(again.headers.get('idempotency-key')).toBe('key-in-basement')
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    const repeated = await session(again)
    expect(repeated.refresh_token).toBe(lost.refresh_token)
    expect((await profile(repeated.access_token)).status).toBe(200)
    expect((await refresh(repeated.refresh_token, 'key-number-2')).status).toBe(200)
  })

  it('gives one successor to ten sends of one key at once', async () => {
    const { refresh_token } = await signUp(provider, 'ten@example.test')
    const answers = await Promise.all(Array.from({ length: 10 }, () => refresh(refresh_token, 'key-sent-ten-times')))
    const tokens = await Promise.all(answers.map(async (answer) => (await session(answer)).refresh_token))
    expect(new Set(tokens).size).toBe(1)
    expect((await refresh(tokens[0] ?? '', 'key-number-2')).status).toBe(200)
  })

  const reuses: ReadonlyArray<readonly [string, (token: string, successor: string) => Promise<Response>]> = [
    ['another key', (token) => refresh(token, 'key-of-a-thief')],
    [
      'the same key after the successor was used',
      async (token, successor) => {
        await refresh(successor, 'key-number-2')
        return refresh(token, 'key-number-1')
      },
    ],
    [
      'the same key after 24 hours',
      (token) => {
        provider.clock.advance(DAY_MS)
        return refresh(token, 'key-number-1')
      },
    ],
  ]
  it.each(reuses)('revokes the whole family when a used token comes back with %s', async (name, reuse) => {
    const { refresh_token, user } = await signUp(provider, `${name.replaceAll(' ', '-')}@example.test`)
    const other = await session(await login(provider, user.email))
    const next = await session(await refresh(refresh_token, 'key-number-1'))
    const answer = await reuse(refresh_token, next.refresh_token)
    expect([answer.status, await codeOf(answer)]).toEqual([401, 'refresh_reused'])
    expect(await codeOf(await refresh(next.refresh_token, 'key-number-3'))).toBe('token_invalid')
    expect((await refresh(other.refresh_token, 'key-number-4')).status).toBe(200)
  })

  it('ends after 30 days without use', async () => {
    const { refresh_token } = await signUp(provider, 'month@example.test')
    provider.clock.advance(30 * DAY_MS)
    const answer = await refresh(refresh_token, 'key-number-1')
    expect([answer.status, await codeOf(answer)]).toEqual([401, 'token_expired'])
  })

  it('asks for a key, and refuses a token that never was', async () => {
    const { refresh_token } = await signUp(provider, 'nokey@example.test')
    expect(await codeOf(await post(provider, '/auth/refresh', { refresh_token }))).toBe('idempotency_key_required')
    expect(await codeOf(await refresh('never-issued', 'key-number-1'))).toBe('token_invalid')
    expect((await refresh('x'.repeat(10_240), 'key-number-1')).status).toBe(422)
    expect((await refresh(refresh_token, 'key-number-1')).status).toBe(200)
  })

  it('stores no token that opens anything', async () => {
    const { refresh_token } = await signUp(provider, 'stored@example.test')
    const next = await session(await refresh(refresh_token, 'key-number-1'))
    const rows = await provider.deps.db.query<object>('select * from refresh_tokens')
    const dump = JSON.stringify(rows)
    expect(dump).not.toContain(refresh_token)
    expect(dump).not.toContain(next.refresh_token)
  })
})

describe('signing out', () => {
  it('revokes the session on the provider, and answers 204 for any token', async () => {
    const { refresh_token } = await signUp(provider, 'out@example.test')
    expect((await post(provider, '/auth/logout', { refresh_token })).status).toBe(204)
    expect(await codeOf(await refresh(refresh_token, 'key-number-1'))).toBe('token_invalid')
    expect((await post(provider, '/auth/logout', { refresh_token })).status).toBe(204)
    expect((await post(provider, '/auth/logout', { refresh_token: 'never-issued' })).status).toBe(204)
  })
})

describe('a registration that nobody proved', () => {
  it('never signs in, whatever the password', async () => {
    await post(provider, '/auth/register', registration('unproven@example.test'))
    expect(await codeOf(await login(provider, 'unproven@example.test', 'wrong password'))).toBe('invalid_credentials')
    expect(await codeOf(await login(provider, 'unproven@example.test'))).toBe('email_not_verified')
  })
})
