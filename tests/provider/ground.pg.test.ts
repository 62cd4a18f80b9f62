import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestProvider, type TestProvider } from './support/test-provider.ts'

let provider: TestProvider
beforeAll(async () => {
  provider = await startTestProvider()
})
afterAll(() => provider.close())

test('the provider is alive and ready on a migrated database', async () => {
  expect((await provider.request('GET', '/health')).status).toBe(200)
  expect((await provider.request('GET', '/ready')).status).toBe(200)
})

test('metrics are Prometheus text', async () => {
  const text = await (await provider.request('GET', '/metrics', { peer: '127.0.0.1' })).text()
  expect(text).toMatch(/baywise_http_requests_total\{method="GET",route="\/ready",status="200"\} \d+/)
  expect(text).toMatch(/baywise_database_connections \d+/)
})

test('an unknown path is a problem document in the language asked for', async () => {
  const english = await provider.request('GET', '/api/v1/nothing')
  expect(english.status).toBe(404)
  expect(english.headers.get('content-type')).toContain('application/problem+json')
  expect(await english.json()).toMatchObject({ code: 'not_found', status: 404, title: 'Not found' })
  const french = await provider.request('GET', '/api/v1/nothing', {
    headers: { 'accept-language': 'de, fr-CA;q=0.8, en;q=0.5' },
  })
  expect(await french.json()).toMatchObject({ code: 'not_found', title: 'Introuvable' })
})

test('the request id of the caller comes back, a malformed one is replaced', async () => {
  const given = await provider.request('GET', '/health', { headers: { 'x-request-id': 'abcdef-123' } })
  expect(given.headers.get('x-request-id')).toBe('abcdef-123')
  const malformed = await provider.request('GET', '/health', { headers: { 'x-request-id': 'a b' } })
  expect(malformed.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
})

test('a body above the limit is refused', async () => {
  const answer = await provider.request('POST', '/api/v1/nothing', { body: { text: 'x'.repeat(300_000) } })
  expect(answer.status).toBe(413)
  expect(await answer.json()).toMatchObject({ code: 'payload_too_large' })
})
