import { type Instant, MINUTE_MS, toInstant } from '../domain/instant.ts'
import type { PriceAt } from '../domain/next-step.ts'
import { offsetAt } from '../domain/zone.ts'

/** A block is half an hour, on the clock of the car park. */
export const BLOCK_MS = 30 * MINUTE_MS
/** At the usual size of text. */
export const BLOCK_PX = 46
/** The scale grows with the text. */
export const textScale = (): number => Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16

/** More than half of the widest sheet. */
const AROUND = 9

export interface RulerBlock {
  readonly startMs: number
  readonly endMs: number
  /** What a stay until its end costs; null: no such stay. */
  readonly totalMinor: number | null
}

export interface RulerRange {
  readonly from: Instant
  readonly until: Instant
  readonly longest: Instant
  readonly zone: string
  readonly priceAt: PriceAt
}

/** The blocks around the chosen end, from the start on, and each local full or half hour. */
export function rulerBlocks({ from, until, longest, zone, priceAt }: RulerRange): readonly RulerBlock[] {
  // Half hours of the clock, also where it is 45 minutes off or changes in between.
  const offset = offsetAt(until, zone)
  const middle = Math.floor((until + offset) / BLOCK_MS) * BLOCK_MS - offset
  return Array.from({ length: 2 * AROUND }, (_, index) => middle + (index - AROUND) * BLOCK_MS).flatMap((start) => {
    const startMs = Math.max(start, from)
    const endMs = Math.min(start + BLOCK_MS, longest)
    if (startMs >= endMs) return []
    return [{ startMs, endMs, totalMinor: priceAt(toInstant(endMs)) }]
  })
}
