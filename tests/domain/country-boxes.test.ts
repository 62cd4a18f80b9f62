import { expect, it } from 'vitest'
import { findExchanged } from '../../src/domain/country-boxes.ts'

it.each([
  ['Toronto', { lat: -79.38, lng: 43.65 }, { lat: 43.65, lng: -79.38 }],
  ['Dakar', { lat: -17.44, lng: 14.69 }, { lat: 14.69, lng: -17.44 }],
])('%s with its numbers exchanged is known', (_city, at, meant) => {
  expect(findExchanged(at)).toEqual(meant)
})

it.each([
  ['Lagos', { lat: 6.45, lng: 3.39 }],
  ['Toronto', { lat: 43.65, lng: -79.38 }],
  ['the Pacific', { lat: 0, lng: 170 }],
  ['Paris, of which neither is in a country of ours', { lat: 48.85, lng: 82.35 }],
])('%s is left alone', (_place, at) => {
  expect(findExchanged(at)).toBeNull()
})
