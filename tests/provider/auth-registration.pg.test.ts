import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { backgroundSettled } from '../../provider/services/background.ts'
import { DAY_MS, MINUTE_MS } from '../../src/domain/instant.ts'
import {
  codeOf,
  lastCode,
  lastMail,
  login,
  otherCode,
  PASSWORD,
  post,
  readJson,
  register,
  registration,
  signUp,
} from './support/accounts.ts'
import { startTestProvider, type TestProvider } from './support/test-provider.ts'

let provider: TestProvider
beforeAll(async () => {
  provider = await startTestProvider()
})
afterAll(() => provider.close())

/** The secret of the newest registration of each address. */
const secrets = new Map<string, string>()
const begin = async (email: string, changes: Readonly<Record<string, unknown>> = {}): Promise<void> => {
  secrets.set(email, await register(provider, email, changes))
}

const verify = (email: string, code: string, secret = secrets.get(email) ?? 'none') =>
  post(provider, '/auth/verify-email', { email, code, registration_secret: secret })

describe('registering', () => {
  it('makes an account that signs in only after its address is proven', async () => {
    const email = 'awa@example.test'
    const answer = await post(provider, '/auth/register', registration('  Awa@Example.test '))
    expect(answer.status).toBe(201)
    await backgroundSettled()
    const { data } = await readJson<{ data: { email: string; registration_secret: string } }>(answer)
    expect(data.email).toBe(email)
    secrets.set(email, data.registration_secret)
    const early = await login(provider, email)
    expect([early.status, await codeOf(early)]).toEqual([403, 'email_not_verified'])

    const verified = await verify(email, await lastCode(provider, email))
    expect(verified.status).toBe(200)
    const body = await readJson<{ token: string; user: unknown }>(verified)
    expect(body.user).toMatchObject({ email, email_verified: true, country_id: 4, country: { code: 'SN' } })
    const profile = await provider.request('GET', '/api/v1/users/profile', { token: body.token })
    expect(await readJson(profile)).toMatchObject({ data: { email, first_name: 'Awa' } })
    expect((await login(provider, 'AWA@example.test')).status).toBe(200)
  })

  it('answers a known and an unknown address alike, and writes to the owner of a known one', async () => {
    await signUp(provider, 'known@example.test')
    const known = await post(
      provider,
      '/auth/register',
      registration('known@example.test', { password: 'another password' }),
    )
    const unknown = await post(provider, '/auth/register', registration('fresh@example.test'))
    expect(known.status).toBe(unknown.status)
    const [a, b] = [await readJson<{ data: object }>(known), await readJson<{ data: object }>(unknown)]
    expect(Object.keys(a.data)).toEqual(Object.keys(b.data))
    expect((await lastMail(provider, 'known@example.test')).subject).toBe('You already have a Baywise account')
    expect((await login(provider, 'known@example.test')).status).toBe(200)
    expect((await login(provider, 'known@example.test', 'another password')).status).toBe(401)
  })

  it('answers before the address is looked up, so that the time tells nothing about it either', async () => {
    await provider.deps.db.transaction(async (tx) => {
      await tx.query('lock table registrations in access exclusive mode')
      const answer = post(provider, '/auth/register', registration('slow@example.test'))
      expect(await Promise.race([answer.then(({ status }) => status), setTimeout(4_000, 'waits')])).toBe(201)
    })
    expect(await lastCode(provider, 'slow@example.test')).toMatch(/^\d{6}$/)
  })

  it('gives a new id at every registration, so that ids tell nothing about an address', async () => {
    const ids = new Set<string>()
    for (const email of ['known@example.test', 'known@example.test', 'ids@example.test', 'ids@example.test']) {
      const { data } = await readJson<{ data: { user_id: string } }>(
        await post(provider, '/auth/register', registration(email)),
      )
      ids.add(data.user_id)
    }
    expect(ids.size).toBe(4)
  })

  it('leaves a registration as it is when a stranger registers the same address', async () => {
    const email = 'twice@example.test'
    await begin(email)
    const code = await lastCode(provider, email)
    await register(provider, email, { password: 'set by a stranger', first_name: 'Mallory' })
    expect(await readJson(await verify(email, code))).toMatchObject({ user: { email, first_name: 'Awa' } })
    expect((await login(provider, email, 'set by a stranger')).status).toBe(401)
    expect((await login(provider, email)).status).toBe(200)
  })

  it('makes no account of twenty registrations at once, and sends at most 10 codes', async () => {
    const email = 'burst@example.test'
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => post(provider, '/auth/register', registration(email))),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
    await backgroundSettled()
    const [row] = await provider.deps.db.query<{ count: number }>(
      'select count(*) as count from users where email = $1',
      [email],
    )
    expect(row?.count).toBe(0)
    expect(provider.mails.filter(({ to }) => to === email).length).toBeLessThanOrEqual(10)
  })

  it.each([
    ['an empty name', { first_name: '' }, 'first_name'],
    ['a name of 10 kB', { first_name: 'x'.repeat(10_240) }, 'first_name'],
    ['a password of 10 kB', { password: 'x'.repeat(10_240) }, 'password'],
    ['an address of 10 kB', { email: `${'x'.repeat(10_240)}@example.test` }, 'email'],
    ['a short password', { password: 'seven77' }, 'password'],
    ['another country', { country_code: 'FR' }, 'country_code'],
  ])('refuses %s with the field and without repeating what was sent', async (_, changes, field) => {
    const answer = await post(provider, '/auth/register', registration('bad@example.test', changes))
    expect(answer.status).toBe(422)
    expect(answer.headers.get('content-type')).toContain('application/problem+json')
    const text = await answer.text()
    expect(text.length).toBeLessThan(1_000)
    expect(JSON.parse(text)).toMatchObject({ code: 'validation_failed', errors: [{ field }] })
    expect(text).not.toContain('xxxx')
    expect(text).not.toContain(PASSWORD)
  })

  it('asks for an address alone: the name is taken later, and no password opens what has none', async () => {
    const bare = { first_name: undefined, last_name: undefined, password: undefined }
    const email = 'address-alone@example.test'
    const secret = await register(provider, email, bare)
    for (const guess of ['', PASSWORD, 'null', 'undefined'])
      expect((await login(provider, email, guess)).status).not.toBe(200)
    expect((await lastMail(provider, email)).text).toMatch(/^Hello,\n/)
    const answer = await verify(email, await lastCode(provider, email), secret)
    expect(await readJson(answer)).toMatchObject({ user: { first_name: '', last_name: '', email_verified: true } })
    expect((await login(provider, email)).status).toBe(401)
  })

  it('keeps a name in one line, without what turns a line round or cannot be stored, and refuses one that shows nothing', async () => {
    const typed = { first_name: ' \u202eA\u0000\u0007wa\n ', last_name: 'Diop 👩‍🚒' }
    const { user } = await signUp(provider, 'controls@example.test', typed)
    expect(user).toMatchObject({ first_name: 'A wa', last_name: 'Diop 👩‍🚒' })
    const answer = await post(
      provider,
      '/auth/register',
      registration('b@example.test', { first_name: '\u200b\u202e ' }),
    )
    expect(await readJson(answer)).toMatchObject({ status: 422, errors: [{ field: 'first_name', code: 'too_short' }] })
  })

  it('refuses a text that no database stores as bad input, not as a failure', async () => {
    const answer = await provider.request('GET', '/api/v1/parks/front/parks/?country=a%00b')
    expect([answer.status, await codeOf(answer)]).toEqual([422, 'validation_failed'])
  })

  it.each([
    ['SN', '77 123 45 67', '+221771234567'],
    ['CA', ' \u202a(416) 555-0123\u202c ', '+14165550123'],
    ['NG', '+33 6 12 34 56 78', '+33612345678'],
    ['NG', '', null],
    ['NG', null, null],
  ])('reads a number of %s, "%s", as %s', async (country_code, phone, kept) => {
    const { user } = await signUp(provider, `n${String(phone).length}${country_code.toLowerCase()}@example.test`, {
      country_code,
      phone,
    })
    expect(user.phone).toBe(kept)
  })

  it.each(['12', 'call me', '📞', '77 123 45 67 ext. 3', 'x'.repeat(10_240)])(
    'refuses "%.12s" for a number, in words',
    async (phone) => {
      const answer = await post(provider, '/auth/register', registration('nr@example.test', { phone, language: 'fr' }))
      const code = phone.length > 32 ? 'too_long' : 'phone'
      expect(await readJson(answer)).toMatchObject({ status: 422, errors: [{ field: 'phone', code }] })
    },
  )

  it('takes addresses with the signs that mailboxes really have, all through', async () => {
    for (const email of ["o'neil+park/ca@example.test", 'a_b.c-d@mail.example-host.test', 'x@xn--bcher-kva.xn--p1ai']) {
      expect((await signUp(provider, email)).user.email).toBe(email)
      expect((await login(provider, ` ${email.toUpperCase()}`)).status).toBe(200)
    }
  })

  it.each(['aaaaaaaaaa', 'Baywise2026!', 'awa.ndoye1990'])('refuses the worn-out password %s', async (password) => {
    const answer = await post(provider, '/auth/register', registration('awa.ndoye@example.test', { password }))
    expect([answer.status, await codeOf(answer)]).toEqual([422, 'password_too_weak'])
  })
})

describe('a code opens only the registration that it was sent for', () => {
  it('so a stranger’s code, typed by the owner of the address, opens nothing of the stranger’s', async () => {
    const email = 'owner@example.test'
    await begin(email)
    provider.clock.advance(1_000)
    const strangers = await register(provider, email, { password: 'set by a stranger' })
    const strangersCode = await lastCode(provider, email)
    expect(await codeOf(await verify(email, strangersCode))).toBe('code_invalid')
    expect(await codeOf(await verify(email, strangersCode, `${strangers.slice(0, -1)}?`))).toBe('code_invalid')
    expect((await login(provider, email, 'set by a stranger')).status).toBe(403)

    await post(provider, '/auth/resend-verification', { email, registration_secret: secrets.get(email) })
    expect((await verify(email, await lastCode(provider, email))).status).toBe(200)
    expect(await codeOf(await verify(email, strangersCode, strangers))).toBe('code_invalid')
    expect((await login(provider, email, 'set by a stranger')).status).toBe(401)
  })

  it('says on another device, which has no secret, what to do, and gives one to who knows the password', async () => {
    const email = 'laptop@example.test'
    await begin(email)
    const code = await lastCode(provider, email)
    const elsewhere = await post(provider, '/auth/verify-email', { email, code, registration_secret: null })
    expect(await readJson(elsewhere)).toMatchObject({ status: 422, code: 'registration_elsewhere' })
    expect(await (await login(provider, email, 'a wrong garage door')).text()).not.toContain('secret')
    const { registration_secret: secret } = await readJson<{ registration_secret: string }>(
      await login(provider, email),
    )
    expect((await verify(email, code, secret)).status).toBe(200)
  })

  it('which the code itself names for a client that keeps no secret: of two of one address each code opens its own', async () => {
    const email = 'bare@example.test'
    await begin(email)
    const code = await lastCode(provider, email)
    provider.clock.advance(1_000)
    await register(provider, email, { password: 'set by a stranger' })
    const bare = (typed: string) => post(provider, '/auth/verify-email', { email, code: typed })
    expect(await codeOf(await bare('000000'))).toBe('code_invalid')
    if (code !== (await lastCode(provider, email))) expect((await bare(code)).status).toBe(200)
    expect((await login(provider, email)).status).toBe(200)
    expect((await login(provider, email, 'set by a stranger')).status).toBe(401)
  })

  it('and guesses of such a client are counted for all of an address', async () => {
    const email = 'bare-guess@example.test'
    await begin(email)
    const code = await lastCode(provider, email)
    for (let tried = 0; tried < 5; tried += 1)
      await post(provider, '/auth/verify-email', { email, code: otherCode(code) })
    expect(await codeOf(await verify(email, code))).toBe('code_invalid')
  })

  it('and a secret is of one address: it proves no other', async () => {
    await begin('mine@example.test')
    await begin('theirs@example.test')
    const code = await lastCode(provider, 'mine@example.test')
    const answer = await verify('theirs@example.test', code, secrets.get('mine@example.test'))
    expect([answer.status, await codeOf(answer)]).toEqual([422, 'code_invalid'])
  })

  it('and is forgotten with its names after a week', async () => {
    const email = 'week@example.test'
    await begin(email)
    provider.clock.advance(8 * DAY_MS)
    await begin('next@example.test')
    expect(await provider.deps.db.query('select 1 from registrations where email = $1', [email])).toEqual([])
  })
})

describe('verifying', () => {
  it('refuses the right code after 15 minutes, and says that it expired only to who has it', async () => {
    const email = 'late@example.test'
    await begin(email)
    const code = await lastCode(provider, email)
    provider.clock.advance(15 * MINUTE_MS)
    expect(await codeOf(await verify(email, otherCode(code)))).toBe('code_invalid')
    const answer = await verify(email, code)
    expect([answer.status, await codeOf(answer)]).toEqual([422, 'code_expired'])
  })

  it('refuses even the right code after 5 wrong ones, until another is sent', async () => {
    const email = 'guess@example.test'
    await begin(email)
    const code = await lastCode(provider, email)
    for (let tried = 0; tried < 5; tried += 1)
      expect(await codeOf(await verify(email, otherCode(code)))).toBe('code_invalid')
    expect(await codeOf(await verify(email, code))).toBe('code_invalid')
    expect((await post(provider, '/auth/resend-verification', { email })).status).toBe(202)
    expect((await verify(email, await lastCode(provider, email))).status).toBe(200)
  })

  it('counts guesses sent at once one by one', async () => {
    const email = 'parallel@example.test'
    await begin(email)
    const code = await lastCode(provider, email)
    await Promise.all(Array.from({ length: 8 }, () => verify(email, otherCode(code))))
    expect(await codeOf(await verify(email, code))).toBe('code_invalid')
  })

  it('takes a code once, and for its own address only', async () => {
    const [a, b] = ['own@example.test', 'foreign@example.test']
    await begin(a)
    await begin(b)
    const code = await lastCode(provider, a)
    if (code !== (await lastCode(provider, b))) expect((await verify(b, code)).status).toBe(422)
    expect((await verify(a, code)).status).toBe(200)
    expect(await codeOf(await verify(a, code))).toBe('code_invalid')
  })

  it('fault 01: after the answer was lost, signs in again for the same key and code, and for no other', async () => {
    const [email, key] = ['lost@example.test', 'verify-key-1']
    await begin(email)
    const code = await lastCode(provider, email)
    const ask = (how: { readonly key: string; readonly code?: string }) =>
      provider.request('POST', '/api/v1/auth/verify-email', {
        body: { email, code: how.code ?? code, registration_secret: secrets.get(email) },
        headers: { 'idempotency-key': how.key },
      })
    expect((await ask({ key })).status).toBe(200)
    const again = await ask({ key })
    expect(again.status).toBe(200)
    const { token } = await readJson<{ token: string }>(again)
    expect((await provider.request('GET', '/api/v1/users/profile', { token })).status).toBe(200)
    expect(await codeOf(await ask({ key: 'verify-key-2' }))).toBe('code_invalid')
    expect(await codeOf(await ask({ key, code: otherCode(code) }))).toBe('code_invalid')
    expect(await codeOf(await verify(email, code))).toBe('code_invalid')
    provider.clock.advance(15 * MINUTE_MS)
    expect(await codeOf(await ask({ key }))).toBe('code_invalid')
  })

  it('answers an unknown address as a wrong code', async () => {
    const [unknown, wrong] = [await verify('nobody@example.test', '123456'), await verify('awa@example.test', '123456')]
    expect(unknown.status).toBe(wrong.status)
    expect(await unknown.json()).toEqual(await wrong.json())
  })
})
