import { checkTimes } from '../../src/domain/booking.ts'
import { DAY_MS, type Instant, parseInstant, toInstant } from '../../src/domain/instant.ts'
import { isPlate, normalisePlate } from '../../src/domain/plate.ts'
import { MAX_STAY_MS } from '../../src/domain/price-stay.ts'
import { err, ok, type Result } from '../../src/lib/result.ts'
import type { Refusal } from './refusal.ts'

export interface Stay {
  readonly startMs: Instant
  readonly endMs: Instant
}

const FURTHEST_MS = 366 * DAY_MS

/** Parses both times of a request; a stay must start within a year and last at most 220 days. */
export function parseStay(startText: string, endText: string, nowMs: number): Result<Stay, Refusal> {
  const [start, end] = [parseInstant(startText), parseInstant(endText)]
  if (!start.ok) return err({ code: 'times_invalid', fields: [{ field: 'start_time', code: 'invalid' }] })
  if (!end.ok) return err({ code: 'times_invalid', fields: [{ field: 'end_time', code: 'invalid' }] })
  const checked = checkTimes({ start: start.value, end: end.value }, toInstant(nowMs))
  if (!checked.ok) return err({ code: checked.error })
  if (start.value > nowMs + FURTHEST_MS) return err({ code: 'times_invalid' })
  if (end.value - start.value > MAX_STAY_MS) return err({ code: 'stay_too_long' })
  return ok({ startMs: start.value, endMs: end.value })
}

export function parsePlate(raw: string): Result<string, Refusal> {
  const plate = normalisePlate(raw)
  return isPlate(plate)
    ? ok(plate)
    : err({ code: 'plate_invalid', fields: [{ field: 'plate', code: 'plate_invalid' }] })
}
