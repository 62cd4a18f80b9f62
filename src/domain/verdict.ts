/**
 * The verdict for a scanned pass, a typed code, or a car found by its plate. Uses neither network nor its own clock.
 * Order of checks: format, version, signature, park, window with grace, revocation or newer sequence, gate log.
 */
import { unreachable } from '../lib/assert.ts'
import type { Result } from '../lib/result.ts'
import { parseBookingCode, type CodeError } from './code.ts'
import { findByCode, type DayListEntry } from './day-list.ts'
import { findEarlierStays, othersOf, sumOverstay } from './earlier-stays.ts'
import {
  believedNow,
  type Car,
  type Claim,
  atOpening,
  claimOfEntry,
  findWhereabouts,
  type Gate,
  overstayAt,
  spansOf,
  toCar,
} from './gate-car.ts'
import type { ParkId } from './ids.ts'
import { DAY_MS, MINUTE_MS, type Instant } from './instant.ts'
import type { Opening } from './monthly-pass.ts'
import { type Overstay, overUntil } from './overstay.ts'
import { verifyPass, type PassPayload } from './pass.ts'

export type VerdictNote =
  /** The pass is older than the booking; the newer state is shown. */
  | 'older_pass'
  | 'cancelled'
  /** The phone's clock and the list's time differ so much that early and expired may both be wrong. */
  | 'clock_doubt'
  /** Leaving, but no entry was recorded. */
  | 'not_inside'
  /**
   * Leaving on a later booking than the one it came in on, which is unpaid: the verdict concerns the earlier booking.
   */
  | 'came_earlier'
  /** Leaving without a recorded entry, and an earlier booking of its plate ended without an exit. */
  | 'earlier_stay'
  /** A monthly pass limited to hours that this phone's list does not have. */
  | 'hours_unknown'

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
  /** `text`: not one of our passes; `damaged`: begins like one; `code`: a well-formed code that is not on the list. */
  | { readonly kind: 'unknown'; readonly reason: 'text' | 'damaged' | 'code' }

/** Longer than any list takes to arrive. */
const CLOCK_OFF_MS = 5 * MINUTE_MS

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
  isLimited: pass.isLimited,
})

/** A sequence that the list does not have yet is newer than any cancellation in it. */
function isCancelled(claim: Claim, entry: DayListEntry | undefined, { list }: Gate): boolean {
  const isListed = entry !== undefined && entry.sequence >= claim.sequence
  if (isListed && entry.state === 'cancelled') return true
  return (isListed ? entry.sequence : claim.sequence) < (list?.revoked.get(claim.booking) ?? 0)
}

/** Like `findOverstay`, for one booking or one opening of a pass. */
function overstayOf(car: Car, others: readonly Opening[], gate: Gate): Overstay | undefined {
  const now = believedNow(gate)
  const at = overUntil(car.end, others, now)
  if (at < car.until) return undefined
  const overstay = overstayAt(car, at, gate)
  return at < now && gate.direction === 'out' && overstay.dueMinor === 0 ? undefined : overstay
}

/**
 * Returns the unpaid overstay; undefined while the car is paid for. Time before a later booking of the car stays owed
 * until it is paid; time after that belongs to the later booking. The same applies between the openings of a pass.
 */
function findOverstay(car: Car, gate: Gate): Overstay | undefined {
  const others = othersOf(car, gate).flatMap((entry) => spansOf(entry, gate))
  const { later = [] } = car.pass ?? {}
  const begun = gate.direction === 'out' ? later.filter(({ start }) => start <= believedNow(gate)) : []
  const all = [car, ...begun.map((opening) => atOpening(car, opening, gate))].flatMap(
    (one) => overstayOf(one, [...others, ...later], gate) ?? [],
  )
  return all.length > 1 ? sumOverstay(all) : all[0]
}

/** Returns the overstay of a car that is known to have left: it owes nothing for the time since, nor within its grace. */
function untilLeft(
  overstay: Overstay,
  { car, since }: { readonly car: Car; readonly since: Instant },
  gate: Gate,
): Overstay {
  const owed = since < car.until ? { quote: null, dueMinor: null } : overstayAt(car, since, gate)
  return { ...owed, minutes: overstay.minutes }
}

/**
 * Handles a car that leaves on this booking without a recorded entry. Returns `about` when nothing is known to be owed
 * for an earlier one.
 */
function judgeEarlier(about: AboutCar, gate: Gate): Verdict | AboutCar {
  const { car, notes } = about
  const { owed, isDoubtful } = findEarlierStays(car, notes.includes('cancelled'), gate)
  const [first] = owed
  if (first === undefined) return isDoubtful ? { car, notes: [...notes, 'earlier_stay'] } : about
  const own = findOverstay(car, gate)
  const all = owed.map(({ overstay }) => overstay)
  return {
    kind: 'expired',
    car: first.car,
    notes: [...notes.filter((note) => note !== 'not_inside'), 'came_earlier'],
    overstay: sumOverstay(own === undefined ? all : [...all, own]),
  }
}

const notesOf = (holds: Readonly<Partial<Record<VerdictNote, boolean>>>): readonly VerdictNote[] =>
  (Object.keys(holds) as VerdictNote[]).filter((note) => holds[note])

/**
 * The higher sequence is the current state: a signed extension beats an older list, a newer list beats an older pass.
 */
function judgeClaim(claimed: Claim, gate: Gate): Verdict {
  const entry = gate.list?.entries.get(claimed.booking)
  const isListed = entry !== undefined && entry.sequence >= claimed.sequence
  const car = toCar(isListed ? claimOfEntry(entry) : { ...claimed, hours: entry?.hours }, gate)
  const whereabouts = findWhereabouts(entry, gate.logOf(car.booking), gate)
  const cancelled = isCancelled(claimed, entry, gate)
  const isLeaving = gate.direction === 'out'
  const isUnseen = isLeaving && whereabouts.presence !== 'inside'
  const notes = notesOf({
    older_pass: isListed && entry.sequence > claimed.sequence,
    cancelled,
    hours_unknown: claimed.isLimited === true && entry === undefined,
    clock_doubt: isClockDoubtful(gate),
    not_inside: isUnseen,
  })
  const about = isUnseen ? judgeEarlier({ car, notes }, gate) : { car, notes }
  if ('kind' in about) return about
  if (!isLeaving && believedNow(gate) < car.from) return { ...about, kind: 'early' }
  const overstay = findOverstay(car, gate)
  if (overstay !== undefined) {
    const { presence, since } = whereabouts
    const hasLeft = presence === 'left' && since !== null && car.pass === undefined
    return { ...about, kind: 'expired', overstay: hasLeft ? untilLeft(overstay, { car, since }, gate) : overstay }
  }
  if (cancelled) return { ...about, kind: 'cancelled' }
  if (!isLeaving && whereabouts.presence === 'inside')
    return { ...about, kind: 'already_inside', since: whereabouts.since }
  return { ...about, kind: isListed ? 'valid' : 'valid_by_signature' }
}

/** Judges a scanned text, which must be unmodified. */
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

/** Judges a car chosen from the list by its plate. */
export const judgeEntry = (entry: DayListEntry, gate: Gate): Verdict => judgeClaim(claimOfEntry(entry), gate)

/** Judges a typed code by the list only. A mistyped code returns an error, not a verdict, so that it is typed again. */
export function judgeCode(typed: string, gate: Gate): Result<Verdict, CodeError> {
  const code = parseBookingCode(typed)
  if (!code.ok) return code
  const entry = gate.list === undefined ? undefined : findByCode(gate.list, code.value)
  return { ok: true, value: entry === undefined ? { kind: 'unknown', reason: 'code' } : judgeEntry(entry, gate) }
}
