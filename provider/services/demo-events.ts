/** In the sandbox, an upcoming event in each country, marked as invented, near real car parks. */
import { type CountryCode, getCountry } from '../../src/domain/country.ts'
import { toParkId } from '../../src/domain/ids.ts'
import type { Currency } from '../../src/domain/money.ts'
import { atLocalMinute, localDayNumber } from '../../src/domain/zone.ts'
import { listUpcomingEvents } from '../repositories/events.ts'
import type { ProviderDeps } from './deps.ts'
import { type EventPlan, planEvent } from './events.ts'

interface Venue {
  readonly country: CountryCode
  /** The name of the event, which is invented; the place is real. */
  readonly name: string
  readonly venue: string
  readonly city: string
  readonly lat: number
  readonly lng: number
  readonly daysAhead: number
}

const VENUES: readonly Venue[] = [
  {
    ...{ country: 'CA', name: 'Winter Night Market', venue: 'Rogers Centre', city: 'Toronto' },
    ...{ lat: 43.641389, lng: -79.39, daysAhead: 12 },
  },
  {
    ...{ country: 'US', name: 'Brass Band Evening', venue: 'Madison Square Garden', city: 'New York' },
    ...{ lat: 40.750507, lng: -73.993455, daysAhead: 9 },
  },
  {
    ...{ country: 'NG', name: 'Lagoon Book Fair', venue: 'Tafawa Balewa Square', city: 'Lagos' },
    ...{ lat: 6.4478, lng: 3.4016, daysAhead: 16 },
  },
  {
    ...{ country: 'SN', name: 'Soirée Mbalax', venue: 'Grand Théâtre National', city: 'Dakar' },
    ...{ lat: 14.6853, lng: -17.4337, daysAhead: 14 },
  },
]

const PRICES: Readonly<Record<Currency, number>> = { CAD: 2500, USD: 3500, NGN: 300_000, XOF: 3000 }
const RADIUS_METRES = 3_000
const PARKS = 3
const HELD = 20

type Deps = Pick<ProviderDeps, 'db' | 'store' | 'clock' | 'log'>

/**
 * The nearest car parks that can be booked. At most a quarter of a small one is reserved, so that ordinary drivers
 * still find a space there.
 */
async function findParks({ store, clock }: Deps, { country, lat, lng }: Venue): Promise<EventPlan['parks']> {
  const page = { centre: { lat, lng }, page: 1, size: 2 * PARKS, after: null, nowMs: clock.now() }
  const { items } = await store.listParksNear({ country }, page)
  return items
    .map(({ id, capacity, distance_m: away = Infinity }) => ({
      parkId: toParkId(id),
      held: away > RADIUS_METRES ? 0 : Math.min(HELD, Math.floor((capacity ?? 0) / 4)),
      amountMinor: PRICES[getCountry(country).currency],
    }))
    .filter(({ held }) => held > 0)
    .slice(0, PARKS)
}

/** Plans an event from 18:00 to 22:00 local time, with parking an hour before and after. */
async function planDemo(deps: Deps, wanted: Venue): Promise<void> {
  const { country, daysAhead, ...place } = wanted
  const { timezone } = getCountry(country)
  const parks = await findParks(deps, wanted)
  if (parks.length === 0) return
  const day = localDayNumber(deps.clock.now(), timezone) + daysAhead
  const at = (hour: number) => atLocalMinute(day, hour * 60, timezone)
  const planned = await planEvent(deps, {
    ...{ ...place, country_code: country, timezone, parks, demo: true, accessCode: null },
    ...{ starts_at: at(18), ends_at: at(22), parking_from: at(17), parking_until: at(23) },
  })
  if (!planned.ok) deps.log.warn('events.demo_not_planned', { country, trouble: planned.error.kind })
}

/** Plans an event for each country that has none upcoming. */
export async function ensureDemoEvents(deps: Deps & Pick<ProviderDeps, 'config'>): Promise<void> {
  if (!deps.config.sandbox) return
  const ahead = new Set((await listUpcomingEvents(deps.db, deps.clock.now())).map((event) => event.country_code))
  for (const venue of VENUES) if (!ahead.has(venue.country)) await planDemo(deps, venue)
}
