import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildApp } from '../../provider/app.ts'
import { createJsonLog } from '../../provider/http/json-log.ts'
import { startTestProvider, toSocket, type TestProvider } from './support/test-provider.ts'

let provider: TestProvider
const lines: string[] = []
beforeAll(async () => {
  provider = await startTestProvider()
})
afterAll(() => provider.close())

const config = () => provider.deps.config

interface Sent {
  readonly peer?: string
  readonly headers?: Readonly<Record<string, string>>
}

function appWith(changes: Partial<ReturnType<typeof config>>) {
  const log = createJsonLog(
    (line) => lines.push(line),
    () => provider.clock.now(),
  )
  const app = buildApp({ ...provider.deps, log, config: { ...config(), ...changes } })
  return {
    get: async (path: string, { peer = '127.0.0.1', headers = {} }: Sent = {}) =>
      app.fetch(new Request(`http://localhost${path}`, { headers }), toSocket(peer)),
    post: async (path: string, body: string) =>
      app.fetch(
        new Request(`http://localhost${path}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body,
        }),
        toSocket('203.0.113.7'),
      ),
  }
}

it('writes a line of JSON for each request, by its route, with nothing of who asked', async () => {
  const app = appWith({})
  lines.length = 0
  const login = JSON.stringify({ identifier: 'awa@example.test', password: 'a long garage door' })
  const refused = await app.post('/api/v1/auth/login', login)
  await app.get('/api/v1/front/parks/no-such-park-of-awa?plate=ABC123')
  const [first, second] = lines.map((line) => JSON.parse(line) as Record<string, unknown>)
  expect(first).toEqual({
    ...{ time: new Date(provider.clock.now()).toISOString(), level: 'warn', event: 'request.refused' },
    ...{ request: refused.headers.get('x-request-id'), method: 'POST', route: '/api/v1/auth/login', status: 401 },
    ...{ duration_ms: expect.any(Number) as number, code: 'invalid_credentials' },
  })
  expect(second).toMatchObject({
    level: 'info',
    route: '/api/v1/front/parks/:park',
    status: 404,
    code: 'park_not_found',
  })
  expect(lines.join('')).not.toMatch(/awa|ABC123|203\.0\.113\.7|garage/i)
})

it('an address in the text of somebody else’s error does not reach the log', () => {
  const written: string[] = []
  const log = createJsonLog(
    (line) => written.push(line),
    () => 0,
  )
  log.warn('mail.retry', { message: '550 <awa@example.test>: no such mailbox' })
  expect(written).toEqual([
    '{"time":"1970-01-01T00:00:00.000Z","level":"warn","event":"mail.retry","message":"550 <(address)>: no such mailbox"}\n',
  ])
})

it('counts what was refused by code, limits and bodies that are too large too', async () => {
  const app = appWith({ requestsPerMinute: { perAddress: 3, perUser: 0 } })
  await app.post('/api/v1/auth/login', JSON.stringify({ identifier: 'a@example.test', password: 'wrong password' }))
  await app.post('/api/v1/auth/login', `"${'x'.repeat(300_000)}"`)
  for (let round = 0; round < 3; round += 1) await app.post('/api/v1/auth/login', '{}')
  const text = await (await app.get('/metrics')).text()
  expect(text).toContain('baywise_refusals_total{code="invalid_credentials"} 1')
  expect(text).toContain('baywise_refusals_total{code="payload_too_large"} 1')
  expect(text).toMatch(/baywise_refusals_total\{code="rate_limited"\} [12]/)
  expect(text).toContain('baywise_http_requests_total{method="POST",status="413"} 1')
  expect(text).toMatch(/baywise_http_requests_total\{method="POST",status="429"\} [12]/)
})

it('the figures are for this machine alone, unless networks or a token say otherwise', async () => {
  const app = appWith({})
  expect((await app.get('/metrics')).status).toBe(200)
  expect((await app.get('/metrics', { peer: '203.0.113.7' })).status).toBe(403)
  expect((await app.get('/api/v1/metrics', { peer: '203.0.113.7' })).status).toBe(403)
  // A proxy on this machine passes everybody on under its own address.
  expect((await app.get('/metrics', { headers: { 'x-forwarded-for': '203.0.113.7' } })).status).toBe(403)
  const named = appWith({ metrics: { token: 'figures', networks: ['203.0.113.0/24'] } })
  expect((await named.get('/metrics', { peer: '203.0.113.7' })).status).toBe(200)
  expect((await named.get('/metrics')).status).toBe(403)
  expect((await named.get('/metrics', { headers: { authorization: 'Bearer figures' } })).status).toBe(200)
  expect((await named.get('/metrics', { headers: { authorization: 'Bearer figure' } })).status).toBe(403)
})

it('behind TLS browsers are told to come by TLS alone', async () => {
  const header = async (publicUrl: string) =>
    (await appWith({ publicUrl }).get('/api/v1/health')).headers.get('strict-transport-security')
  expect(await header('https://park.example')).toBe('max-age=31536000')
  expect(await header('http://localhost:4173')).toBeNull()
})
