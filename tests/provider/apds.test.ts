import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { apdsOf, linesOfApds } from '../../provider/import/apds.ts'
import { parkLineSchema } from '../../provider/import/park-line.ts'

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
                  { from_unit: 3, unit_price: 30_000 },
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

describe('a car park of ours', () => {
  it('with tiers, a maximum and hours of its own says its price in the standard alone, from the unit on that it holds', () => {
    const tiers = [
      { from_unit: 0, unit_price: 300 },
      { from_unit: 3, unit_price: 150 },
    ]
    const line = v.parse(parkLineSchema, {
      ...{ source: 'city', source_id: '7', country_code: 'CA', currency: 'CAD', name: 'Lot 7', lat: 43.6, lng: -79.4 },
      kind: 'lot',
      tariff: {
        ...{ currency: 'CAD', unit_minutes: 30, caps: [], packages: [], fees: [], free_first_minutes: 0, demo: false },
        ...{ minimum_stay_minutes: 0, maximum_stay_minutes: null, reentry_minutes: 0, vehicle_percent: {} },
        windows: [
          { days: [1, 2, 3, 4, 5], from_minute: 420, to_minute: 1080, price: { kind: 'unit', tiers, maximum: 1200 } },
          { days: [0, 6], from_minute: 0, to_minute: 1440, price: { kind: 'flat', amount: 500 } },
        ],
      },
    })
    const since = '2026-11-26T00:00:00Z'
    const { place: ours, rates, right } = apdsOf({ line, id: 'CAKQ2M7', timezone: 'America/Toronto', since })
    expect(ours).toMatchObject({ baywise: { source: 'city', source_id: '7' } })
    expect(ours).not.toHaveProperty('baywise.tariff')
    expect(rates).toMatchObject([
      { rateLineCollections: [{ rateLines: [{ durationStart: '00:00' }, { durationStart: '01:00', value: 1.5 }] }] },
      { rateLineCollections: [{ rateLines: [{ rateLineType: 'flatRate', value: 5 }] }] },
    ])
    const document = { places: { data: [ours] }, rates: { data: rates }, rightSpecifications: { data: [right] } }
    expect(linesOfApds(document)).toEqual([{ ok: true, value: line }])
  })
})
