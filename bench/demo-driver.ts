import { randomUUID } from 'node:crypto'
import type { Booking, CreateBookingBody } from '../src/contract/bookings.ts'
import type { Park } from '../src/contract/parks.ts'
import type { QuoteWire } from '../src/contract/tariff.ts'
import { must } from '../src/lib/assert.ts'

export const DEMO_EMAIL = 'demo@baywise.test'
export const DEMO_PASSWORD = 'parking-demo'
export const TORONTO = { lat: 43.6532, lng: -79.3832 }

const MINUTE_MS = 60_000

/** The demo account over HTTP. Every call throws with the answer's text when it is refused. */
export class DemoDriver {
  readonly #api: string
  readonly #token: string

  private constructor(api: string, token: string) {
    this.#api = api
    this.#token = token
  }

  static async signIn(url: string): Promise<DemoDriver> {
    const api = `${url}/api/v1`
    const answer = await fetch(`${api}/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ identifier: DEMO_EMAIL, password: DEMO_PASSWORD }),
    })
    if (!answer.ok) throw new Error(`Sign-in was refused: ${await answer.text()}`)
    const { access_token }: { access_token: string } = await answer.json()
    return new DemoDriver(api, access_token)
  }

  /** `Answer` states what the endpoint returns; the type is not checked at run time. */
  async get<Answer>(path: string): Promise<Answer> {
    return this.#call(path, {})
  }

  async post<Answer>(path: string, body: object): Promise<Answer> {
    return this.#call(path, { method: 'POST', body: JSON.stringify(body) })
  }

  async put<Answer>(path: string): Promise<Answer> {
    return this.#call(path, { method: 'PUT' })
  }

  async #call<Answer>(path: string, init: RequestInit): Promise<Answer> {
    const headers = {
      authorization: `Bearer ${this.#token}`,
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
    }
    const answer = await fetch(this.#api + path, { ...init, headers })
    if (!answer.ok) throw new Error(`${path} answered ${String(answer.status)}: ${await answer.text()}`)
    return answer.json()
  }

  async parksNear({ lat, lng }: { lat: number; lng: number }): Promise<readonly Park[]> {
    const { items } = await this.get<{ items: readonly Park[] }>(
      `/parks/front/parks/?lat=${String(lat)}&lng=${String(lng)}&size=20`,
    )
    return items
  }

  /** Books one car from `startMs` (a whole minute) and pays from the wallet. */
  async book(park: Park, stay: { readonly startMs: number; readonly minutes: number }): Promise<Booking> {
    const times = {
      start_time: new Date(stay.startMs).toISOString(),
      end_time: new Date(stay.startMs + stay.minutes * MINUTE_MS).toISOString(),
    }
    const query = new URLSearchParams({ vehicle_type_id: '1', ...times }).toString()
    const { data: quote } = await this.get<{ data: QuoteWire }>(`/front/parks/${String(park.id)}/quote?${query}`)
    const body: CreateBookingBody = {
      park_id: park.id,
      plate: 'BENCH 123',
      vehicle_type_id: 1,
      ...times,
      payment_method: 'wallet',
      quoted_total: quote.total,
      tariff_version: quote.tariff_version,
    }
    return (await this.post<{ data: Booking }>('/bookings', body)).data
  }

  /** Books a stay that has just begun near Toronto, where the demo wallet's currency applies. */
  async bookRunning(): Promise<Booking> {
    const nowMs = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS
    const parks = (await this.parksNear(TORONTO)).filter((park) => park.capacity !== null && park.currency === 'CAD')
    const cheapest = parks.toSorted((a, b) => (a.hourly_from ?? 0) - (b.hourly_from ?? 0))[0]
    return this.book(must(cheapest, 'a park near Toronto'), { startMs: nowMs, minutes: 120 })
  }
}
