/** Operators set how early cars may enter their car parks, and how late they may leave. */
import type { LeewayBody, ParkLeewayWire } from '../../src/contract/operator-leeway.ts'
import { DEFAULT_LEEWAY } from '../../src/domain/booking.ts'
import { err, ok, type Result } from '../../src/lib/result.ts'
import type { Queryable } from '../db/database.ts'
import type { OperatedPark } from '../repositories/closures.ts'
import { findParkLeeway, type LeewayRow, lockParkLeeway, setParkLeewayIn } from '../repositories/entry-windows.ts'
import type { Objection } from '../rules/refusal.ts'

const ownToWire = ({ arrivalMinutes, graceMinutes }: LeewayRow) => ({
  ...{ arrival_minutes: arrivalMinutes, grace_minutes: graceMinutes },
})

const toWire = ({ code, name, timezone }: OperatedPark, row: LeewayRow): ParkLeewayWire => ({
  park: { code, name, timezone },
  ...ownToWire(row),
  usual: { arrival_minutes: DEFAULT_LEEWAY.arrivalMinutes, grace_minutes: DEFAULT_LEEWAY.graceMinutes },
})

export const readParkLeeway = async (db: Queryable, park: OperatedPark): Promise<ParkLeewayWire> =>
  toWire(park, await findParkLeeway(db, park.id))

export interface LeewaySet {
  readonly leeway: ParkLeewayWire
  /** False when it was already so. */
  readonly isChanged: boolean
}

const isSame = (one: LeewayRow, other: LeewayRow): boolean =>
  one.arrivalMinutes === other.arrivalMinutes && one.graceMinutes === other.graceMinutes

/**
 * Sets the leeway, for existing bookings too. Refused, with the current values, when they differ from what the operator
 * saw.
 */
export async function setLeewayOf(
  tx: Queryable,
  { park, body, nowMs }: { readonly park: OperatedPark; readonly body: LeewayBody; readonly nowMs: number },
): Promise<Result<LeewaySet, Objection>> {
  const current = await lockParkLeeway(tx, park.id)
  const wanted = { arrivalMinutes: body.arrival_minutes, graceMinutes: body.grace_minutes }
  if (isSame(current, wanted)) return ok({ leeway: toWire(park, current), isChanged: false })
  const seen = { arrivalMinutes: body.seen.arrival_minutes, graceMinutes: body.seen.grace_minutes }
  if (!isSame(current, seen)) {
    const words = `Somebody has changed the times of ${park.code} meanwhile.`
    return err({ code: 'version_conflict', extra: { current: ownToWire(current) }, words })
  }
  await setParkLeewayIn(tx, { code: park.code, ...wanted, nowMs })
  return ok({ leeway: toWire(park, wanted), isChanged: true })
}
