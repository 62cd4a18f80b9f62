import { randomInt, randomUUID } from 'node:crypto'
import type { Booking } from '../../src/contract/bookings.ts'
import { HOUR_MS, MINUTE_MS } from '../../src/domain/instant.ts'
import { must } from '../../src/lib/assert.ts'
import { type Answer, ask, codeOf, type Door, postJson } from '../../scripts/attack/raw.ts'
import { pause } from '../../scripts/deployed.ts'
import type { World } from './world.ts'

export type Kind = 'find' | 'quote' | 'book' | 'change' | 'check in'
/** Requests of each kind per hundred. */
const MIX: ReadonlyArray<readonly [Kind, number]> = [
  ['find', 70],
  ['quote', 15],
  ['book', 5],
  ['change', 5],
  ['check in', 5],
]
const TOWNS = ['lat=43.65&lng=-79.38', 'lat=45.5&lng=-73.57', 'lat=49.28&lng=-123.12', 'lat=14.69&lng=-17.44']
/** Starts are spread over this many hours. */
const HOURS = 72
/** How long a phone retries with the same key. */
const GIVE_UP_MS = 120_000

export interface Tally {
  readonly tookMs: Map<Kind, number[]>
  /** When an attempt found no provider, or a provider without its database. */
  readonly brokenAtMs: number[]
  /** The last acknowledged end of each booking. */
  readonly acknowledged: Map<string, string>
  /** Refusals that the rules allow; `wrong` has the other failures. */
  readonly refused: Map<string, number>
  readonly wrong: Map<string, number>
  readonly checkedIn: Set<string>
}

export const newTally = (): Tally => ({
  tookMs: new Map(),
  brokenAtMs: [],
  acknowledged: new Map(),
  refused: new Map(),
  wrong: new Map(),
  checkedIn: new Set(),
})

interface Phone {
  readonly door: Door
  readonly world: World
  readonly tally: Tally
  readonly attendant: string
  /** Bookings that only this client changes. */
  readonly own: { readonly driver: number; booking: Booking }[]
}

const isBroken = ({ status }: Answer): boolean => status === 0 || status === 502 || status === 503 || status === 504
const add = (counts: Map<string, number>, key: string): void => void counts.set(key, (counts.get(key) ?? 0) + 1)

/** Retries with the same key until answered, as a phone does. Only the attempt that was answered is timed. */
async function insist({ tally }: Phone, kind: Kind, send: () => Promise<Answer>): Promise<Answer | undefined> {
  const untilMs = Date.now() + GIVE_UP_MS
  while (Date.now() < untilMs) {
    const answer = await send()
    if (!isBroken(answer) && !(answer.status === 409 && codeOf(answer) === 'request_in_progress')) {
      const took = tally.tookMs.get(kind) ?? []
      took.push(answer.ms)
      tally.tookMs.set(kind, took)
      if (answer.status >= 500 || answer.status === 401) add(tally.wrong, `${kind}: ${String(answer.status)}`)
      else if (answer.status >= 400) add(tally.refused, `${kind}: ${codeOf(answer)}`)
      return answer
    }
    tally.brokenAtMs.push(Date.now())
    await pause(100)
  }
  add(tally.wrong, `${kind}: no answer`)
  return undefined
}

const readData = ({ text }: Answer): unknown => (JSON.parse(text) as { data: unknown }).data

function randomStay(): { readonly start_time: string; readonly end_time: string } {
  const startMs = Math.ceil(Date.now() / HOUR_MS) * HOUR_MS + randomInt(HOURS) * HOUR_MS
  return { start_time: new Date(startMs).toISOString(), end_time: new Date(startMs + 2 * HOUR_MS).toISOString() }
}

const find = (phone: Phone): Promise<Answer | undefined> =>
  insist(phone, 'find', () =>
    ask(phone.door, { path: `/api/v1/parks/front/parks/?${must(TOWNS[randomInt(TOWNS.length)], 'a town')}&size=20` }),
  )

interface Quoted {
  readonly park: number
  readonly times: ReturnType<typeof randomStay>
  readonly quote: { readonly total: number; readonly tariff_version: string }
}

async function quote(phone: Phone): Promise<Quoted | undefined> {
  const park = must(phone.world.parks[randomInt(phone.world.parks.length)], 'a park').id
  const times = randomStay()
  const query = new URLSearchParams({ vehicle_type_id: '1', ...times }).toString()
  const answer = await insist(phone, 'quote', () =>
    ask(phone.door, { path: `/api/v1/front/parks/${String(park)}/quote?${query}` }),
  )
  return answer?.status === 200 ? { park, times, quote: readData(answer) as Quoted['quote'] } : undefined
}

async function write(phone: Phone, kind: Kind, to: { driver: number; path: string; body: object }): Promise<void> {
  const headers = { authorization: `Bearer ${await phone.world.tokenOf(to.driver)}`, 'idempotency-key': randomUUID() }
  const answer = await insist(phone, kind, () => postJson(phone.door, to.path, { body: to.body, headers }))
  if (answer === undefined || answer.status >= 300) return
  const booking = readData(answer) as Booking
  phone.tally.acknowledged.set(booking.booking_id, booking.end_time)
  const known = phone.own.find(({ booking: own }) => own.booking_id === booking.booking_id)
  if (known === undefined) phone.own.push({ driver: to.driver, booking })
  else known.booking = booking
}

async function book(phone: Phone): Promise<void> {
  const quoted = await quote(phone)
  if (quoted === undefined) return
  const driver = randomInt(phone.world.drivers)
  const body = {
    ...{ park_id: quoted.park, plate: `LOAD${String(driver)}`, vehicle_type_id: 1, ...quoted.times },
    ...{ payment_method: 'wallet', quoted_total: quoted.quote.total, tariff_version: quoted.quote.tariff_version },
  }
  await write(phone, 'book', { driver, path: '/bookings', body })
}

async function change(phone: Phone): Promise<void> {
  const chosen = phone.own[randomInt(Math.max(1, phone.own.length))]
  if (chosen === undefined) return
  const { booking_id, end_time } = chosen.booking
  const later = new Date(Date.parse(end_time) + 30 * MINUTE_MS).toISOString()
  const body = { booking_id, new_end_time: later, base_end_time: end_time, max_price: 100_000 }
  await write(phone, 'change', { driver: chosen.driver, path: '/bookings/extend', body })
}

async function checkIn(phone: Phone): Promise<void> {
  const booking = phone.own[randomInt(Math.max(1, phone.own.length))]?.booking
  if (booking === undefined) return
  const nonce = randomUUID()
  const at = new Date().toISOString()
  const item = { nonce, park: booking.park.code, code: booking.booking_code, direction: 'in', at, method: 'code' }
  const headers = { authorization: `Bearer ${phone.attendant}`, 'idempotency-key': randomUUID() }
  const answer = await insist(phone, 'check in', () =>
    postJson(phone.door, '/attendant/check-ins', { body: { items: [item] }, headers }),
  )
  if (answer?.status === 200) phone.tally.checkedIn.add(nonce)
}

const WORK: Readonly<Record<Kind, (phone: Phone) => Promise<unknown>>> = {
  find,
  quote,
  book,
  change,
  'check in': checkIn,
}

/** Runs one client, which sends the requests of the mix one after the other. */
export async function runClient(facts: Omit<Phone, 'own'>, isOver: () => boolean): Promise<void> {
  const phone: Phone = { ...facts, own: [] }
  while (!isOver()) {
    let drawn = randomInt(100)
    const kind = MIX.find(([, share]) => (drawn -= share) < 0)?.[0] ?? 'find'
    await WORK[kind](phone)
  }
}
