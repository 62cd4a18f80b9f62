import { randomUUID } from 'node:crypto'
import { expect, type APIRequestContext } from '@playwright/test'
import type { Account } from './account.ts'

export interface KnownPark {
  readonly id: number
  readonly name: string
  readonly slug: string
  readonly code: string
  readonly capacity: number
}

export interface KnownBooking {
  readonly booking_id: string
  readonly booking_code: string
  /** Present once the booking is paid. */
  readonly pass?: { readonly text: string } | null
  readonly total: number
  readonly start_time: string
  readonly end_time: string
  readonly status: string
  readonly plate: string
}

export interface Stay {
  /** Epoch milliseconds. */
  readonly fromMs: number
  readonly untilMs: number
}

const STEP_MS = 300_000
const HOUR_MS = 3_600_000

/** Starts at the next multiple of five minutes; lasts three hours by default, as the app offers. */
export function stayFromNow({ inHours = 0, hours = 3 } = {}): Stay {
  const fromMs = Math.ceil(Date.now() / STEP_MS) * STEP_MS + inHours * HOUR_MS
  return { fromMs, untilMs: fromMs + hours * HOUR_MS }
}

export const stayQuery = ({ fromMs, untilMs }: Stay): string => `from=${fromMs}&until=${untilMs}`

/** The address of the checkout for a stay. */
export const checkoutOf = ({ slug }: KnownPark, stay = stayFromNow()): string => `/checkout/${slug}?${stayQuery(stay)}`

/** Finds the park of `data/parks.ndjson` with exactly this name. */
export async function mustFindPark(request: APIRequestContext, name: string): Promise<KnownPark> {
  const response = await request.get('/api/v1/parks/front/parks/', { params: { search: name, size: 100 } })
  expect(response.status()).toBe(200)
  const { items }: { items: KnownPark[] } = await response.json()
  const park = items.find((item) => item.name === name)
  if (park === undefined) throw new Error(`no park is named ${name}`)
  return park
}

const headersOf = ({ accessToken }: Account): Record<string, string> => ({
  authorization: `Bearer ${accessToken}`,
  'idempotency-key': randomUUID(),
})

/** Books through the API, like another phone of the same account. */
export async function bookAt(
  request: APIRequestContext,
  account: Account,
  { park, stay, plate }: { readonly park: KnownPark; readonly stay: Stay; readonly plate: string },
): Promise<KnownBooking> {
  const times = { start_time: new Date(stay.fromMs).toISOString(), end_time: new Date(stay.untilMs).toISOString() }
  const quoted = await request.get(`/api/v1/front/parks/${park.id}/quote`, { params: { vehicle_type_id: 1, ...times } })
  expect(quoted.status(), await quoted.text()).toBe(200)
  const { data: quote }: { data: { total: number; tariff_version: string } } = await quoted.json()
  const response = await request.post('/api/v1/bookings', {
    headers: headersOf(account),
    data: {
      park_id: park.id,
      plate,
      vehicle_type_id: 1,
      ...times,
      payment_method: 'wallet',
      quoted_total: quote.total,
      tariff_version: quote.tariff_version,
    },
  })
  expect(response.status(), await response.text()).toBe(201)
  const { data }: { data: KnownBooking } = await response.json()
  return data
}

/** Lists the account's bookings according to the provider. */
export async function listBookings(request: APIRequestContext, account: Account): Promise<readonly KnownBooking[]> {
  const response = await request.get('/api/v1/bookings/list', { headers: headersOf(account), params: { size: 100 } })
  expect(response.status()).toBe(200)
  const { items }: { items: KnownBooking[] } = await response.json()
  return items
}
