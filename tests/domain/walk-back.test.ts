import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  bearingDegrees,
  COMPASS_POINTS,
  compassPoint,
  headingOf,
  turnDegrees,
  walkBack,
} from '../../src/domain/walk-back.ts'

const TORONTO = { lat: 43.6532, lng: -79.3832 }
const place = fc.record({
  lat: fc.double({ min: -85, max: 85, noNaN: true }),
  lng: fc.double({ min: -180, max: 180, noNaN: true }),
})
const degrees = fc.double({ min: -1000, max: 1000, noNaN: true })

test.each([
  [{ lat: 44, lng: -79.3832 }, 0, 'north'],
  [{ lat: 43.6532, lng: -79 }, 90, 'east'],
  [{ lat: 43, lng: -79.3832 }, 180, 'south'],
  [{ lat: 43.6532, lng: -80 }, 270, 'west'],
  [{ lat: 43.66, lng: -79.3738 }, 45, 'north_east'],
] as const)('from Toronto to %j one sets out at %d degrees, %s', (to, bearing, point) => {
  expect(Math.abs(turnDegrees(bearingDegrees(TORONTO, to), bearing))).toBeLessThan(1)
  expect(compassPoint(bearingDegrees(TORONTO, to))).toBe(point)
})

test('the way over the date line is the short one', () => {
  expect(compassPoint(bearingDegrees({ lat: 0, lng: 179.9 }, { lat: 0, lng: -179.9 }))).toBe('east')
  expect(compassPoint(bearingDegrees({ lat: 0, lng: -179.9 }, { lat: 0, lng: 179.9 }))).toBe('west')
})

test('each compass point is 45 degrees wide, around itself', () => {
  for (const [index, point] of COMPASS_POINTS.entries())
    for (const off of [-22, 0, 22]) expect(compassPoint(index * 45 + off)).toBe(point)
  expect(compassPoint(359.99)).toBe('north')
})

test('any two places have a bearing, and any two directions a turn of at most half a circle', () => {
  fc.assert(
    fc.property(place, place, (from, to) => {
      const bearing = bearingDegrees(from, to)
      expect(bearing).toBeGreaterThanOrEqual(0)
      expect(bearing).toBeLessThan(360)
    }),
  )
  fc.assert(
    fc.property(degrees, degrees, (bearing, heading) => {
      const turn = turnDegrees(bearing, heading)
      expect(turn).toBeGreaterThanOrEqual(-180)
      expect(turn).toBeLessThan(180)
      // Turning by that angle faces the bearing.
      expect(Math.abs(turnDegrees(heading + turn, bearing))).toBeLessThan(1e-6)
    }),
  )
})

test('over a short way, going there and back are opposite', () => {
  fc.assert(
    fc.property(
      fc.double({ min: -0.01, max: 0.01, noNaN: true }),
      fc.double({ min: -0.01, max: 0.01, noNaN: true }),
      (lat, lng) => {
        fc.pre(Math.hypot(lat, lng) > 1e-4)
        const car = { lat: TORONTO.lat + lat, lng: TORONTO.lng + lng }
        const turn = turnDegrees(bearingDegrees(TORONTO, car), bearingDegrees(car, TORONTO))
        expect(Math.abs(turn)).toBeGreaterThan(179)
      },
    ),
  )
})

test.each([
  { reading: { webkitCompassHeading: 90, alpha: 12, absolute: false }, screen: 0, heading: 90 },
  { reading: { webkitCompassHeading: 90, alpha: 12, absolute: false }, screen: 90, heading: 180 },
  // iOS, uncalibrated.
  { reading: { webkitCompassHeading: -1, alpha: 12, absolute: false }, screen: 0, heading: null },
  // Chromium's `alpha` runs counter-clockwise.
  { reading: { alpha: 90, absolute: true }, screen: 0, heading: 270 },
  { reading: { alpha: 90, absolute: true }, screen: 90, heading: 0 },
  // An angle with an arbitrary origin, and no sensor.
  { reading: { alpha: 90, absolute: false }, screen: 0, heading: null },
  { reading: { alpha: null, absolute: true }, screen: 0, heading: null },
])(
  'a phone that tells $reading with its screen turned by $screen points to $heading',
  ({ reading, screen, heading }) => {
    expect(headingOf(reading, screen)).toBe(heading)
  },
)

test.each([
  [5, 5, true],
  [60, 10, false],
  [60, 80, true],
  // At this distance the driver still has to walk, however inaccurate the position.
  [400, 5_000, false],
])('%d m away with a position exact to %d m: there %s', (metres, accuracyMetres, isThere) => {
  const car = { lat: TORONTO.lat + metres / 111_195, lng: TORONTO.lng, accuracyMetres: 5 }
  const way = walkBack({ ...TORONTO, accuracyMetres }, car)
  expect(way.isThere).toBe(isThere)
  expect(Math.abs(way.metres - metres)).toBeLessThan(1)
})
