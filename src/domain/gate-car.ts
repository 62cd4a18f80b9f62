/** A booking as known to an attendant's phone: from the pass, the day list and the phone's own log. */
import { DEFAULT_LEEWAY, SEEN_INSIDE_MS } from './booking.ts'
import { summariseGate, type Direction, type GateEvent, type Presence } from './check-in.ts'
import { type DayList, type DayListEntry, type ListStanding, standingOf } from './day-list.ts'
import type { BookingCode, ParkId } from './ids.ts'
import { MINUTE_MS, toInstant, type Instant } from './instant.ts'
import { type Opening, openingsOf, type PassHours } from './monthly-pass.ts'
import { findOverstay, leaveByOf, type Overstay, type PaidOverstay } from './overstay.ts'
import type { PassKeyring } from './pass.ts'
import type { VehicleTypeId } from './tariff-types.ts'
import { localDayNumber } from './zone.ts'

/** The known facts of a booking: "does the plate read ABC-123DE?" */
export interface Car {
  readonly booking: string
  readonly sequence: number
  readonly code: BookingCode
  readonly plate: string
  /** The plate in the pass is truncated. */
  readonly plateCut: boolean
  readonly vehicleType: VehicleTypeId
  readonly start: Instant
  readonly end: Instant
  /**
   * Payment for time after the end, as far as the list knows; a pass signed after the payment includes it in its end.
   */
  readonly paid?: PaidOverstay | undefined
  /** Only for a monthly pass on a list: its hours, and the openings after the one from `start` to `end`. */
  readonly pass?: { readonly hours: PassHours; readonly later: readonly Opening[] } | undefined
  /** Earliest entry and latest exit. */
  readonly from: Instant
  readonly until: Instant
}

/** Recorded on this phone. `isSent`: the provider has it, so later lists include it. */
export interface LoggedEvent extends GateEvent {
  readonly isSent: boolean
}

export interface Gate {
  readonly parkId: ParkId
  /** Undefined until a list is downloaded: then only signatures can be checked. */
  readonly list: DayList | undefined
  /** How far the phone's clock was ahead of the provider's when the list arrived. */
  readonly clockAheadMs?: number
  readonly keys: PassKeyring
  readonly direction: Direction
  readonly now: Instant
  readonly logOf: (booking: string) => readonly LoggedEvent[]
}

/** `hours`: of a monthly pass, from the list, since a pass does not contain them. */
export type Claim = Omit<Car, 'from' | 'until' | 'pass'> & {
  readonly hours?: PassHours | undefined
  /** The pass states that it is limited to hours. */
  readonly isLimited?: true | undefined
}

/** The list has the provider's issue time, so the current time cannot be earlier. */
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
  hours,
}: DayListEntry): Claim => ({
  ...{ booking, sequence, code, plate, vehicleType, start, end, paid, hours },
  plateCut: false,
})

/** Returns the car with the times of one opening of its pass, so that an opening is treated like a booking. */
export function atOpening(car: Omit<Car, 'from' | 'until'>, { start, end }: Opening, { list }: Gate): Car {
  const { arrivalMinutes, graceMinutes } = list?.park.leeway ?? DEFAULT_LEEWAY
  return {
    ...{ ...car, start, end },
    from: toInstant(start - arrivalMinutes * MINUTE_MS),
    until: leaveByOf(end, { paid: car.paid, graceMinutes }),
  }
}

/** Returns when a car occupies a space: for a monthly pass, each of its openings. */
export const spansOf = (claim: Pick<Claim, 'start' | 'end' | 'hours'>, { list }: Gate): readonly Opening[] =>
  claim.hours === undefined || list === undefined
    ? [claim]
    : openingsOf(claim.hours, localDayNumber(claim.start, list.park.timezone), list.park.timezone)

/**
 * Returns the index of the opening that a verdict concerns. On entry: the current one, else the next. On exit: the one
 * in which the car came in or, without a recorded entry, the one that began last unless it ended long ago.
 */
function openingOf(openings: readonly Opening[], entry: DayListEntry | undefined, { claim, gate }: Asked): number {
  const { arrivalMinutes, graceMinutes } = gate.list?.park.leeway ?? DEFAULT_LEEWAY
  const firstNotOver = (at: number): number => openings.findIndex(({ end }) => at < end + graceMinutes * MINUTE_MS)
  const now = believedNow(gate)
  const { presence, since } = findWhereabouts(entry, gate.logOf(claim.booking), gate)
  const begun = openings.filter(({ start }) => now >= start - arrivalMinutes * MINUTE_MS).length - 1
  const isLate = begun !== -1 && now < (openings[begun]?.end ?? 0) + SEEN_INSIDE_MS
  const isUnseen = gate.direction === 'out' && presence !== 'inside'
  if (isUnseen && isLate) return begun
  const found = firstNotOver(gate.direction === 'out' && presence === 'inside' && since !== null ? since : now)
  return found === -1 ? openings.length - 1 : found
}

interface Asked {
  readonly claim: Claim
  readonly gate: Gate
}

export function toCar({ hours, isLimited: _isLimited, ...claim }: Claim, gate: Gate): Car {
  if (hours === undefined || gate.list === undefined) return atOpening(claim, claim, gate)
  const openings = spansOf({ ...claim, hours }, gate)
  const index = openingOf(openings, gate.list.entries.get(claim.booking), { claim, gate })
  return atOpening({ ...claim, pass: { hours, later: openings.slice(index + 1) } }, openings[index] ?? claim, gate)
}

export interface Whereabouts {
  readonly presence: Presence
  readonly since: Instant | null
}

/** Returns the list's state, updated by this phone's log if it has events that the list cannot include yet. */
export function findWhereabouts(
  entry: DayListEntry | undefined,
  log: readonly LoggedEvent[],
  { list }: Gate,
): Whereabouts {
  const isAhead = log.some(({ isSent }) => !isSent || list === undefined)
  const isListed = entry !== undefined && entry.state !== 'cancelled'
  if (isListed && !isAhead) return { presence: entry.state, since: entry.since }
  const listed: readonly GateEvent[] =
    isListed && entry.since !== null && entry.state !== 'expected'
      ? [{ direction: entry.state === 'inside' ? 'in' : 'out', at: entry.since }]
      : []
  const events = [...listed, ...log].toSorted((a, b) => a.at - b.at)
  return { presence: summariseGate(events).presence, since: events.at(-1)?.at ?? null }
}

/** Returns the state of a listed booking from the list and this phone's log. */
export const findStanding = (entry: DayListEntry, gate: Gate): ListStanding =>
  standingOf(entry, findWhereabouts(entry, gate.logOf(entry.booking), gate).presence, believedNow(gate))

/** Returns the price of staying until `at`, as far as the booking's tariff is known. */
export function overstayAt(car: Car, at: Instant, { list }: Gate): Overstay {
  const entry = list?.entries.get(car.booking)
  const rate = (entry === undefined ? undefined : list?.rates.get(entry.tariffVersion)) ?? list?.rate ?? undefined
  const zone = list?.park.timezone ?? 'UTC'
  const { start, end, vehicleType, paid } = car
  return findOverstay({ start, end, now: at, zone, vehicleType, rate, paid })
}
