import { must } from '../lib/assert.ts'
import { HOUR_MS, toInstant, type Instant } from './instant.ts'
import type { Cap, EventFlat, RateWindow, Tariff } from './tariff-types.ts'
import { occurrencesWithin, type Occurrence } from './tariff-windows.ts'
import { atLocalMinute, localDayNumber, weekdayOf } from './zone.ts'

/** A period to be priced, after the free first minutes are removed. */
export interface MeteredStay {
  readonly tariff: Tariff
  readonly zone: string
  /** The entry, from which rolling caps run. */
  readonly entryMs: Instant
  readonly fromMs: Instant
  readonly toMs: Instant
}

export interface WindowOpening {
  readonly window: RateWindow
  readonly windowIndex: number
  readonly occurrence: Occurrence
}

/** A period within which window, event and cap periods do not change. Without an opening nothing is charged. */
export interface Piece {
  readonly fromMs: number
  readonly toMs: number
  readonly opening: WindowOpening | undefined
  readonly event: EventFlat | undefined
  /** For each cap of the tariff, the index of this piece's period; undefined where the cap does not apply. */
  readonly capPeriods: readonly (number | undefined)[]
}

/** Splits the stay at every boundary in the park's zone, in order. A stay of zero length has no pieces. */
export function splitStay(stay: MeteredStay): Piece[] {
  if (stay.fromMs >= stay.toMs) return []
  const openings = stay.tariff.windows.map((window, windowIndex) =>
    occurrencesWithin(window, stay, stay.zone).map((occurrence) => ({ window, windowIndex, occurrence })),
  )
  const cuts = [
    ...openings.flat().flatMap(({ occurrence }) => [occurrence.startMs, occurrence.endMs]),
    ...capCuts(stay),
    ...eventCuts(stay.tariff.events),
  ]
  const inside = cuts.filter((cut) => cut > stay.fromMs && cut < stay.toMs)
  const edges = [...new Set<number>([stay.fromMs, ...inside])].toSorted((a, b) => a - b)
  const cursors = openings.map(() => 0)
  return edges.map((fromMs, index) => ({
    fromMs,
    toMs: edges[index + 1] ?? stay.toMs,
    opening: openingAt(openings, cursors, fromMs),
    event: stay.tariff.events.find((event) => event.fromMs <= fromMs && fromMs < event.toMs),
    capPeriods: stay.tariff.caps.map((cap) => capPeriod(cap, stay, fromMs)),
  }))
}

/**
 * Returns the opening of the first window that covers an instant. Cursors only move forward, because pieces come in
 * order.
 */
function openingAt(
  openings: readonly (readonly WindowOpening[])[],
  cursors: number[],
  atMs: number,
): WindowOpening | undefined {
  for (let index = 0; index < openings.length; index += 1) {
    const ofWindow = must(openings[index], 'openings of a window')
    let cursor = must(cursors[index], 'cursor of a window')
    while (cursor < ofWindow.length && must(ofWindow[cursor], 'opening').occurrence.endMs <= atMs) cursor += 1
    cursors[index] = cursor
    const opening = ofWindow[cursor]
    if (opening !== undefined && opening.occurrence.startMs <= atMs) return opening
  }
  return undefined
}

const eventCuts = (events: readonly EventFlat[]): number[] => events.flatMap(({ fromMs, toMs }) => [fromMs, toMs])

function capCuts(stay: MeteredStay): number[] {
  const cuts: number[] = []
  for (const cap of stay.tariff.caps) {
    if (cap.kind === 'rolling') {
      for (let cut: number = stay.entryMs; cut < stay.toMs; cut += cap.hours * HOUR_MS) cuts.push(cut)
    } else {
      const lastDay = localDayNumber(stay.toMs, stay.zone)
      for (let day = localDayNumber(stay.fromMs, stay.zone); day <= lastDay; day += 1)
        cuts.push(atLocalMinute(day, cap.startsAtMinute, stay.zone))
    }
  }
  return cuts
}

/** Rolling: blocks from the entry. Day: the local day that most recently began at `startsAtMinute`. */
function capPeriod(cap: Cap, stay: MeteredStay, atMs: number): number | undefined {
  if (cap.kind === 'rolling') return Math.floor((atMs - stay.entryMs) / (cap.hours * HOUR_MS))
  // Starts one day ahead, for zones that repeat midnight.
  let day = localDayNumber(toInstant(atMs), stay.zone) + 1
  while (atLocalMinute(day, cap.startsAtMinute, stay.zone) > atMs) day -= 1
  return cap.days === undefined || cap.days.includes(weekdayOf(day)) ? day : undefined
}
