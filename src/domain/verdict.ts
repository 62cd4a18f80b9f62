/**
 * What an attendant sees for a scanned pass, a typed code, or a car found by its plate. No network, no clock of its own.
 * Order: form, version, signature, park, window with grace, revocation or newer sequence, the log at the gate.
 */
import { unreachable } from '../lib/assert.ts'
import type { Result } from '../lib/result.ts'
import { DEFAULT_LEEWAY } from './booking.ts'
import { summariseGate, type Direction, type GateEvent, type Presence } from './check-in.ts'
import { parseBookingCode, type CodeError } from './code.ts'
import { findByCode, type DayList, type DayListEntry } from './day-list.ts'
import type { BookingCode, ParkId } from './ids.ts'
import { DAY_MS, MINUTE_MS, toInstant, type Instant } from './instant.ts'
import { findOverstay, leaveByOf, type Overstay, type PaidOverstay } from './overstay.ts'
import { verifyPass, type PassKeyring, type PassPayload } from './pass.ts'
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

export type VerdictNote =
  /** The pass shown is older than the booking: what is shown here is the booking's newer state. */
  | 'older_pass'
  | 'cancelled'
  /** The phone's clock and the list's differ so much that early and expired may both be wrong. */
  | 'clock_doubt'
  /** Leaves, and nobody let it in. */
  | 'not_inside'

interface AboutCar {
  readonly car: Car
  readonly notes: readonly VerdictNote[]
}

export type Verdict =
  | (AboutCar & { readonly kind: 'valid' | 'valid_by_signature' | 'early' | 'cancelled' })
  | (AboutCar & { readonly kind: 'expired'; readonly overstay: Overstay })
  | (AboutCar & { readonly kind: 'already_inside'; readonly since: Instant | null })
  | { readonly kind: 'wrong_park'; readonly parkId: ParkId }
  | { readonly kind: 'update_needed'; readonly reason: 'version' | 'key' }
  | { readonly kind: 'forged' }
  /** `text`: no pass of ours; `damaged`: the beginning of one; `code`: a well-formed code that is not on the list. */
  | { readonly kind: 'unknown'; readonly reason: 'text' | 'damaged' | 'code' }

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

type Claim = Omit<Car, 'from' | 'until'>

/** More than any list is on its way. */
const CLOCK_OFF_MS = 5 * MINUTE_MS

/** The list was issued by the provider's clock, so now is not before it. */
export const believedNow = ({ list, now }: Gate): Instant =>
  list !== undefined && list.issuedAt > now ? list.issuedAt : now

function isClockDoubtful({ list, now, clockAheadMs = 0 }: Gate): boolean {
  if (list === undefined) return false
  return clockAheadMs > CLOCK_OFF_MS || now < list.issuedAt - CLOCK_OFF_MS || now > list.issuedAt + DAY_MS
}

const claimOfPass = (pass: PassPayload): Claim => ({
  booking: pass.bookingTail,
  sequence: pass.sequence,
  code: pass.code,
  plate: pass.plate,
  plateCut: pass.plateCut,
  vehicleType: pass.vehicleType,
  start: pass.start,
  end: pass.end,
})

const claimOfEntry = ({ booking, sequence, code, plate, vehicleType, start, end, paid }: DayListEntry): Claim => ({
  ...{ booking, sequence, code, plate, vehicleType, start, end, paid },
  plateCut: false,
})

function toCar(claim: Claim, { list }: Gate): Car {
  const { arrivalMinutes, graceMinutes } = list?.park.leeway ?? DEFAULT_LEEWAY
  return {
    ...claim,
    from: toInstant(claim.start - arrivalMinutes * MINUTE_MS),
    until: leaveByOf(claim.end, { paid: claim.paid, graceMinutes }),
  }
}

/** A sequence that the list does not know yet is newer than any cancellation in it. */
function isCancelled(claim: Claim, entry: DayListEntry | undefined, { list }: Gate): boolean {
  const isListed = entry !== undefined && entry.sequence >= claim.sequence
  if (isListed && entry.state === 'cancelled') return true
  return (isListed ? entry.sequence : claim.sequence) < (list?.revoked.get(claim.booking) ?? 0)
}

interface Whereabouts {
  readonly presence: Presence
  readonly since: Instant | null
}

/** This phone's log where the list cannot know of it yet, else what the list says. */
function findWhereabouts(entry: DayListEntry | undefined, log: readonly LoggedEvent[], { list }: Gate): Whereabouts {
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

function overstayOf(car: Car, entry: DayListEntry | undefined, gate: Gate): Overstay {
  const { list } = gate
  const rate = (entry === undefined ? undefined : list?.rates.get(entry.tariffVersion)) ?? list?.rate ?? undefined
  const zone = list?.park.timezone ?? 'UTC'
  return findOverstay({
    start: car.start,
    end: car.end,
    now: believedNow(gate),
    zone,
    vehicleType: car.vehicleType,
    rate,
    paid: car.paid,
  })
}

/** Of the two the one with the higher sequence is the booking: a signed extension beats an older list, a newer list an older pass. */
function judgeClaim(claimed: Claim, gate: Gate): Verdict {
  const entry = gate.list?.entries.get(claimed.booking)
  const isListed = entry !== undefined && entry.sequence >= claimed.sequence
  const car = toCar(isListed ? claimOfEntry(entry) : claimed, gate)
  const whereabouts = findWhereabouts(entry, gate.logOf(car.booking), gate)
  const cancelled = isCancelled(claimed, entry, gate)
  const isLeaving = gate.direction === 'out'
  const notes: readonly VerdictNote[] = [
    ...(isListed && entry.sequence > claimed.sequence ? (['older_pass'] as const) : []),
    ...(cancelled ? (['cancelled'] as const) : []),
    ...(isClockDoubtful(gate) ? (['clock_doubt'] as const) : []),
    ...(isLeaving && whereabouts.presence !== 'inside' ? (['not_inside'] as const) : []),
  ]
  const about = { car, notes }
  const now = believedNow(gate)
  if (!isLeaving && now < car.from) return { ...about, kind: 'early' }
  if (now >= car.until) return { ...about, kind: 'expired', overstay: overstayOf(car, entry, gate) }
  if (cancelled) return { ...about, kind: 'cancelled' }
  if (!isLeaving && whereabouts.presence === 'inside')
    return { ...about, kind: 'already_inside', since: whereabouts.since }
  return { ...about, kind: isListed ? 'valid' : 'valid_by_signature' }
}

/** A scanned text, exactly as the scanner gave it. */
export async function judgeScan(text: string, gate: Gate): Promise<Verdict> {
  const check = await verifyPass(text, gate.keys)
  switch (check.kind) {
    case 'malformed':
      return { kind: 'unknown', reason: text.startsWith('P1:') ? 'damaged' : 'text' }
    case 'update_needed':
    case 'forged':
      return check
    case 'valid':
      return check.payload.parkId === gate.parkId
        ? judgeClaim(claimOfPass(check.payload), gate)
        : { kind: 'wrong_park', parkId: check.payload.parkId }
    default:
      return unreachable(check)
  }
}

/** A car picked from the list, by its plate. */
export const judgeEntry = (entry: DayListEntry, gate: Gate): Verdict => judgeClaim(claimOfEntry(entry), gate)

/** A typed code counts only against the list. A mistyped one is no verdict: it is typed again. */
export function judgeCode(typed: string, gate: Gate): Result<Verdict, CodeError> {
  const code = parseBookingCode(typed)
  if (!code.ok) return code
  const entry = gate.list === undefined ? undefined : findByCode(gate.list, code.value)
  return { ok: true, value: entry === undefined ? { kind: 'unknown', reason: 'code' } : judgeEntry(entry, gate) }
}
