import { expect, test } from 'vitest'
import { findElsewhere } from '../../../src/screens/landing/find-elsewhere.ts'

const NOW = Date.parse('2026-11-21T19:00:00Z')
const PARK = { lat: 43.65, lng: -79.38 }
const AWAY = { lat: 43.66, lng: -79.38, takenAtMs: NOW, accuracyMetres: 30 }

test('who surely stands somewhere else is told how far', () => {
  expect(findElsewhere(PARK, AWAY, NOW)).toBeGreaterThan(1_000)
})

test.each([
  ['no position', PARK, null],
  ['a position of three minutes ago', PARK, { ...AWAY, takenAtMs: NOW - 180_000 }],
  ['a wide circle', PARK, { ...AWAY, accuracyMetres: 400 }],
  ['a position at the park', PARK, { ...AWAY, lat: 43.6505 }],
  ['a park without a place', { lat: null, lng: null }, AWAY],
])('with %s nothing is said', (_what, park, fix) => {
  expect(findElsewhere(park, fix, NOW)).toBeNull()
})
