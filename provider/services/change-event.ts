/** An operator changes an event: its name, its location, how many spaces are reserved and what they cost. */
import type { EventChangeBody } from '../../src/contract/operator-events.ts'
import { must } from '../../src/lib/assert.ts'
import type { Result } from '../../src/lib/result.ts'
import type { Queryable } from '../db/database.ts'
import { publishDates } from '../repositories/dated-tariffs.ts'
import {
  type EventRow,
  findEvent,
  type KeptSpaces,
  listEventParks,
  setEventFacts,
  setEventPark,
} from '../repositories/events.ts'
import { type EventTrouble, mustFit, mustLockOpen, orTrouble, Refused } from './events.ts'

export interface EventWish {
  readonly code: string
  readonly body: EventChangeBody
  /** Undefined: the reserved spaces stay as they are. */
  readonly parks: readonly KeptSpaces[] | undefined
  readonly nowMs: number
}

/** Throws when fewer spaces would be reserved than are booked. The caller holds the locks of the car parks. */
async function mustKeepSold(tx: Queryable, eventId: string, nowMs: number): Promise<void> {
  const short = (await listEventParks(tx, eventId, nowMs)).find(({ held, sold }) => sold > held)
  if (short !== undefined) throw new Refused({ kind: 'sold', sold: short.sold })
}

/** Changes an event; bookings stay as they are. The caller rolls its transaction back on an error. */
export const changeEventIn = (
  tx: Queryable,
  { code, body, parks, nowMs }: EventWish,
): Promise<Result<EventRow, EventTrouble>> =>
  orTrouble(async () => {
    const event = await mustLockOpen(tx, code, nowMs)
    if (event.version !== body.version) throw new Refused({ kind: 'changed' })
    const { name = event.name, venue = event.venue, city = event.city } = body
    await setEventFacts(tx, event.event_id, { name, venue, city, nowMs })
    if (parks !== undefined) {
      for (const kept of parks) await setEventPark(tx, event.event_id, kept)
      await publishDates(tx, { nowMs, eventId: event.event_id })
      await mustKeepSold(tx, event.event_id, nowMs)
      await mustFit(tx, event.event_id, nowMs)
    }
    return must(await findEvent(tx, code), 'event')
  })
