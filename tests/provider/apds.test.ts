import { describe, expect, it } from 'vitest'
import { linesOfApds } from '../../provider/import/apds.ts'

const words = (text: string) => [{ language: 'en', string: text }]
const place = (more: object = {}) => ({
  ...{ id: 'p1', version: 1, type: 'place', layer: 1, name: words('Marina Garage'), timeZone: 'Africa/Lagos' },
  placeStreetAddress: {
    countryCode: 'NG',
    city: words('Lagos'),
    addressLines: [{ order: 0, type: 'street', text: words('12 Marina') }],
  },
  indicativePlacePointLocation: [{ type: 'Point', coordinates: [3.4, 6.45] }],
  characteristics: { spacesTotal: 120, evChargingPoints: 2, structureType: 'offStreetStructure' },
  ...more,
})
const rateLine = (more: object = {}) => ({
  ...{ sequence: 1, rateLineType: 'incrementingRate', value: 500, incrementPeriod: 'PT1H', ...more },
})
const table = (id: string, rateLines: readonly object[], more: object = {}) => ({
  id,
  rateLineCollections: [{ applicableCurrency: 'NGN', rateLines, ...more }],
})
const file = (tables: ReadonlyArray<{ readonly id: string }>, one: object = place()) => ({
  places: { data: [one] },
  rates: { data: tables },
  rightSpecifications: {
    data: [{ hierarchyElements: [{ id: 'p1' }], rateEligibility: tables.map(({ id }) => ({ rateTable: { id } })) }],
  },
})
const tariffOf = (document: object) => {
  const [line] = linesOfApds(document) ?? []
  expect(line?.ok).toBe(true)
  return line?.ok === true ? line.value.tariff : undefined
}

describe('a place of APDS', () => {
  it('is read by the words of the standard, with its price in the units and tiers that it has', () => {
    const cap = { maxValueCollection: { currencyType: 'NGN', currencyValue: 3000 }, resetTime: '06:00' }
    const [line] =
      linesOfApds(
        file([table('r', [rateLine(), rateLine({ sequence: 2, durationStart: '02:00', value: 300 })], cap)]),
      ) ?? []
    expect(line).toMatchObject({
      ok: true,
      value: {
        ...{ source: 'apds', source_id: 'p1', kind: 'garage', capacity: 120, ev_chargers: 2, lat: 6.45, lng: 3.4 },
        ...{ name: 'Marina Garage', city: 'Lagos', address: '12 Marina', currency: 'NGN' },
        tariff: {
          unit_minutes: 60,
          windows: [
            {
              ...{ days: [0, 1, 2, 3, 4, 5, 6], from_minute: 0, to_minute: 1440 },
              price: {
                kind: 'unit',
                tiers: [
                  { from_unit: 0, unit_price: 50_000 },
                  { from_unit: 2, unit_price: 30_000 },
                ],
              },
            },
          ],
          caps: [{ kind: 'day', amount: 300_000, starts_at_minute: 360 }],
        },
      },
    })
  })

  it.each([
    ['another currency', [table('r', [rateLine()], { applicableCurrency: 'EUR' })]],
    ['tiers of another kind', [table('r', [rateLine({ rateLineType: 'flatRateTier' })])]],
    ['a tier that begins inside a unit', [table('r', [rateLine(), rateLine({ durationStart: '01:30' })])]],
    ['a period without an end', [table('r', [rateLine({ incrementPeriod: undefined })])]],
    ['two units', [table('r', [rateLine()]), table('s', [rateLine({ incrementPeriod: 'PT20M' })])]],
    [
      'one table of two that says something else',
      [table('r', [rateLine()]), table('s', [rateLine({ value: 'free' })])],
    ],
  ])('with %s has no known price, rather than half of one', (_, tables) => {
    expect(tariffOf(file(tables))).toBeNull()
  })

  it('named by no right, or in an answer of /places alone, has no known price', () => {
    expect(tariffOf({ ...file([table('r', [rateLine()])]), rightSpecifications: { data: [] } })).toBeNull()
    expect(tariffOf({ meta: {}, data: [place()] })).toBeNull()
  })

  it('is refused where it cannot be one, each with its reason', () => {
    const refusals = [
      place({ placeStreetAddress: { countryCode: 'CH' } }),
      place({ name: [] }),
      place({ indicativePlacePointLocation: [{ coordinates: [3.4, 96] }] }),
      place({ characteristics: { spacesTotal: -4 } }),
      place({ baywise: { chargers: [{ connector: 'usb' }] } }),
      null,
    ].map((one) => (linesOfApds({ places: { data: [one] } }) ?? [])[0])
    expect(refusals.map((line) => line?.ok)).toEqual(refusals.map(() => false))
  })

  it('is no car park of its own where it is a part of one, and what is no APDS is none', () => {
    expect(linesOfApds({ places: { data: [place({ type: 'identifiedArea' }), place()] } })).toMatchObject([
      null,
      { ok: true },
    ])
    for (const other of [null, [], {}, { places: {} }, { elements: [] }]) expect(linesOfApds(other)).toBeUndefined()
  })
})
