import type { Direction } from '../../domain/check-in.ts'
import { movesOf } from '../../domain/gate-log.ts'
import { toParkId } from '../../domain/ids.ts'
import { HOUR_MS, type Instant } from '../../domain/instant.ts'
import type { PassKeyring } from '../../domain/pass.ts'
import type { Gate } from '../../domain/gate-car.ts'
import { must } from '../../lib/assert.ts'
import type { AttendantPark, CheckInRow, GateState } from '../../queries/use-gate.ts'

export const parkOf = ({ device }: GateState): AttendantPark =>
  must(
    device.parks.find(({ code }) => code === device.parkCode),
    'the park of a paired phone',
  )

/** Age from which the attendant is warned that the list is old. */
export const OLD_LIST_MS = HOUR_MS

/** Returns the decisions made at the selected car park. */
export const logOf = ({ device, log }: GateState): readonly CheckInRow[] =>
  log.filter(({ parkCode }) => parkCode === device.parkCode)

interface Moment {
  readonly direction: Direction
  readonly now: Instant
  /** Not used for typed codes and plates: those are checked against the list alone, which is signed as a whole. */
  readonly keys: PassKeyring
}

/** Returns the gate's state at the given moment. */
export function toGate(state: GateState, { direction, now, keys }: Moment): Gate {
  const { saved } = state
  const list = saved?.list
  const log = logOf(state)
  return {
    parkId: toParkId(parkOf(state).id),
    list,
    ...(saved === undefined ? {} : { clockAheadMs: saved.savedAt - saved.list.issuedAt }),
    keys,
    direction,
    now,
    logOf: (booking) => movesOf(log, booking, list),
  }
}
