/**
 * Amounts owed by a car that came in on one booking and leaves on a later one: a new booking does not cover time before
 * its start.
 */
import { SEEN_INSIDE_MS } from './booking.ts'
import type { Presence } from './check-in.ts'
import type { DayListEntry } from './day-list.ts'
import {
  believedNow,
  type Car,
  claimOfEntry,
  findWhereabouts,
  type Gate,
  overstayAt,
  spansOf,
  toCar,
} from './gate-car.ts'
import type { Instant } from './instant.ts'
import { type Overstay, overUntil } from './overstay.ts'

type Plated = Pick<Car, 'booking' | 'plate' | 'plateCut'>

const isSamePlate = (entry: DayListEntry, { plate, plateCut }: Plated): boolean =>
  plate !== '' && (plateCut ? entry.plate.slice(0, plate.length) : entry.plate) === plate

/** Returns the plate's other bookings on the list, including those of other drivers, in order of time. */
export const othersOf = (car: Plated, { list }: Gate): readonly DayListEntry[] =>
  [...(list?.entries.values() ?? [])]
    .filter((entry) => entry.booking !== car.booking && entry.state !== 'cancelled' && isSamePlate(entry, car))
    .toSorted((a, b) => a.start - b.start)

/** A booking whose car overstayed its grace, until the next booking began or until now. */
export interface StayedOver {
  readonly car: Car
  readonly presence: Presence
  readonly overstay: Overstay
}

interface Listed {
  readonly entry: DayListEntry
  readonly car: Car
}

interface Span {
  readonly start: Instant
  readonly end: Instant
}

function findStayedOver({ entry, car }: Listed, others: readonly Span[], gate: Gate): StayedOver | undefined {
  const at = overUntil(car.end, others, believedNow(gate))
  const { presence } = findWhereabouts(entry, gate.logOf(entry.booking), gate)
  // An exit forgotten yesterday is no evidence for today.
  if (presence === 'left' || at < car.until || at >= car.until + SEEN_INSIDE_MS) return undefined
  const overstay = overstayAt(car, at, gate)
  return overstay.dueMinor === 0 ? undefined : { car, presence, overstay }
}

export interface EarlierStays {
  /** Unpaid overstays, beginning with the booking on which the car came in. */
  readonly owed: readonly StayedOver[]
  /** No entry was recorded, and an earlier booking of the plate ended without an exit. */
  readonly isDoubtful: boolean
}

/** `isCancelled`: the booking on which the car leaves is cancelled, so it pays for nothing. */
export function findEarlierStays(car: Car, isCancelled: boolean, gate: Gate): EarlierStays {
  const others = othersOf(car, gate).map((entry) => ({ entry, car: toCar(claimOfEntry(entry), gate) }))
  const found = others
    .filter((other) => other.car.end < car.end)
    .flatMap((other) => {
      const rest: readonly Span[] = others
        .filter((one) => one !== other)
        .flatMap(({ entry }) => spansOf(entry, gate))
        .concat(other.car.pass?.later ?? [])
      return findStayedOver(other, isCancelled ? rest : [...rest, car], gate) ?? []
    })
  const from = found.findIndex(({ presence }) => presence === 'inside')
  return { owed: from === -1 ? [] : found.slice(from), isDoubtful: from === -1 && found.length > 0 }
}

/** Sums the overstays of one car over several bookings. */
export const sumOverstay = (all: readonly Overstay[]): Overstay => ({
  minutes: all.reduce((sum, { minutes }) => sum + minutes, 0),
  quote: all.at(-1)?.quote ?? null,
  dueMinor: all.reduce<number | null>(
    (sum, { dueMinor }) => (sum === null || dueMinor === null ? null : sum + dueMinor),
    0,
  ),
})
