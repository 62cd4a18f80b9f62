import type { CheckIn } from '../domain/gate-log.ts'
import { toRfc3339 } from '../domain/instant.ts'
import type { CheckInItem } from './attendant.ts'

/** Maps an entry or exit to the provider's format. */
export const checkInToWire = (checkIn: CheckIn): CheckInItem => ({
  nonce: checkIn.nonce,
  park: checkIn.parkCode,
  ...(checkIn.booking === null ? {} : { booking: checkIn.booking }),
  ...(checkIn.code === null ? {} : { code: checkIn.code }),
  ...(checkIn.plate === null ? {} : { plate: checkIn.plate }),
  ...(checkIn.sequence === null ? {} : { sequence: checkIn.sequence }),
  direction: checkIn.direction,
  at: toRfc3339(checkIn.at),
  ...(checkIn.clockAheadMs === undefined ? {} : { clock_ahead_ms: checkIn.clockAheadMs }),
  list_issued_at: checkIn.listIssuedAt === null ? null : toRfc3339(checkIn.listIssuedAt),
  verdict: checkIn.verdict,
  method: checkIn.method,
  override_reason: checkIn.overrideReason,
})
