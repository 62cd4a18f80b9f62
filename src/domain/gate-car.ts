/** A booking as an attendant's phone knows it: from the pass, from the list and from what was recorded here. */
import { DEFAULT_LEEWAY } from './booking.ts'
import { summariseGate, type Direction, type GateEvent, type Presence } from './check-in.ts'
import { type DayList, type DayListEntry, type ListStanding, standingOf } from './day-list.ts'
import type { BookingCode, ParkId } from './ids.ts'
import { MINUTE_MS, toInstant, type Instant } from './instant.ts'
import { findOverstay, leaveByOf, type Overstay, type PaidOverstay } from './overstay.ts'
import type { PassKeyring } from './pass.ts'
import type { VehicleTypeId } from './tariff-types.ts'

/** The booking as far as it is known here: "does the plate read ABC-123DE?" */
export interface Car {
  readonly booking: string
  readonly sequence: number
  readonly code: BookingCode
  readonly plate: string
  /** The plate is longer than the pass says. */
  readonly plateCut: boolean
  readonly vehicleType: VehicleTypeId
  readonly start: Instant
  readonly end: Instant
  /** Paid for the time after the end, as far as the list knows; a pass that was signed for it has its end there. */
  readonly paid?: PaidOverstay | undefined
  /** When the car may come, and until when it may still leave. */
  readonly from: Instant
  readonly until: Instant
}

/** Recorded on this phone. `isSent`: the provider has it, so a list issued later counts it. */
export interface LoggedEvent extends GateEvent {
  readonly isSent: boolean
}

export interface Gate {
  readonly parkId: ParkId
  /** Undefined until one was downloaded: then only signatures speak. */
  readonly list: DayList | undefined
  /** By how much the phone's clock was ahead of the provider's when the list came. */
  readonly clockAheadMs?: number
  readonly keys: PassKeyring
  readonly direction: Direction
  readonly now: Instant
  readonly logOf: (booking: string) => readonly LoggedEvent[]
}

export type Claim = Omit<Car, 'from' | 'until'>

/** The list was issued by the provider's clock, so now is not before it. */
export const believedNow = ({ list, now }: Gate): Instant =>
  list !== undefined && list.issuedAt > now ? list.issuedAt : now

export const claimOfEntry = ({
  booking,
  sequence,
  code,
  plate,
  vehicleType,
  start,
  end,
  paid,
}: DayListEntry): Claim => ({
  ...{ booking, sequence, code, plate, vehicleType, start, end, paid },
  plateCut: false,
})

export function toCar(claim: Claim, { list }: Gate): Car {
  const { arrivalMinutes, graceMinutes } = list?.park.leeway ?? DEFAULT_LEEWAY
  return {
    ...claim,
    from: toInstant(claim.start - arrivalMinutes * MINUTE_MS),
    until: leaveByOf(claim.end, { paid: claim.paid, graceMinutes }),
  }
}

export interface Whereabouts {
  readonly presence: Presence
  readonly since: Instant | null
}

/** This phone's log where the list cannot know of it yet, else what the list says. */
export function findWhereabouts(
  entry: DayListEntry | undefined,
  log: readonly LoggedEvent[],
  { list }: Gate,
): Whereabouts {
  const isAhead = log.some(({ at, isSent }) => !isSent || list === undefined || at > list.issuedAt)
  const isListed = entry !== undefined && entry.state !== 'cancelled'
  if (isListed && !isAhead) return { presence: entry.state, since: entry.since }
  const listed: readonly GateEvent[] =
    isListed && entry.since !== null && entry.state !== 'expected'
      ? [{ direction: entry.state === 'inside' ? 'in' : 'out', at: entry.since }]
      : []
  const events = [...listed, ...log].toSorted((a, b) => a.at - b.at)
  return { presence: summariseGate(events).presence, since: events.at(-1)?.at ?? null }
}

/** Where a booking of the list is in its life, by the list and by what this phone recorded. */
export const findStanding = (entry: DayListEntry, gate: Gate): ListStanding =>
  standingOf(entry, findWhereabouts(entry, gate.logOf(entry.booking), gate).presence, believedNow(gate))

/** What staying over until `at` costs, by what is known of the booking's tariff. */
export function overstayAt(car: Car, at: Instant, { list }: Gate): Overstay {
  const entry = list?.entries.get(car.booking)
  const rate = (entry === undefined ? undefined : list?.rates.get(entry.tariffVersion)) ?? list?.rate ?? undefined
  const zone = list?.park.timezone ?? 'UTC'
  const { start, end, vehicleType, paid } = car
  return findOverstay({ start, end, now: at, zone, vehicleType, rate, paid })
}
