import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Park } from '../../src/contract/parks.ts'
import type { SavedPark } from '../../src/db/tile-row.ts'
import { bytesOfTile, parksOfTile, parksOfTileWith, toTileRow } from '../../src/db/tile-text.ts'
import { parkOf } from './support/park.ts'

const orNull = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null })
const anyText = fc.string({ unit: 'binary', maxLength: 20 })

/** A park with any nullable fields null, texts in any script, and the rarely used fields. */
const anyPark = (id: number): fc.Arbitrary<Park> =>
  fc
    .record(
      {
        name: anyText,
        address: orNull(anyText),
        city: orNull(fc.constantFrom('Montréal', 'Lagos', 'Ọ̀yọ́')),
        state: orNull(fc.constant('Québec')),
        lat: orNull(fc.double({ min: -90, max: 90, noNaN: true }).map((degrees) => degrees + 0)),
        lng: orNull(fc.integer({ min: -180, max: 180 })),
        capacity: orNull(fc.nat(500)),
        available: orNull(fc.nat(500)),
        available_at: orNull(fc.constant('2026-11-21T19:19:00Z')),
        hourly_from: orNull(fc.nat(5_000)),
        height_limit_m: orNull(fc.constantFrom(1.9, 2.1)),
        ev_chargers: orNull(fc.nat(9)),
        accessible_spaces: orNull(fc.nat(9)),
        covered: orNull(fc.boolean()),
        opening_hours: orNull(fc.constant('Mo-Fr 07:00-19:00')),
        amenities: fc.subarray(['lift', 'toilets']),
        demo_fields: fc.subarray(['tariff', 'capacity']),
        rating: fc.nat(9).map((count) => ({ stars: 4.5, count })),
      },
      { requiredKeys: ['name'] },
    )
    .map((part) => parkOf({ id, ...part }))

const anyTile: fc.Arbitrary<readonly SavedPark[]> = fc
  .array(fc.nat(), { maxLength: 12 })
  .chain((times) =>
    fc.tuple(...times.map((savedAt, index) => anyPark(index + 1).map((park): SavedPark => ({ park, savedAt })))),
  )

test('a tile gives back the car parks that were put into it, all of them or those that are wanted', () => {
  fc.assert(
    fc.property(anyTile, fc.func(fc.boolean()), (parks, isWanted) => {
      const row = toTileRow(1, parks)
      expect(parksOfTile(row)).toStrictEqual(parks)
      const wanted = parks.filter(({ park }) => isWanted(park.id))
      expect(parksOfTileWith(row, new Set(wanted.map(({ park }) => park.id)))).toStrictEqual(wanted)
    }),
  )
})

test('what many car parks have alike is kept once: a price that is one object, and one that is told twice', () => {
  const one = parkOf({ id: 1 })
  const many = Array.from({ length: 100 }, (_, index): SavedPark => {
    const rate = index % 2 === 0 ? one.rate : structuredClone(one.rate)
    return { park: { ...one, id: index + 1, rate }, savedAt: 1 }
  })
  const row = toTileRow(1, many)
  expect(row.rates).toHaveLength(1)
  expect(row.commons).toHaveLength(1)
  expect(bytesOfTile(row)).toBeLessThan(JSON.stringify(many).length / 2)
  const rates = new Set(parksOfTile(row).map(({ park }) => park.rate))
  expect(rates.size).toBe(1)
})

test('its texts have no other letters than those of ASCII, for which a browser keeps one byte each', () => {
  const row = toTileRow(1, [
    { park: parkOf({ id: 1, name: 'Ọ̀yọ́ 🅿️', city: 'Thiès', attribution: 'A – B' }), savedAt: 1 },
  ])
  expect([row.own, ...(row.rates ?? []), ...(row.commons ?? [])].join('')).toMatch(/^[ -~]*$/)
})
