import type { EventDetail } from '../../../src/contract/events.ts'
import type { Booking } from '../../../src/contract/bookings.ts'
import { toParkId } from '../../../src/domain/ids.ts'
import { DAY_MS, HOUR_MS, toInstant } from '../../../src/domain/instant.ts'
import { must } from '../../../src/lib/assert.ts'
import type { Result } from '../../../src/lib/result.ts'
import { type EventPlan, type EventTrouble, planEvent } from '../../../provider/services/events.ts'
import { postBooking, type TestDriver } from './test-driver.ts'
import type { TestProvider } from './test-provider.ts'

/** C$35.00, which replaces every price of the tariff except its service fee of C$0.50. */
export const EVENT_MINOR = 3500
export const EVENT_TOTAL = EVENT_MINOR + 50

/** Returns the plan of an event tomorrow at one car park, with parking from two to seven hours after the time now. */
export function planOf(
  provider: TestProvider,
  parkId: number,
  changes: Partial<EventPlan> & { readonly held?: number } = {},
): EventPlan {
  const { held = 1, ...others } = changes
  const day = Math.ceil(provider.clock.now() / 60_000) * 60_000 + DAY_MS
  return {
    name: 'Winter Night Market',
    venue: 'Test Field',
    city: 'Toronto',
    country_code: 'CA',
    lat: 43.65,
    lng: -79.38,
    timezone: 'America/Toronto',
    demo: false,
    starts_at: toInstant(day + 3 * HOUR_MS),
    ends_at: toInstant(day + 6 * HOUR_MS),
    parking_from: toInstant(day + 2 * HOUR_MS),
    parking_until: toInstant(day + 7 * HOUR_MS),
    parks: [{ parkId: toParkId(parkId), held, amountMinor: EVENT_MINOR }],
    accessCode: null,
    ...others,
  }
}

export const plan = (provider: TestProvider, wanted: EventPlan): Promise<Result<string, EventTrouble>> =>
  planEvent(provider.deps, wanted)

export async function mustPlan(provider: TestProvider, wanted: EventPlan): Promise<string> {
  const planned = await plan(provider, wanted)
  if (!planned.ok) throw new Error(`The event was not planned: ${planned.error.kind}`)
  return planned.value
}

export async function readEvent(provider: TestProvider, code: string, grant?: string): Promise<EventDetail> {
  const headers = grant === undefined ? {} : { 'event-grant': grant }
  const answer = await provider.request('GET', `/api/v1/events/${code}`, { headers })
  if (answer.status !== 200) throw new Error(`No event: ${String(answer.status)} ${await answer.text()}`)
  return ((await answer.json()) as { data: EventDetail }).data
}

export interface EventBooking {
  readonly driver: TestDriver
  readonly event: EventDetail
  /** Changes to the body. */
  readonly changes?: Readonly<Record<string, unknown>>
}

/** Books as a phone does, at the price that the event's page shows. */
export async function postEventBooking(
  provider: TestProvider,
  { driver, event, changes = {} }: EventBooking,
): Promise<Response> {
  const park = must(event.parks[0], 'a park of the event')
  return postBooking(provider, driver, {
    parkId: park.park_id,
    changes: {
      start_time: event.parking_from,
      end_time: event.parking_until,
      quoted_total: park.total,
      tariff_version: park.tariff_version,
      event_code: event.code,
      ...changes,
    },
  })
}

export async function mustBookEvent(provider: TestProvider, driver: TestDriver, event: EventDetail): Promise<Booking> {
  const answer = await postEventBooking(provider, { driver, event })
  if (answer.status !== 201) throw new Error(`Not booked: ${String(answer.status)} ${await answer.text()}`)
  return ((await answer.json()) as { data: Booking }).data
}
