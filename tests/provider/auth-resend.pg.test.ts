import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { backgroundSettled } from '../../provider/services/background.ts'
import { MINUTE_MS } from '../../src/domain/instant.ts'
import { codeOf, lastCode, lastMail, post, register, registration, signUp } from './support/accounts.ts'
import { startTestProvider, type TestProvider } from './support/test-provider.ts'

let provider: TestProvider
beforeAll(async () => {
  provider = await startTestProvider()
})
afterAll(() => provider.close())

describe('sending another code', () => {
  it('answers 202 for any address, and writes only to one that waits for a code', async () => {
    await signUp(provider, 'done@example.test')
    const before = provider.mails.length
    for (const email of ['nobody@example.test', 'done@example.test']) {
      const answer = await post(provider, '/auth/resend-verification', { email })
      expect([answer.status, await answer.json()]).toEqual([202, {}])
    }
    await backgroundSettled()
    expect(provider.mails.length).toBe(before)
  })

  it.each(['/auth/resend-verification', '/auth/forgot-password'])(
    'by %s comes every 30 seconds at most, and says how long to wait, to any address alike',
    async (path) => {
      const known = `again${path.length}@example.test`
      await post(provider, '/auth/register', registration(known))
      for (const email of [known, `nobody${path.length}@example.test`]) {
        expect((await post(provider, path, { email })).status).toBe(202)
        provider.clock.advance(12_000)
        const early = await post(provider, path, { email: ` ${email.toUpperCase()} ` })
        expect([early.status, await codeOf(early), early.headers.get('retry-after')]).toEqual([
          429,
          'rate_limited',
          '18',
        ])
        provider.clock.advance(18_000)
        expect((await post(provider, path, { email })).status).toBe(202)
      }
    },
  )

  it('sends at most 10 mails an hour to one address, and says how long to wait, known or not', async () => {
    const email = 'flood@example.test'
    await register(provider, email)
    const again = (to: string) => {
      provider.clock.advance(MINUTE_MS)
      return post(provider, '/auth/resend-verification', { email: to })
    }
    for (let sent = 1; sent < 10; sent += 1) expect((await again(email)).status).toBe(202)
    const over = await again(email)
    expect([over.status, over.headers.get('retry-after')]).toEqual([429, String(50 * 60)])
    await backgroundSettled()
    expect(provider.mails.filter(({ to }) => to === email).length).toBe(10)
    for (let sent = 0; sent < 10; sent += 1) expect((await again('ghost@example.test')).status).toBe(202)
    expect((await again('ghost@example.test')).status).toBe(429)
  })

  it('keeps the code that was sent when the next one may not be', async () => {
    const email = 'kept@example.test'
    const secret = await register(provider, email)
    for (let sent = 0; sent < 9; sent += 1) {
      provider.clock.advance(MINUTE_MS)
      await post(provider, '/auth/resend-verification', { email })
      await backgroundSettled()
    }
    const code = await lastCode(provider, email)
    provider.clock.advance(MINUTE_MS)
    await post(provider, '/auth/resend-verification', { email })
    await post(provider, '/auth/register', registration(email))
    expect(await lastCode(provider, email)).toBe(code)
    expect((await post(provider, '/auth/verify-email', { email, code, registration_secret: secret })).status).toBe(200)
  })

  it('writes mails in the language of the account', async () => {
    const email = 'fr@example.test'
    await post(provider, '/auth/register', registration(email, { language: 'fr' }))
    const mail = await lastMail(provider, email)
    expect(mail.subject).toMatch(/^\d{6} est votre code Baywise$/)
    expect(mail.text).toContain('valable 15 minutes')
  })
})
