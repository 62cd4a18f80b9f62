import { eventCodeBody, operatorEventBody } from '../../src/contract/operator-events.ts'
import { parseInstant, toRfc3339 } from '../../src/domain/instant.ts'
import { systemClock } from '../../src/lib/clock.ts'
import type { Database } from '../db/database.ts'
import { type EventRow, listUpcomingEvents } from '../repositories/events.ts'
import { toEventPlan, toObjection } from '../services/event-plans.ts'
import { cancelEvent, changeAccess, planEvent, postponeEvent } from '../services/events.ts'
import { followEvents } from '../services/follow-events.ts'
import { createPassSigner } from '../services/pass-signer.ts'
import type { Printed } from './attendants.ts'
import { checkBody, readOffer } from './offer-file.ts'

const USAGE = `events list
events add FILE.json        plan an event; the format is in docs/events.md
events postpone CODE START  to another start, with its zone (2026-12-12T18:00:00-05:00); the other times move with it
events access CODE SECRET   a private event, opened by SECRET; "none": everybody sees it
events cancel CODE          nothing more is sold, and every driver gets everything back`

const refused = (line: string): Printed => ({ lines: [line], exitCode: 1 })
const said = (...lines: readonly string[]): Printed => ({ lines, exitCode: 0 })

async function add(db: Database, file: string): Promise<Printed> {
  const read = await readOffer(file, { schema: operatorEventBody, amounts: () => ['price'] })
  if (!read.ok) return refused(read.error)
  const plan = await toEventPlan(db, { body: read.value, within: null })
  if (!plan.ok) return refused(plan.error.words)
  const planned = await planEvent({ db, clock: systemClock }, plan.value)
  return planned.ok ? said(`Event ${planned.value} is planned.`) : refused(toObjection(planned.error).words)
}

async function postpone(db: Database, code: string, start: string): Promise<Printed> {
  const newStart = parseInstant(start)
  if (!newStart.ok) return { lines: [USAGE], exitCode: 2 }
  const deps = { db, clock: systemClock, signer: await createPassSigner(db) }
  const moved = await postponeEvent(deps, { code, newStartMs: newStart.value })
  if (!moved.ok) return refused(toObjection(moved.error).words)
  const { starts_at: starts, choose_by: chooseBy } = moved.value
  const until = chooseBy === null ? '' : ` Drivers choose until ${toRfc3339(chooseBy)}.`
  return said(`Event ${moved.value.code} starts at ${toRfc3339(starts)}.${until}`)
}

async function cancel(db: Database, code: string): Promise<Printed> {
  const cancelled = await cancelEvent({ db, clock: systemClock }, code)
  if (!cancelled.ok) return refused(toObjection(cancelled.error).words)
  const refunded = await followEvents({ db, clock: systemClock })
  return said(`Event ${cancelled.value.code} is cancelled. Bookings given back: ${refunded}`)
}

/** `text` "none" makes the event public. */
async function open(db: Database, code: string, text: string): Promise<Printed> {
  const read = checkBody(eventCodeBody, { access_code: text === 'none' ? null : text })
  if (!read.ok) return refused(read.error)
  const { access_code: accessCode } = read.value
  const opened = await changeAccess({ db, clock: systemClock }, { code, accessCode })
  return opened.ok ? said(lineOf(opened.value)) : refused(toObjection(opened.error).words)
}

const lineOf = ({ code, starts_at: starts, status, name, venue, grant_token: token }: EventRow): string =>
  [code, toRfc3339(starts), status, token === null ? 'public' : 'private', `${name}, ${venue}`].join('  ')

async function list(db: Database): Promise<Printed> {
  const events = await listUpcomingEvents(db, systemClock.now())
  return said(...(events.length === 0 ? ['No event is ahead.'] : events.map(lineOf)))
}

/** `words`: the arguments after `events`. */
export async function runEvents(db: Database, words: readonly string[]): Promise<Printed> {
  const [verb = '', first = '', second = ''] = words
  if (verb === 'list') return list(db)
  if (verb === 'add' && first !== '') return add(db, first)
  if (verb === 'postpone' && second !== '') return postpone(db, first, second)
  if (verb === 'access' && second !== '') return open(db, first, second)
  if (verb === 'cancel' && first !== '') return cancel(db, first)
  return { lines: [USAGE], exitCode: 2 }
}
