import { expect, test } from 'vitest'
import { type Piece, placesOfStreet } from '../../provider/tiles/street-stretches.ts'
import { distanceMetres } from '../../src/lib/cell.ts'

/** Returns a line along a parallel, with a point every 0.001 degree. */
const along = (lat: number, fromLng: number, steps: number): Piece =>
  Array.from({ length: steps + 1 }, (_, step) => ({ lat, lng: fromLng + step * 0.001 }))

test('a short street is named once, in the middle and on it', () => {
  const [only, ...others] = placesOfStreet('Rue Félix Faure', [along(14.67, -17.44, 5), along(14.67, -17.435, 5)])
  expect(others).toEqual([])
  expect(only?.name).toBe('Rue Félix Faure')
  expect(distanceMetres(only ?? { lat: 0, lng: 0 }, { lat: 14.67, lng: -17.435 })).toBeLessThan(120)
})

test('a bent street is named on the street, not beside it', () => {
  const bend = [
    { lat: 14.67, lng: -17.45 },
    { lat: 14.675, lng: -17.45 },
    { lat: 14.675, lng: -17.445 },
    { lat: 14.67, lng: -17.445 },
  ]
  const [only] = placesOfStreet('Ring', [bend])
  const onIt = only?.lat === 14.675 || only?.lng === -17.45 || only?.lng === -17.445
  expect(onIt).toBe(true)
})

test('a long street is named about each 2 km, whatever pieces it comes in', () => {
  const whole = placesOfStreet('Yonge Street', [along(43.7, -79.6, 200)])
  const pieces = placesOfStreet(
    'Yonge Street',
    Array.from({ length: 20 }, (_, n) => along(43.7, -79.6 + n * 0.01, 10)),
  )
  for (const places of [whole, pieces]) {
    expect(places.length).toBeGreaterThanOrEqual(8)
    expect(places.length).toBeLessThanOrEqual(12)
  }
})

test('both carriageways of a street are one, and streets of one name in two towns are two', () => {
  const places = placesOfStreet('Main Street', [along(43.7, -79.6, 8), along(43.7003, -79.6, 8), along(43.9, -79.6, 8)])
  expect(places.map(({ lat }) => Math.round(lat * 10) / 10).toSorted((a, b) => a - b)).toEqual([43.7, 43.9])
})

test('a piece without length is no street', () => {
  expect(placesOfStreet('Dot', [[{ lat: 1, lng: 1 }], []])).toEqual([])
  expect(
    placesOfStreet('Knot', [
      [
        { lat: 1, lng: 1 },
        { lat: 1, lng: 1 },
      ],
    ]),
  ).toHaveLength(1)
})
