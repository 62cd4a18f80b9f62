import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildApp } from '../../provider/app.ts'
import { createMailer } from '../../provider/mail/create-mailer.ts'
import { ensureDemoAccount } from '../../provider/services/demo-account.ts'
import { codeOf, login, readJson, registration, signUp } from './support/accounts.ts'
import { startTestProvider, toSocket, type TestProvider } from './support/test-provider.ts'

let provider: TestProvider
beforeAll(async () => {
  provider = await startTestProvider()
})
afterAll(() => provider.close())

describe('profile', () => {
  it('changes only what is sent, and can clear the phone', async () => {
    const { access_token: token } = await signUp(provider, 'profile@example.test')
    const patch = (body: unknown) => provider.request('PATCH', '/api/v1/users/profile', { token, body })
    expect(await readJson(await patch({ phone: '+221 77 000 00 00', language: 'fr' }))).toMatchObject({
      data: { first_name: 'Awa', phone: '+221770000000', language: 'fr' },
    })
    expect(await readJson(await patch({ country_code: 'CA' }))).toMatchObject({
      data: { country_id: 3, phone: '+221770000000' },
    })
    expect(await readJson(await patch({ phone: null }))).toMatchObject({ data: { phone: null, country_id: 3 } })
    expect(await readJson(await patch({ first_name: ' ' }))).toMatchObject({
      code: 'validation_failed',
      errors: [{ field: 'first_name' }],
    })
  })
})

describe('countries and states', () => {
  it('have fixed ids, and Canada its provinces and territories', async () => {
    const countries = await readJson<{ data: ReadonlyArray<{ id: number; code: string }> }>(
      await provider.request('GET', '/api/v1/countries'),
    )
    expect(countries.data.map(({ id, code }) => [id, code])).toEqual([
      [1, 'NG'],
      [2, 'US'],
      [3, 'CA'],
      [4, 'SN'],
    ])
    const names = async (query: string) => {
      const { data } = await readJson<{ data: ReadonlyArray<{ name: string }> }>(
        await provider.request('GET', `/api/v1/states/load${query}`),
      )
      return data.map(({ name }) => name)
    }
    expect(await names('')).toEqual(['Lagos', 'Abuja', 'Rivers', 'Kano', 'Oyo', 'Kaduna', 'Enugu'])
    expect(await names('?country_id=3')).toHaveLength(13)
    expect(await names('?country_id=4')).toEqual(['Dakar', 'Thiès', 'Saint-Louis', 'Ziguinchor'])
    expect(await names('?country_id=99')).toEqual([])
    expect((await provider.request('GET', '/api/v1/states/load?country_id=x')).status).toBe(422)
  })
})

describe('where the caller is', () => {
  it('is unknown without a configured proxy, whatever the headers say', async () => {
    const answer = await provider.request('GET', '/api/v1/geo', {
      headers: { 'cf-ipcountry': 'SN', 'x-forwarded-for': '192.0.2.1' },
    })
    expect([answer.status, await readJson(answer)]).toMatchObject([
      200,
      { ip: null, country_code: null, country: null, city: null },
    ])
  })

  it('comes from the configured header', async () => {
    const app = buildApp({
      ...provider.deps,
      config: { ...provider.deps.config, trustedProxies: ['10.0.0.0/8'], geoCountryHeader: 'CF-IPCountry' },
    })
    const ask = async (country: string) => {
      const headers = { 'cf-ipcountry': country, 'x-forwarded-for': '192.0.2.1, 10.0.0.1' }
      return readJson(await app.fetch(new Request('http://localhost/api/v1/geo', { headers }), toSocket('10.0.0.2')))
    }
    expect(await ask('sn')).toMatchObject({ ip: '192.0.2.1', country_code: 'SN', country: 'Senegal' })
    expect(await ask('T1')).toMatchObject({ country_code: null, country: null })
  })

  it('comes from the configured database; an address that is not in it is left to the services that are named', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'baywise-geo-'))
    const geoDatabase = path.join(folder, 'countries.csv')
    await writeFile(geoDatabase, '"192.0.2.0","192.0.2.255","CA"\n')
    const app = buildApp({
      ...provider.deps,
      config: { ...provider.deps.config, trustedProxies: ['10.0.0.0/8'], geoDatabase, geoServices: ['ipwho.is'] },
    })
    const ask = async (address: string) =>
      readJson(await app.fetch(new Request('http://localhost/api/v1/geo'), toSocket(address)))
    const known = await ask('192.0.2.1')
    expect(known).toMatchObject({ ip: '192.0.2.1', country_code: 'CA', country: 'Canada' })
    expect(known).not.toHaveProperty('services')
    expect(await ask('198.51.100.1')).toMatchObject({ country_code: null, services: ['ipwho.is'] })
    await rm(folder, { recursive: true })
  })
})

describe('the address of a caller behind a proxy', () => {
  const ask = async (peer: string, forwarded: string): Promise<unknown> => {
    const app = buildApp({ ...provider.deps, config: { ...provider.deps.config, trustedProxies: ['10.0.0.0/8'] } })
    const headers = { 'x-forwarded-for': forwarded }
    const answer = await app.fetch(new Request('http://localhost/api/v1/geo', { headers }), toSocket(peer))
    return ((await answer.json()) as { ip: unknown }).ip
  }

  it('is the one that the proxy saw, whatever the caller wrote before it', async () => {
    expect(await ask('10.0.0.1', '198.51.100.9, 192.0.2.1')).toBe('192.0.2.1')
    expect(await ask('10.0.0.1', '198.51.100.9, 192.0.2.1, 10.0.0.2')).toBe('192.0.2.1')
  })

  it('is the one of the socket when somebody reaches us past the proxy', async () => {
    expect(await ask('203.0.113.5', '192.0.2.1')).toBe('203.0.113.5')
  })
})

describe('the sandbox mailbox', () => {
  const appWith = (sandbox: boolean) => {
    const config = { ...provider.deps.config, sandbox, smtpUrl: undefined }
    return buildApp({ ...provider.deps, config, mailer: createMailer({ ...provider.deps, config }) })
  }

  const register = (app: ReturnType<typeof appWith>, body: unknown) =>
    app.fetch(
      new Request('http://localhost/api/v1/auth/register', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    )

  it('lists mails newest first, by address, with their code', async () => {
    const app = appWith(true)
    for (const email of ['box@example.test', 'other@example.test', 'box@example.test'])
      await register(app, registration(email))
    const mails = await readJson<ReadonlyArray<{ to: string; subject: string; code: string }>>(
      await app.fetch(new Request('http://localhost/sandbox/mail?to=Box@example.test')),
    )
    expect(mails).toHaveLength(2)
    expect(mails.every((mail) => mail.to === 'box@example.test' && mail.subject.startsWith(mail.code))).toBe(true)
    const all = await readJson<ReadonlyArray<{ to: string }>>(
      await app.fetch(new Request('http://localhost/sandbox/mail')),
    )
    expect(all[1]?.to).toBe('other@example.test')
  })

  it('is a page for a browser, with nothing of the mail as markup and no script', async () => {
    const app = appWith(true)
    await register(
      app,
      registration('page@example.test', { first_name: '<img src=x onerror=alert(1)>', language: 'fr' }),
    )
    const headers = { accept: 'text/html,application/xhtml+xml', 'accept-language': 'fr' }
    const answer = await app.fetch(new Request('http://localhost/sandbox/mail?to=page@example.test', { headers }))
    const html = await answer.text()
    expect(html).toContain('<html lang="fr">')
    expect(html).toMatch(/<strong>\d{6}<\/strong>/)
    expect(html).toContain('&lt;img src=x')
    expect(html).not.toMatch(/<img|<script/)
    expect(answer.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-/)
  })

  it('does not exist outside the sandbox', async () => {
    const answer = await appWith(false).fetch(new Request('http://localhost/sandbox/mail?to=box@example.test'))
    expect([answer.status, await codeOf(answer)]).toEqual([404, 'not_found'])
  })
})

describe('the demo account', () => {
  it('is ready in the sandbox, and closed outside it', async () => {
    await ensureDemoAccount(provider.deps)
    await ensureDemoAccount(provider.deps)
    expect((await login(provider, 'demo@baywise.test', 'parking-demo')).status).toBe(200)
    await ensureDemoAccount({ ...provider.deps, config: { ...provider.deps.config, sandbox: false } })
    expect(await codeOf(await login(provider, 'demo@baywise.test', 'parking-demo'))).toBe('account_disabled')
    await ensureDemoAccount(provider.deps)
    expect((await login(provider, 'demo@baywise.test', 'parking-demo')).status).toBe(200)
  })
})
