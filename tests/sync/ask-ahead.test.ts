import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { askAhead, takeAhead } from '../../src/sync/ask-ahead.ts'

const BASE = 'http://phone.test/api/v1'
const PARK = `${BASE}/front/parks/front-street-ca1`

let asked: string[]
beforeEach(() => {
  vi.useFakeTimers()
  asked = []
  vi.stubGlobal('fetch', (url: string, { headers }: { headers: Record<string, string> }) => {
    asked.push(`${url} ${String(headers['accept-language'])}`)
    return Promise.resolve(new Response('{}'))
  })
})
afterEach(() => {
  // Discards what a test left behind.
  void takeAhead(new Request(PARK))
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const request = (url = PARK, headers: Record<string, string> = {}, method = 'GET'): Request =>
  new Request(url, { method, headers: { 'accept-language': 'fr', ...headers } })

test('the car park of the page is asked for, and its answer is taken once', async () => {
  askAhead('/park/front-street-ca1', BASE, 'fr')
  expect(asked).toEqual([`${PARK} fr`])
  expect((await takeAhead(request()))?.status).toBe(200)
  expect(takeAhead(request())).toBeUndefined()
})

test.each(['/', '/search', '/park/', '/park/a/b', '/park/%E0%A4%A'])('nothing is asked for at %s', (path) => {
  askAhead(path, BASE, 'fr')
  expect(asked).toEqual([])
})

test('an address that a name was typed into is asked for as the app would', () => {
  askAhead('/park/l%E2%80%99%C3%A9toile%3Fx', BASE, 'fr')
  expect(asked).toEqual([`${BASE}/front/parks/l%E2%80%99%C3%A9toile%3Fx fr`])
})

test.each([
  ['another car park', request(`${BASE}/front/parks/other`)],
  ['something written', request(PARK, {}, 'POST')],
  ['another language', request(PARK, { 'accept-language': 'en' })],
  ['a driver’s own', request(PARK, { authorization: 'Bearer x' })],
])('it is no answer to %s', (_, other) => {
  askAhead('/park/front-street-ca1', BASE, 'fr')
  expect(takeAhead(other)).toBeUndefined()
})

test('an answer that nobody took for ten seconds is asked for again', () => {
  askAhead('/park/front-street-ca1', BASE, 'fr')
  vi.advanceTimersByTime(10_001)
  expect(takeAhead(request())).toBeUndefined()
})
