import type { FreeForStay } from '../../../src/parts/use-free-spaces.ts'
import type { Park } from '../../../src/queries/price-park.ts'
import { type ListChoice, type ListedPark, toPriced, withSpaces } from '../../../src/screens/find/list-parks.ts'

/** Returns a Toronto car park at C$3.00 an hour, with the test's changes. */
export function makePark(part: Partial<Park> = {}): Park {
  const id = part.id ?? 1
  return {
    id,
    code: 'CA0000A',
    slug: `green-p-carpark-${id}-toronto-ca0000a`,
    name: `Green P Carpark ${id}`,
    address: '9 Bedford Road',
    city: 'Toronto',
    state: 'Ontario',
    country_code: 'CA',
    lat: 43.668,
    lng: -79.397,
    timezone: 'America/Toronto',
    kind: 'lot',
    capacity: 100,
    available: 40,
    available_at: '2026-11-21T19:19:00Z',
    currency: 'CAD',
    hourly_from: 300,
    tariff_version: 't1',
    height_limit_m: null,
    ev_chargers: null,
    accessible_spaces: null,
    covered: null,
    opening_hours: null,
    amenities: [],
    demo: false,
    demo_fields: [],
    source: 'toronto-greenp-2019',
    attribution: 'Contains information licensed under the Open Government Licence – Toronto',
    version: 1,
    updated_at: '2026-11-21T19:19:00Z',
    rate: makeRate(300),
    ...part,
  }
}

export const makeRate = (hourlyMinor: number): Park['rate'] => ({
  tariff: {
    version: 't1',
    currency: 'CAD',
    unit_minutes: 60,
    windows: [
      {
        days: [0, 1, 2, 3, 4, 5, 6],
        from_minute: 0,
        to_minute: 1440,
        price: { kind: 'unit', tiers: [{ from_unit: 0, unit_price: hourlyMinor }] },
      },
    ],
    caps: [],
    packages: [],
    events: [],
    fees: [],
    free_first_minutes: 0,
    minimum_stay_minutes: 0,
    maximum_stay_minutes: null,
    reentry_minutes: 0,
    vehicle_percent: {},
    demo: false,
  },
  taxes: [],
  tariff_version: 't1',
  valid_until: '2026-11-22T19:19:00Z',
})

/** Returns the car parks as listed once the provider has stated the free spaces for the stay. */
export const toListed = (
  parks: Parameters<typeof toPriced>[0],
  { free, ...choice }: ListChoice & { readonly free: FreeForStay },
): readonly ListedPark[] => withSpaces(toPriced(parks, choice), free)
