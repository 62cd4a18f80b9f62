/** A park's day list on an attendant's phone: the provider's last signed list, with later deltas merged into it. */
import { err, ok, type Result } from '../lib/result.ts'
import type { BookingLeeway } from './booking.ts'
import type { Presence } from './check-in.ts'
import type { BookingCode, ParkId } from './ids.ts'
import { DAY_MS, type Instant } from './instant.ts'
import type { PassHours } from './monthly-pass.ts'
import type { NoSpaceProblem } from './no-space.ts'
import type { PaidOverstay } from './overstay.ts'
import { looksLike, normalisePlate } from './plate.ts'
import type { Tariff, Tax, VehicleTypeId } from './tariff-types.ts'

export interface DayListEntry {
  /** See `bookingTail`. */
  readonly booking: string
  readonly sequence: number
  readonly code: BookingCode
  /** Normalised and complete. */
  readonly plate: string
  readonly vehicleType: VehicleTypeId
  readonly start: Instant
  readonly end: Instant
  readonly state: Presence | 'cancelled'
  /** The last entry or exit known to the provider. */
  readonly since: Instant | null
  readonly tariffVersion: string
  /** The driver's latest report; absent if none. */
  readonly problem?: { readonly kind: NoSpaceProblem; readonly at: Instant }
  /** Payment for time after the end; absent if none. */
  readonly paid?: PaidOverstay
  /** Only for a monthly pass: valid within these hours on every day of its span; empty: at any time. */
  readonly hours?: PassHours
}

export interface Rate {
  readonly tariff: Tariff
  readonly taxes: readonly Tax[]
}

export interface DayListPark {
  readonly id: ParkId
  readonly code: string
  readonly name: string
  readonly timezone: string
  readonly capacity: number | null
  readonly leeway: BookingLeeway
}

interface DayListFacts {
  readonly park: DayListPark
  readonly issuedAt: Instant
  readonly cursor: string
  /** Number of cars inside at the time of issue. */
  readonly inside: number
  /** Rate in force at the time of issue. Null when the park has no tariff. */
  readonly rate: Rate | null
}

/** One answer of the provider, with its signature verified. */
export interface DayListPart extends DayListFacts {
  readonly kind: 'full' | 'delta'
  readonly base: string | null
  readonly entries: readonly DayListEntry[]
  readonly revoked: ReadonlyArray<{ readonly booking: string; readonly minSequence: number }>
  readonly earlierRates: readonly Rate[]
}

export interface DayList extends DayListFacts {
  readonly entries: ReadonlyMap<string, DayListEntry>
  /** By booking: the lowest valid pass sequence. */
  readonly revoked: ReadonlyMap<string, number>
  /** By tariff version. */
  readonly rates: ReadonlyMap<string, Rate>
}

/** `gap`: the delta does not continue the stored list; request a full one. */
export type DayListRefusal = 'older' | 'other_park' | 'gap'

/** How long after its end a booking stays in the list. Later, only its pass identifies the car, unless it is inside. */
const KEPT_AFTER_END_MS = DAY_MS

const ratesOf = (part: DayListPart): readonly (readonly [string, Rate])[] =>
  [...part.earlierRates, ...(part.rate === null ? [] : [part.rate])].map((rate) => [rate.tariff.version, rate])

function findRefusal(held: DayList | undefined, part: DayListPart): DayListRefusal | undefined {
  if (held !== undefined && held.park.id !== part.park.id) return 'other_park'
  if (held !== undefined && part.issuedAt < held.issuedAt) return 'older'
  return part.kind === 'delta' && part.base !== held?.cursor ? 'gap' : undefined
}

function mergeEntries(held: DayList['entries'], part: DayListPart): DayList['entries'] {
  const entries = new Map(held)
  for (const entry of part.entries) {
    const known = entries.get(entry.booking)
    if (known === undefined || known.sequence <= entry.sequence) entries.set(entry.booking, entry)
  }
  const forgottenBefore = part.issuedAt - KEPT_AFTER_END_MS
  return new Map([...entries].filter(([, { end, state }]) => state === 'inside' || end >= forgottenBefore))
}

function mergeRevoked(held: DayList['revoked'], part: DayListPart): DayList['revoked'] {
  const revoked = new Map(held)
  for (const { booking, minSequence } of part.revoked) {
    revoked.set(booking, Math.max(minSequence, revoked.get(booking) ?? 0))
  }
  return revoked
}

const NOTHING: Pick<DayList, 'entries' | 'revoked' | 'rates'> = {
  entries: new Map(),
  revoked: new Map(),
  rates: new Map(),
}

/**
 * Merges a part into the stored list. Returns the reason when the part is refused; the stored list then stays valid.
 */
export function mergeDayList(held: DayList | undefined, part: DayListPart): Result<DayList, DayListRefusal> {
  const refusal = findRefusal(held, part)
  if (refusal !== undefined) return err(refusal)
  const base = part.kind === 'delta' && held !== undefined ? held : NOTHING
  const { park, issuedAt, cursor, inside, rate } = part
  return ok({
    ...{ park, issuedAt, cursor, inside, rate },
    entries: mergeEntries(base.entries, part),
    revoked: mergeRevoked(base.revoked, part),
    rates: new Map([...base.rates, ...ratesOf(part)]),
  })
}

/** `code` has been parsed, so look-alike characters and the check character need no handling. */
export const findByCode = (list: DayList, code: BookingCode): DayListEntry | undefined =>
  [...list.entries.values()].find((entry) => entry.code === code)

/** A shorter text would match too many plates. */
export const MIN_PLATE_SEARCH = 2

/** State of a booking at the gate, in the order of search results. */
export const LIST_STANDINGS = ['inside', 'current', 'ended', 'cancelled'] as const
export type ListStanding = (typeof LIST_STANDINGS)[number]

/**
 * Returns the state from the list and this phone's log: `presence` combines both. A monthly pass returns after it has
 * left.
 */
export function standingOf({ state, end, hours }: DayListEntry, presence: Presence, now: Instant): ListStanding {
  if (state === 'cancelled') return 'cancelled'
  if (presence === 'inside') return 'inside'
  return (presence === 'left' && hours === undefined) || end <= now ? 'ended' : 'current'
}

export interface FoundEntry {
  readonly entry: DayListEntry
  readonly standing: ListStanding
}

/**
 * Finds cars by the end of their plate; plates that only look alike (O and 0, B and 8) follow. Cars inside come first,
 * then current and upcoming bookings with the next one first, then past ones with the latest first, and cancelled ones
 * last.
 */
export function findByPlateEnd(
  list: DayList,
  typed: string,
  standing: (entry: DayListEntry) => ListStanding,
): readonly FoundEntry[] {
  const wanted = normalisePlate(typed)
  if (wanted.length < MIN_PLATE_SEARCH) return []
  const isExact = ({ plate }: DayListEntry): boolean => plate.endsWith(wanted)
  const found = [...list.entries.values()]
    .filter((entry) => isExact(entry) || looksLike(entry.plate.slice(-wanted.length), wanted))
    .map((entry) => ({ entry, standing: standing(entry) }))
  const rank = (one: FoundEntry): number =>
    (isExact(one.entry) ? 0 : LIST_STANDINGS.length) + LIST_STANDINGS.indexOf(one.standing)
  const inTime = (a: FoundEntry, b: FoundEntry): number =>
    a.standing === 'ended' ? b.entry.end - a.entry.end : a.entry.start - b.entry.start
  return found.toSorted((a, b) => rank(a) - rank(b) || inTime(a, b) || a.entry.plate.localeCompare(b.entry.plate))
}

/** Lists drivers' reports about this park, newest first. */
export const listProblems = (list: DayList): ReadonlyArray<DayListEntry & Required<Pick<DayListEntry, 'problem'>>> =>
  [...list.entries.values()]
    .flatMap((entry) => (entry.problem === undefined ? [] : [{ ...entry, problem: entry.problem }]))
    .toSorted((a, b) => b.problem.at - a.problem.at)
