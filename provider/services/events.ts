/** An operator plans, postpones or cancels an event, or changes its access code. */
import { createHmac, randomBytes } from 'node:crypto'
import { CROCKFORD } from '../../src/domain/code.ts'
import { DAY_MS, HOUR_MS, toInstant } from '../../src/domain/instant.ts'
import { must } from '../../src/lib/assert.ts'
import { err, ok, type Result } from '../../src/lib/result.ts'
import { uuid7 } from '../../src/lib/uuid7.ts'
import type { Queryable } from '../db/database.ts'
import { getOrCreateSecret } from '../db/secrets.ts'
import { lockEventBookings, moveEventBooking } from '../repositories/event-bookings.ts'
import { publishDates } from '../repositories/dated-tariffs.ts'
import {
  closeEvent,
  type EventRow,
  type EventTimes,
  findEvent,
  findIdOfAccess,
  insertEvent,
  insertEventPark,
  type KeptSpaces,
  listSpacesLeft,
  lockAccessCodes,
  lockEvent,
  moveEvent,
  setEventAccess,
} from '../repositories/events.ts'
import { MAX_PASS_SEQUENCE } from '../../src/domain/pass.ts'
import { makeSecret } from '../rules/tokens.ts'
import type { ProviderDeps } from './deps.ts'
import type { SignPass } from './pass-signer.ts'

type Deps = Pick<ProviderDeps, 'db' | 'clock'>

type Place = Pick<EventRow, 'name' | 'venue' | 'city' | 'country_code' | 'lat' | 'lng' | 'timezone' | 'demo'>

export interface EventPlan extends Place, EventTimes {
  readonly parks: readonly KeptSpaces[]
  /** Null when the event is public. */
  readonly accessCode: string | null
}

export type EventTrouble =
  | { readonly kind: 'not_found' | 'over' | 'begun' | 'code_taken' | 'times' | 'changed' }
  /** More spaces are sold than would be reserved. */
  | { readonly kind: 'sold'; readonly sold: number }
  /** `free`: spaces not booked during this time; null when the car park cannot be booked. */
  | { readonly kind: 'no_space'; readonly parkId: number; readonly free: number | null }

/** Thrown to roll back what was written before the problem was found. */
export class Refused extends Error {
  readonly trouble: EventTrouble
  constructor(trouble: EventTrouble) {
    super(trouble.kind)
    this.trouble = trouble
  }
}

export async function orTrouble<T>(work: () => Promise<T>): Promise<Result<T, EventTrouble>> {
  try {
    return ok(await work())
  } catch (error) {
    if (error instanceof Refused) return err(error.trouble)
    throw error
  }
}

const makeCode = (): string => `EV${Array.from(randomBytes(6), (byte) => CROCKFORD[byte & 31] ?? '0').join('')}`

/** Normalises a typed code: case, spaces and hyphens are ignored. */
const bareCode = (code: string): string => code.toUpperCase().replace(/[^A-Z0-9]/g, '')

/** The stored, searchable form of a code: a keyed hash, so that the database does not contain the codes. */
export async function hashAccessCode(db: Queryable, code: string): Promise<string> {
  const key = await getOrCreateSecret(db, 'event_access', makeSecret)
  return createHmac('sha256', key).update(bareCode(code)).digest('hex')
}

/** Called after all writes and under the parks' locks: throws, to roll them back, when a park has too few spaces. */
export async function mustFit(tx: Queryable, eventId: string, nowMs: number): Promise<void> {
  for (const { park_id: parkId, held, left_over: left } of await listSpacesLeft(tx, eventId, nowMs)) {
    if (left === null) throw new Refused({ kind: 'no_space', parkId, free: null })
    if (left < 0) throw new Refused({ kind: 'no_space', parkId, free: Math.max(0, held + left) })
  }
}

/** Runs `work` in a transaction that is rolled back on an error. */
const rolledBack = <T>(
  { db }: Pick<Deps, 'db'>,
  work: (tx: Queryable) => Promise<Result<T, EventTrouble>>,
): Promise<Result<T, EventTrouble>> =>
  orTrouble(() =>
    db.transaction(async (tx) => {
      const done = await work(tx)
      if (!done.ok) throw new Refused(done.error)
      return done.value
    }),
  )

/** The credentials of a private event; both null for a public one. */
async function makeAccess(tx: Queryable, accessCode: string | null, eventId: string) {
  if (accessCode === null) return { hash: null, grant: null }
  const hash = await hashAccessCode(tx, accessCode)
  await lockAccessCodes(tx)
  const holder = await findIdOfAccess(tx, hash)
  if (holder !== undefined && holder !== eventId) throw new Refused({ kind: 'code_taken' })
  return { hash, grant: makeSecret() }
}

/** Plans an event: reserves its spaces and adds its price to the tariffs of its parks. Returns its code. */
export const planEvent = (deps: Deps, plan: EventPlan): Promise<Result<string, EventTrouble>> =>
  rolledBack(deps, (tx) => planEventIn(tx, { plan, nowMs: deps.clock.now() }))

/** The caller rolls its transaction back on an error. */
export function planEventIn(
  tx: Queryable,
  { plan, nowMs }: { readonly plan: EventPlan; readonly nowMs: number },
): Promise<Result<string, EventTrouble>> {
  const { parks, accessCode, ...facts } = plan
  return orTrouble(async () => {
    if (facts.parking_from <= nowMs) throw new Refused({ kind: 'begun' })
    const isAround = facts.parking_from <= facts.starts_at && facts.ends_at <= facts.parking_until
    if (!isAround || facts.starts_at >= facts.ends_at) throw new Refused({ kind: 'times' })
    const eventId = uuid7(nowMs)
    const code = makeCode()
    const { hash, grant } = await makeAccess(tx, accessCode, eventId)
    await insertEvent(tx, {
      ...{ ...facts, event_id: eventId, code, access_hash: hash, grant_token: grant },
      updated_at: toInstant(nowMs),
    })
    for (const kept of parks) await insertEventPark(tx, eventId, kept)
    await publishDates(tx, { nowMs, eventId })
    await mustFit(tx, eventId, nowMs)
    return code
  })
}

/** Drivers have a week to choose, but at most until an hour before the parking opens. */
const chooseByOf = (newFromMs: number, nowMs: number): number => Math.min(nowMs + 7 * DAY_MS, newFromMs - HOUR_MS)

export interface Postponement {
  readonly code: string
  readonly newStartMs: number
}

interface Moved {
  readonly sign: SignPass
  readonly fromMs: number
  readonly nowMs: number
}

/** Moves the event's bookings, including those made while waiting for the locks. */
async function moveBookings(tx: Queryable, event: EventRow, { sign, fromMs, nowMs }: Moved): Promise<void> {
  for (const booking of await lockEventBookings(tx, event.event_id)) {
    const startMs = toInstant(fromMs + Math.max(0, booking.start_time - event.parking_from))
    const endMs = toInstant(startMs + (booking.end_time - booking.start_time))
    const {
      park_id: parkId,
      booking_id: bookingId,
      booking_code: bookingCode,
      vehicle_type_id: vehicleTypeId,
    } = booking
    // The last sequence may be used twice: the old date's pass has expired by the time the new one is shown.
    const sequence = Math.min(MAX_PASS_SEQUENCE, booking.pass_sequence + 1)
    const { plate } = booking
    const pass = await sign({ parkId, bookingId, bookingCode, plate, vehicleTypeId, sequence, startMs, endMs })
    await moveEventBooking(tx, { bookingId, startMs, endMs, pass, nowMs })
  }
}

/**
 * Moves an event, its spaces and its bookings to other times in one step, under the locks of its bookings and parks, so
 * that no other booking can take a space that a driver has paid for. Drivers keep their bookings, or may claim a full
 * refund for a limited time.
 */
export async function postponeEvent(
  deps: Deps & Pick<ProviderDeps, 'signer'>,
  wish: Postponement,
): Promise<Result<EventRow, EventTrouble>> {
  const sign = await deps.signer.passSigning()
  return rolledBack(deps, (tx) => postponeEventIn(tx, { ...wish, sign, nowMs: deps.clock.now() }))
}

/** The caller rolls its transaction back on an error. `sign` is obtained before the transaction. */
export const postponeEventIn = (
  tx: Queryable,
  { code, newStartMs, sign, nowMs }: Postponement & Omit<Moved, 'fromMs'>,
): Promise<Result<EventRow, EventTrouble>> =>
  orTrouble(async () => {
    const event = await mustLockOpen(tx, code, nowMs)
    const byMs = newStartMs - event.starts_at
    const times = shifted(event, byMs)
    if (event.parking_from <= nowMs || times.parking_from <= nowMs + HOUR_MS) throw new Refused({ kind: 'begun' })
    // Locks bookings before parks, as everywhere.
    await lockEventBookings(tx, event.event_id)
    const chooseByMs = chooseByOf(times.parking_from, nowMs)
    await moveEvent(tx, event.event_id, { ...times, formerStartMs: event.starts_at, chooseByMs, nowMs })
    await publishDates(tx, { nowMs, eventId: event.event_id })
    await moveBookings(tx, event, { sign, fromMs: times.parking_from, nowMs })
    await mustFit(tx, event.event_id, nowMs)
    return { ...event, ...times, status: 'postponed', choose_by: toInstant(chooseByMs) }
  })

/** Locks an event; throws when it is over or cancelled. */
export async function mustLockOpen(tx: Queryable, code: string, nowMs: number): Promise<EventRow> {
  const event = await lockEvent(tx, code)
  if (event === undefined) throw new Refused({ kind: 'not_found' })
  if (event.status === 'cancelled' || event.ends_at <= nowMs) throw new Refused({ kind: 'over' })
  return event
}

const shifted = (event: EventRow, byMs: number) => ({
  starts_at: toInstant(event.starts_at + byMs),
  ends_at: toInstant(event.ends_at + byMs),
  parking_from: toInstant(event.parking_from + byMs),
  parking_until: toInstant(event.parking_until + byMs),
})

/** Stops sales for the event. Its bookings are cancelled and refunded one by one: see `followEvents`. */
export const cancelEvent = (deps: Deps, code: string): Promise<Result<EventRow, EventTrouble>> =>
  rolledBack(deps, (tx) => cancelEventIn(tx, { code, nowMs: deps.clock.now() }))

interface EventAt {
  readonly code: string
  readonly nowMs: number
}

/** The caller rolls its transaction back on an error. Cancelling twice has no further effect. */
export const cancelEventIn = (tx: Queryable, { code, nowMs }: EventAt): Promise<Result<EventRow, EventTrouble>> =>
  orTrouble(async () => {
    const event = await lockEvent(tx, code)
    if (event === undefined) throw new Refused({ kind: 'not_found' })
    if (event.status === 'cancelled') return event
    if (event.ends_at <= nowMs) throw new Refused({ kind: 'over' })
    await closeEvent(tx, event.event_id, nowMs)
    await publishDates(tx, { nowMs, eventId: event.event_id })
    return { ...event, status: 'cancelled' }
  })

interface AccessWish extends EventAt {
  /** Null to make the event public. */
  readonly accessCode: string | null
}

export const changeAccess = (deps: Deps, wish: Omit<AccessWish, 'nowMs'>): Promise<Result<EventRow, EventTrouble>> =>
  rolledBack(deps, (tx) => changeAccessIn(tx, { ...wish, nowMs: deps.clock.now() }))

/**
 * Changes an event's access code, or makes it public. A driver who used the former code needs the new one to book;
 * bookings stay as they are. The caller rolls its transaction back on an error.
 */
export const changeAccessIn = (
  tx: Queryable,
  { code, accessCode, nowMs }: AccessWish,
): Promise<Result<EventRow, EventTrouble>> =>
  orTrouble(async () => {
    const event = await mustLockOpen(tx, code, nowMs)
    const access = await makeAccess(tx, accessCode, event.event_id)
    await setEventAccess(tx, event.event_id, { ...access, nowMs })
    return must(await findEvent(tx, code), 'event')
  })
