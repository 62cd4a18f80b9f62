import { readFile } from 'node:fs/promises'
import * as v from 'valibot'
import { countryCode, instantText } from '../../src/contract/common.ts'
import { getCountry } from '../../src/domain/country.ts'
import { toParkId } from '../../src/domain/ids.ts'
import { mustInstant, parseInstant, toRfc3339 } from '../../src/domain/instant.ts'
import { parseMinor } from '../../src/domain/money.ts'
import { isZone } from '../../src/domain/zone.ts'
import { unreachable } from '../../src/lib/assert.ts'
import { systemClock } from '../../src/lib/clock.ts'
import { err, ok, type Result } from '../../src/lib/result.ts'
import type { Database } from '../db/database.ts'
import { type EventRow, type KeptSpaces, listUpcomingEvents } from '../repositories/events.ts'
import { findParkIds } from '../repositories/pairing.ts'
import { cancelEvent, type EventPlan, type EventTrouble, planEvent, postponeEvent } from '../services/events.ts'
import { followEvents } from '../services/follow-events.ts'
import { createPassSigner } from '../services/pass-signer.ts'
import type { Printed } from './attendants.ts'

const USAGE = `events list
events add FILE.json        plan an event; the format is in docs/events.md
events postpone CODE START  to another start, with its zone (2026-12-12T18:00:00-05:00); the other times move with it
events cancel CODE          nothing more is sold, and every driver gets everything back`

const refused = (line: string): Printed => ({ lines: [line], exitCode: 1 })
const said = (...lines: readonly string[]): Printed => ({ lines, exitCode: 0 })

const text = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(120))
const planFile = v.strictObject({
  name: text,
  venue: text,
  city: v.nullable(text),
  country_code: countryCode,
  lat: v.nullable(v.pipe(v.number(), v.minValue(-90), v.maxValue(90))),
  lng: v.nullable(v.pipe(v.number(), v.minValue(-180), v.maxValue(180))),
  timezone: v.pipe(v.string(), v.check(isZone, 'no IANA zone')),
  starts_at: instantText,
  ends_at: instantText,
  parking_from: instantText,
  parking_until: instantText,
  /** Of a private event. */
  access_code: v.optional(v.pipe(v.string(), v.minLength(6), v.maxLength(40))),
  parks: v.pipe(
    v.array(
      v.strictObject({ code: v.string(), held: v.pipe(v.number(), v.integer(), v.minValue(1)), price: v.string() }),
    ),
    v.minLength(1),
  ),
})
type PlanFile = v.InferOutput<typeof planFile>

async function readPlan(file: string): Promise<Result<PlanFile, string>> {
  try {
    const parsed = v.safeParse(planFile, JSON.parse(await readFile(file, 'utf8')))
    if (parsed.success) return ok(parsed.output)
    const [issue] = parsed.issues
    return err(`${v.getDotPath(issue) ?? 'the file'}: ${issue.message}`)
  } catch (error) {
    if (error instanceof SyntaxError) return err(error.message)
    throw error
  }
}

async function findKept(db: Database, plan: PlanFile): Promise<Result<readonly KeptSpaces[], string>> {
  const { currency } = getCountry(plan.country_code)
  const codes = plan.parks.map(({ code }) => code.toUpperCase())
  const found = await findParkIds(db, codes)
  const kept: KeptSpaces[] = []
  for (const { code, held, price } of plan.parks) {
    const park = found.get(code.toUpperCase())
    const amount = parseMinor(price, currency)
    if (park === undefined) return err(`No car park has the code ${code}.`)
    if (!amount.ok || amount.value < 0) return err(`Not an amount in ${currency}: ${price}`)
    kept.push({ parkId: toParkId(park.id), held, amountMinor: amount.value })
  }
  return new Set(codes).size === codes.length ? ok(kept) : err('A car park is named twice.')
}

const toPlan = (plan: PlanFile, parks: readonly KeptSpaces[]): EventPlan => ({
  name: plan.name,
  venue: plan.venue,
  city: plan.city,
  country_code: plan.country_code,
  lat: plan.lat,
  lng: plan.lng,
  timezone: plan.timezone,
  demo: false,
  starts_at: mustInstant(plan.starts_at),
  ends_at: mustInstant(plan.ends_at),
  parking_from: mustInstant(plan.parking_from),
  parking_until: mustInstant(plan.parking_until),
  parks,
  accessCode: plan.access_code ?? null,
})

function troubleText(trouble: EventTrouble): string {
  switch (trouble.kind) {
    case 'not_found':
      return 'No event has this code.'
    case 'over':
      return 'This event is over or cancelled.'
    case 'begun':
      return 'The parking has begun already, or would begin within the hour.'
    case 'code_taken':
      return 'Another event has this access code.'
    case 'times':
      return 'The parking must begin before the event and end after it.'
    case 'no_space':
      return trouble.free === null
        ? `Car park ${trouble.parkId} cannot be booked.`
        : `Car park ${trouble.parkId} has only ${trouble.free} spaces that are free all the time.`
    default:
      return unreachable(trouble)
  }
}

async function add(db: Database, file: string): Promise<Printed> {
  const plan = await readPlan(file)
  if (!plan.ok) return refused(plan.error)
  const parks = await findKept(db, plan.value)
  if (!parks.ok) return refused(parks.error)
  const planned = await planEvent({ db, clock: systemClock }, toPlan(plan.value, parks.value))
  return planned.ok ? said(`Event ${planned.value} is planned.`) : refused(troubleText(planned.error))
}

async function postpone(db: Database, code: string, start: string): Promise<Printed> {
  const newStart = parseInstant(start)
  if (!newStart.ok) return { lines: [USAGE], exitCode: 2 }
  const deps = { db, clock: systemClock, signer: await createPassSigner(db) }
  const moved = await postponeEvent(deps, { code, newStartMs: newStart.value })
  if (!moved.ok) return refused(troubleText(moved.error))
  const { starts_at: starts, choose_by: chooseBy } = moved.value
  const until = chooseBy === null ? '' : ` Drivers choose until ${toRfc3339(chooseBy)}.`
  return said(`Event ${moved.value.code} starts at ${toRfc3339(starts)}.${until}`)
}

async function cancel(db: Database, code: string): Promise<Printed> {
  const cancelled = await cancelEvent({ db, clock: systemClock }, code)
  if (!cancelled.ok) return refused(troubleText(cancelled.error))
  const refunded = await followEvents({ db, clock: systemClock })
  return said(`Event ${cancelled.value.code} is cancelled. Bookings given back: ${refunded}`)
}

const lineOf = ({ code, starts_at: starts, status, name, venue, grant_token: token }: EventRow): string =>
  [code, toRfc3339(starts), status, token === null ? 'public' : 'private', `${name}, ${venue}`].join('  ')

async function list(db: Database): Promise<Printed> {
  const events = await listUpcomingEvents(db, systemClock.now())
  return said(...(events.length === 0 ? ['No event is ahead.'] : events.map(lineOf)))
}

/** `words` begins behind `events`. */
export async function runEvents(db: Database, words: readonly string[]): Promise<Printed> {
  const [verb = '', first = '', second = ''] = words
  if (verb === 'list') return list(db)
  if (verb === 'add' && first !== '') return add(db, first)
  if (verb === 'postpone' && second !== '') return postpone(db, first, second)
  if (verb === 'cancel' && first !== '') return cancel(db, first)
  return { lines: [USAGE], exitCode: 2 }
}
