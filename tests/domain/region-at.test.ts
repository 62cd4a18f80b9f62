import { expect, test } from 'vitest'
import { findRegionAt } from '../../src/domain/region-at.ts'

const STATE = { name: 'the rest of California', box: [-124, 33, -115, 42] as const }
const CITY = { name: 'San Francisco', box: [-122.5, 37.6, -122.3, 37.9] as const }

test('a place in a city belongs to the city, one outside to the rest of the state, one abroad to none', () => {
  const at = (lat: number, lng: number) => findRegionAt([STATE, CITY], { lat, lng })?.name
  expect(at(37.78, -122.4)).toBe('San Francisco')
  expect(at(37.78, -122.53)).toBe('San Francisco')
  expect(at(36.7, -119.8)).toBe('the rest of California')
  expect(at(49.2, -123.1)).toBeUndefined()
})
