/** What a car owes that came in by one booking and leaves by a later one: a new booking pays for nothing that was before it. */
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

/** The other bookings of a plate on the list, those of other drivers too, in order of time. */
export const othersOf = (car: Plated, { list }: Gate): readonly DayListEntry[] =>
  [...(list?.entries.values() ?? [])]
    .filter((entry) => entry.booking !== car.booking && entry.state !== 'cancelled' && isSamePlate(entry, car))
    .toSorted((a, b) => a.start - b.start)

/** A booking whose car stayed longer than its grace, until the next one began or until now. */
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
  // A forgotten exit of yesterday says nothing about today.
  if (presence === 'left' || at < car.until || at >= car.until + SEEN_INSIDE_MS) return undefined
  const overstay = overstayAt(car, at, gate)
  return overstay.dueMinor === 0 ? undefined : { car, presence, overstay }
}

export interface EarlierStays {
  /** Unpaid, from the one on by which the car came in. */
  readonly owed: readonly StayedOver[]
  /** Nobody saw it come in, and an earlier booking of its plate ended without an exit. */
  readonly isDoubtful: boolean
}

/** `isCancelled`: the booking that the car leaves by pays for nothing. */
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

/** Of one car over several bookings. */
export const sumOverstay = (all: readonly Overstay[]): Overstay => ({
  minutes: all.reduce((sum, { minutes }) => sum + minutes, 0),
  quote: all.at(-1)?.quote ?? null,
  dueMinor: all.reduce<number | null>(
    (sum, { dueMinor }) => (sum === null || dueMinor === null ? null : sum + dueMinor),
    0,
  ),
})
