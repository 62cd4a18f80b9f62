import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { detectCountry } from '../../src/actions/country.online.ts'
import type { Geo } from '../../src/contract/places.ts'
import { countryDetection } from '../../src/signals/country-detection.ts'
import { selectedCountry } from '../../src/signals/selected-country.ts'
import { createTestPhone } from '../sync/support/test-phone.ts'

const OWN: Geo = {
  ip: '203.0.113.7',
  country_code: null,
  country: null,
  city: null,
  region: null,
  latitude: null,
  longitude: null,
  timezone: null,
  services: ['ipapi.co', 'ipwho.is', 'freeipapi.com'],
}

/** Response bodies as the services document them. */
const ipapi = { ip: '203.0.113.7', city: 'Lagos', region: 'Lagos', country_code: 'NG', country_name: 'Nigeria' }
const ipwhois = {
  ip: '203.0.113.7',
  success: true,
  country: 'Senegal',
  country_code: 'SN',
  region: 'Dakar',
  city: 'Dakar',
  latitude: 14.7,
  longitude: -17.4,
  timezone: { id: 'Africa/Dakar' },
}
const freeipapi = {
  ipAddress: '203.0.113.7',
  countryName: 'Canada',
  countryCode: 'CA',
  cityName: 'Toronto',
  regionName: 'Ontario',
  timeZones: ['America/Toronto'],
}

type Reply = object | 'hang' | 'fail' | 'refuse'

const reply = (how: Reply): Promise<Response> => {
  if (how === 'hang') return new Promise(() => undefined)
  if (how === 'fail') return Promise.reject(new TypeError('Failed to fetch'))
  return Promise.resolve(how === 'refuse' ? new Response('{}', { status: 429 }) : Response.json(how))
}

const asked: string[] = []

function phoneWith(replies: Readonly<Record<string, Reply>>) {
  return createTestPhone({
    fetch: (request) => {
      const { hostname } = new URL(request.url)
      asked.push(hostname)
      return reply(replies[hostname] ?? 'fail')
    },
    clock: { now: () => 1_000_000 },
  })
}

/** Detects the country after letting every possible wait of the detection pass. */
async function detect(replies: Readonly<Record<string, Reply>>) {
  const detected = detectCountry(phoneWith(replies))
  await vi.advanceTimersByTimeAsync(10_000)
  return detected
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  localStorage.clear()
  selectedCountry.set(null)
  asked.length = 0
})
afterEach(() => vi.useRealTimers())

describe('the services that the operator configured', () => {
  test('are not asked when the provider knows the country', async () => {
    const own = { ...OWN, country_code: 'CA', country: 'Canada' }
    expect((await detect({ localhost: own, 'ipapi.co': ipapi })).code).toBe('CA')
    expect(asked).toEqual(['localhost'])
  })

  test('are not asked when none is configured', async () => {
    const { services: _none, ...own } = OWN
    expect((await detect({ localhost: own, 'ipapi.co': ipapi })).errorFallback).toBe(true)
    expect(asked).toEqual(['localhost'])
  })

  test.each([
    ['ipapi.co', ipapi, { code: 'NG', city: 'Lagos' }],
    ['ipwho.is', ipwhois, { code: 'SN', city: 'Dakar' }],
    ['free.freeipapi.com', freeipapi, { code: 'CA', city: 'Toronto' }],
  ])('%s is understood', async (host, body, expected) => {
    const selected = await detect({ localhost: OWN, [host]: body })
    expect(selected).toMatchObject({ ...expected, autoDetected: true, ip: '203.0.113.7' })
  })

  test('are asked in order: the first that names a country is believed, whatever the others would say', async () => {
    const others = { 'ipwho.is': ipwhois, 'free.freeipapi.com': freeipapi }
    expect((await detect({ localhost: OWN, 'ipapi.co': ipapi, ...others })).code).toBe('NG')
    expect(asked).toEqual(['localhost', 'ipapi.co'])
  })

  test.each([
    ['refuses', 'refuse'],
    ['cannot be reached', 'fail'],
    ['says that it failed', { error: true, reason: 'RateLimited' }],
    ['hangs', 'hang'],
  ] as const)('one that %s is passed over', async (_how, first) => {
    const selected = await detect({ localhost: OWN, 'ipapi.co': first, 'ipwho.is': ipwhois })
    expect(selected.code).toBe('SN')
  })

  test('that all hang cost ten seconds in all, then the marked default is taken', async () => {
    const detected = detectCountry(phoneWith({ localhost: OWN, 'ipapi.co': 'hang', 'ipwho.is': 'hang' }))
    await vi.advanceTimersByTimeAsync(9_999)
    expect(countryDetection.get()).toEqual({ isRunning: true, ip: '203.0.113.7' })
    await vi.advanceTimersByTimeAsync(1)
    expect(await detected).toMatchObject({ code: 'US', fallback: true, errorFallback: true })
    expect(asked).not.toContain('free.freeipapi.com')
    expect(countryDetection.get().isRunning).toBe(false)
  })

  test('a provider that hangs is given up after five seconds', async () => {
    const detected = detectCountry(phoneWith({ localhost: 'hang' }))
    await vi.advanceTimersByTimeAsync(5_000)
    expect(await detected).toMatchObject({ code: 'US', errorFallback: true, ip: null })
  })
})
