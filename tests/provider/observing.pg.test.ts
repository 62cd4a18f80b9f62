import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { buildApp } from '../../provider/app.ts'
import { createJsonLog } from '../../provider/http/json-log.ts'
import { createMetrics } from '../../provider/http/metrics.ts'
import { countEvents } from '../../provider/http/observe.ts'
import { startJobs } from '../../provider/services/jobs.ts'
import { silentLog } from '../../src/lib/log.ts'
import { PASSWORD, signUp } from './support/accounts.ts'
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

it('says whose sign-in it was and who was refused, by their account’s id, and of no other request who asked', async () => {
  const app = appWith({})
  const { access_token: token, user } = await signUp(provider, 'logged@example.test')
  const line = async (work: () => Promise<Response>): Promise<Record<string, unknown>> => {
    lines.length = 0
    await work()
    return JSON.parse(lines[0] ?? '{}') as Record<string, unknown>
  }
  const by = `user:${user.user_id}`
  const login = JSON.stringify({ identifier: 'logged@example.test', password: PASSWORD })
  expect(await line(() => app.post('/api/v1/auth/login', login))).toMatchObject({
    ...{ event: 'request', status: 200, by, session: expect.stringMatching(/^[\da-f-]{36}$/) as string },
  })
  const headers = { authorization: `Bearer ${token}` }
  const other = '/api/v1/bookings/0198a000-0000-7000-8000-000000000000'
  expect(await line(() => app.get(other, { headers }))).toMatchObject({ code: 'booking_not_found', by })
  await provider.deps.db.query('update users set disabled_at = now() where user_id = $1', [user.user_id])
  const closed = await line(() => app.get('/api/v1/users/profile', { headers }))
  expect(closed).toMatchObject({ event: 'request.refused', code: 'account_disabled', by })
  await provider.deps.db.query('update users set disabled_at = null where user_id = $1', [user.user_id])
  const own = await line(() => app.get('/api/v1/users/profile', { headers }))
  expect([own['status'], own['by'], own['session']]).toEqual([200, undefined, undefined])
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
  expect(text).toContain('baywise_http_requests_total{method="POST",route="/api/v1/auth/login",status="413"} 1')
  expect(text).toMatch(/baywise_http_requests_total\{method="POST",route="\/api\/v1\/auth\/login",status="429"\} [12]/)
})

it('the figures are for this machine alone, unless networks or a token say otherwise', async () => {
  const app = appWith({})
  expect((await app.get('/metrics')).status).toBe(200)
  expect((await app.get('/metrics', { peer: '203.0.113.7' })).status).toBe(403)
  expect((await app.get('/api/v1/metrics', { peer: '203.0.113.7' })).status).toBe(403)
  // A proxy on this machine forwards everyone under its own address.
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
  expect(await header('https://park.example')).toBe('max-age=31536000; includeSubDomains')
  expect(await header('http://localhost:4173')).toBeNull()
})

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const file = (path: string): string => readFileSync(`${ROOT}${path}`, 'utf8')
const all = (text: string, pattern: RegExp): readonly string[] => [
  ...new Set([...text.matchAll(pattern)].map(([, found = '']) => found)),
]

it('a provider exports every figure that the dashboard and the alerts ask for', async () => {
  const metrics = createMetrics()
  const log = countEvents(silentLog, metrics)
  const app = buildApp({ ...provider.deps, log }, () => false, metrics)
  const jobs = startJobs({ ...provider.deps, log }, metrics.noteRound)
  log.warn('mail.retry')
  metrics.observeWait({ method: 'PUT', route: '/bookings', seconds: 1 })
  await app.fetch(new Request('http://localhost/api/v1/no-such-place'), toSocket('127.0.0.1'))
  const read = async (): Promise<string> =>
    (await app.fetch(new Request('http://localhost/metrics'), toSocket('127.0.0.1'))).text()
  await vi.waitFor(async () => expect(await read()).toContain('last_success_timestamp_seconds{job="receipts"}'), 10_000)
  await jobs.stop()
  const asked = file('deploy/prometheus/alerts.yml') + file('deploy/grafana/baywise.json')
  const exported = all(await read(), /^([a-z_]+)[ {]/gm)
  const named = all(asked, /\b((?:baywise|process)_[a-z_]+)\b/g)
  expect(named.length).toBeGreaterThan(12)
  expect(named.filter((name) => !exported.includes(name))).toEqual([])
  expect(exported).toContain('baywise_events_total')
})

it('every alert is in the runbook, and the runbook has no other', () => {
  const alerts = all(file('deploy/prometheus/alerts.yml'), /- alert: (\w+)/g)
  expect(all(file('docs/runbook.md'), /^## (\w+)/gm)).toEqual(alerts)
})

it('every event that an alert asks for is logged somewhere', () => {
  const events = all(file('deploy/prometheus/alerts.yml'), /event=~?"([^"]+)"/g).flatMap((text) => text.split('|'))
  const sources = globSync('provider/**/*.ts', { cwd: ROOT }).map(file).join('\n')
  expect(events.filter((event) => !sources.includes(`'${event}'`))).toEqual([])
})

it('without a database the figures are there, and say so', async () => {
  const db = { ...provider.deps.db, query: () => Promise.reject(new Error('gone')) }
  const app = buildApp({ ...provider.deps, db })
  const text = await (await app.fetch(new Request('http://localhost/metrics'), toSocket('127.0.0.1'))).text()
  expect(text).toContain('\nbaywise_database_up 0\n')
  expect(text).not.toContain('baywise_payments_due')
})

it('what a page may ask the phone for is listed, and no other page reaches into ours', async () => {
  const { headers } = await appWith({}).get('/api/v1/health')
  expect(headers.get('permissions-policy')).toContain('camera=(self)')
  expect(headers.get('permissions-policy')).toContain('microphone=()')
  expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
  const social = {
    projectId: 'demo-baywise',
    apiKey: 'key',
    authDomain: 'demo-baywise.firebaseapp.com',
    emulatorHost: null,
    keysUrl: 'https://keys.example',
  }
  const answer = await appWith({ social }).get('/api/v1/health')
  expect(answer.headers.get('cross-origin-opener-policy')).toBe('same-origin-allow-popups')
})
