import { expect, test } from 'vitest'
import { directionsHref, isOnPhone, MAP_APPS, mapAppsOf } from '../../src/config/directions.ts'

test.each([
  ['phone', 'geo:43.670000,-79.390000?q=43.670000%2C-79.390000'],
  ['apple', 'https://maps.apple.com/?daddr=43.670000%2C-79.390000'],
  ['google', 'https://www.google.com/maps/dir/?api=1&destination=43.670000%2C-79.390000'],
  ['waze', 'https://www.waze.com/ul?ll=43.670000%2C-79.390000&navigate=yes'],
  ['openstreetmap', 'https://www.openstreetmap.org/directions?to=43.670000%2C-79.390000'],
] as const)('the way with %s', (app, href) => {
  expect(directionsHref(43.67, -79.39, app)).toBe(href)
})

test('a phone is offered what it can open, its own first', () => {
  expect(mapAppsOf('Mozilla/5.0 (Linux; Android 14; Pixel 8)')[0]).toBe('phone')
  const iPhone = mapAppsOf('Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)')
  expect(iPhone[0]).toBe('apple')
  expect(iPhone.some(isOnPhone)).toBe(false)
  expect(mapAppsOf('Mozilla/5.0 (X11; Linux x86_64)')).not.toContain('apple')
  expect(MAP_APPS.filter(isOnPhone)).toEqual(['phone'])
})
