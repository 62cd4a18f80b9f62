import { DEFAULT_LEEWAY, MAX_LEEWAY_MINUTES } from '../../src/domain/booking.ts'
import { systemClock } from '../../src/lib/clock.ts'
import type { Database } from '../db/database.ts'
import { setParkLeeway } from '../repositories/entry-windows.ts'
import type { Printed } from './attendants.ts'

const USAGE = `leeway CODE ARRIVAL GRACE, both in whole minutes from 0 to ${MAX_LEEWAY_MINUTES}; or leeway CODE default`

const refused = (line: string): Printed => ({ lines: [line], exitCode: 1 })

function parseMinutes(text: string): number | undefined {
  const minutes = /^\d{1,3}$/.test(text) ? Number(text) : undefined
  return minutes !== undefined && minutes <= MAX_LEEWAY_MINUTES ? minutes : undefined
}

/** Sets how many minutes before the start cars may enter a park, and how many after the end they may still leave. */
export async function setLeeway(
  db: Database,
  [code = '', first = '', second = '']: readonly string[],
): Promise<Printed> {
  const isDefault = first === 'default' && second === ''
  const [arrival, grace] = [parseMinutes(first), parseMinutes(second)]
  if (!isDefault && (arrival === undefined || grace === undefined)) return { lines: [USAGE], exitCode: 2 }
  const wanted = { arrivalMinutes: arrival ?? null, graceMinutes: grace ?? null }
  const told = await setParkLeeway(db, { code: code.toUpperCase(), ...wanted, nowMs: systemClock.now() })
  if (told === undefined) return refused(`No car park has the code ${code}.`)
  const { arrivalMinutes, graceMinutes } = DEFAULT_LEEWAY
  return {
    lines: [
      `Cars come in from ${arrival ?? arrivalMinutes} minutes before the start and leave until ${grace ?? graceMinutes} minutes after the end.`,
      `${told} bookings say so from the next time that their phones ask.`,
    ],
    exitCode: 0,
  }
}
