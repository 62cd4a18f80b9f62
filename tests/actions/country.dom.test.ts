import { beforeEach, expect, test, vi } from 'vitest'
import { detectCountry } from '../../src/actions/country.online.ts'
import { findDetected, selectCountry } from '../../src/actions/country.ts'
import type { Geo } from '../../src/contract/places.ts'
import { selectedCountry } from '../../src/signals/selected-country.ts'
import { createTestPhone } from '../sync/support/test-phone.ts'

const NOW = 1_000_000
const KNOWN: Geo = {
  ip: '196.1.2.3',
  country_code: 'SN',
  country: 'Senegal',
  city: 'Dakar',
  region: 'Dakar',
  latitude: null,
  longitude: null,
  timezone: null,
}
const UNKNOWN: Geo = { ...KNOWN, country_code: null, country: null, city: null, region: null }

const phoneWith = (geo: Geo, now = NOW) =>
  createTestPhone({ fetch: () => Promise.resolve(Response.json(geo)), clock: { now: () => now } })

const stored = (): Record<string, unknown> =>
  JSON.parse(localStorage.getItem('selectedCountry') ?? '{}') as Record<string, unknown>

beforeEach(() => {
  localStorage.clear()
  selectedCountry.set(null)
})

test('the country of the address is selected and kept, with where it came from', async () => {
  const found = await detectCountry(phoneWith(KNOWN))
  expect(found).toMatchObject({
    code: 'SN',
    name: 'Senegal',
    autoDetected: true,
    fallback: false,
    ip: '196.1.2.3',
    city: 'Dakar',
  })
  expect(selectedCountry.get()).toEqual(found)
  expect(stored()).toMatchObject({ code: 'SN', autoDetected: true })
  expect(localStorage.getItem('countryAutoDetected')).toBe('true')
})

test('an address that nobody knows falls back to the United States, marked as a failure', async () => {
  const selected = await detectCountry(phoneWith(UNKNOWN))
  expect(selected).toMatchObject({ code: 'US', autoDetected: false, fallback: true, errorFallback: true })
  expect(localStorage.getItem('countryAutoDetected')).toBe('fallback')
})

test('a country that is not served falls back to the United States, marked as a default', async () => {
  const selected = await detectCountry(phoneWith({ ...KNOWN, country_code: 'FR', country: 'France' }))
  expect(selected).toMatchObject({ code: 'US', autoDetected: false, fallback: true, errorFallback: false })
  expect(localStorage.getItem('countryAutoDetected')).toBe('fallback')
})

test('a country without a code is matched by its name', async () => {
  expect((await detectCountry(phoneWith({ ...KNOWN, country_code: null, country: 'nigeria' }))).code).toBe('NG')
})

test('what the driver chose while the address was looked up stays', async () => {
  const phone = createTestPhone({
    fetch: () => {
      selectCountry('CA')
      return Promise.resolve(Response.json(KNOWN))
    },
    clock: { now: () => NOW },
  })
  expect((await detectCountry(phone)).code).toBe('SN')
  expect(selectedCountry.get()?.code).toBe('CA')
  expect(findDetected(NOW)).toEqual({ code: 'SN', ip: '196.1.2.3', place: 'Dakar' })
})

test('the answer is believed for an hour', async () => {
  await detectCountry(phoneWith(KNOWN))
  const soon = phoneWith(UNKNOWN, NOW + 3_599_000)
  expect((await detectCountry(soon)).code).toBe('SN')
  expect(soon.line.sent).toEqual([])
  expect((await detectCountry(phoneWith(UNKNOWN, NOW + 3_601_000))).fallback).toBe(true)
})

test('the driver’s own choice replaces what was detected and tells who watches', async () => {
  await detectCountry(phoneWith(KNOWN))
  const heard = vi.fn()
  const updated = vi.fn()
  addEventListener('storage-updated', updated, { once: true })
  const stop = selectedCountry.subscribe(heard)
  selectCountry('CA')
  stop()
  expect(heard).toHaveBeenCalledTimes(1)
  expect(updated).toHaveBeenCalledTimes(1)
  expect(selectedCountry.get()).toMatchObject({ code: 'CA', name: 'Canada', autoDetected: false })
  expect(localStorage.getItem('countryAutoDetected')).toBe('false')
})

test('a choice in another tab is followed, and a broken stored value is removed', () => {
  localStorage.setItem('selectedCountry', JSON.stringify({ code: 'NG', name: 'Nigeria' }))
  dispatchEvent(new StorageEvent('storage', { key: 'selectedCountry' }))
  expect(selectedCountry.get()).toMatchObject({ code: 'NG' })
  localStorage.setItem('selectedCountry', '{"code":"XX"}')
  dispatchEvent(new StorageEvent('storage', { key: 'selectedCountry' }))
  expect(selectedCountry.get()).toBeNull()
  expect(localStorage.getItem('selectedCountry')).toBeNull()
})
