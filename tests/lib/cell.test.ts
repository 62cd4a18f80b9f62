import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cellOf, cellRanges, distanceMetres } from '../../src/lib/cell.ts'

const position = fc.record({
  lat: fc.double({ min: -80, max: 80, noNaN: true }),
  lng: fc.double({ min: -179, max: 179, noNaN: true }),
})

test('a cell counts rows of 0.05 degree from the south pole, columns from the date line', () => {
  expect(cellOf(-90, -180)).toBe(0)
  expect(cellOf(0, 0)).toBe(1800 * 8192 + 3600)
  expect(cellOf(43.6511, -79.3835)).toBe(2673 * 8192 + 2012)
})

test('a position on a border falls into the cell that begins there, without floating error', () => {
  for (const steps of [1, 3, 7, 873, 2673]) expect(cellOf(steps * 0.05, 0)).toBe((1800 + steps) * 8192 + 3600)
})

test('known distances', () => {
  const toronto = { lat: 43.6532, lng: -79.3832 }
  expect(distanceMetres(toronto, toronto)).toBe(0)
  expect(distanceMetres(toronto, { lat: 45.5019, lng: -73.5674 }) / 1000).toBeCloseTo(504, 0)
})

/** Generates a place less than `radius` metres from the centre, in any direction. */
const circle = fc
  .record({
    centre: position,
    radius: fc.double({ min: 100, max: 20_000, noNaN: true }),
    bearing: fc.double({ min: 0, max: 2 * Math.PI, noNaN: true }),
    share: fc.double({ min: 0, max: 0.99, noNaN: true }),
  })
  .map(({ centre, radius, bearing, share }) => {
    const degrees = ((radius * share) / 6_371_008.8) * (180 / Math.PI)
    const shrink = Math.cos((centre.lat * Math.PI) / 180)
    return {
      centre,
      radius,
      place: {
        lat: centre.lat + degrees * Math.cos(bearing),
        lng: centre.lng + (degrees * Math.sin(bearing)) / shrink,
      },
    }
  })

test('the ranges hold the cell of every place within the radius', () => {
  fc.assert(
    fc.property(circle, ({ centre, radius, place }) => {
      fc.pre(Math.abs(place.lng) < 180 && distanceMetres(centre, place) <= radius)
      const cell = cellOf(place.lat, place.lng)
      expect(cellRanges(centre, radius).some(([from, to]) => from <= cell && cell <= to)).toBe(true)
    }),
  )
})

test('five kilometres in Toronto are two or three rows of cells', () => {
  expect([2, 3]).toContain(cellRanges({ lat: 43.6532, lng: -79.3832 }, 5_000).length)
  expect([2, 3]).toContain(cellRanges({ lat: 43.676, lng: -79.3832 }, 5_000).length)
})
