import { type Instant, MINUTE_MS, toInstant } from '../domain/instant.ts'
import type { PriceAt } from '../domain/next-step.ts'
import { offsetAt } from '../domain/zone.ts'

/** A block is half an hour on the car park's clock. */
export const BLOCK_MS = 30 * MINUTE_MS
/** At the default text size. */
export const BLOCK_PX = 46
/** Returns the factor by which the scale grows with the text size. */
export const textScale = (): number => Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16

/** Blocks on each side of the end: more than half of the widest sheet. */
const AROUND = 9

export interface RulerBlock {
  readonly startMs: number
  readonly endMs: number
  /** The price of a stay until the block's end; null when no such stay is possible. */
  readonly totalMinor: number | null
}

export interface RulerRange {
  readonly from: Instant
  readonly until: Instant
  readonly longest: Instant
  readonly zone: string
  readonly priceAt: PriceAt
}

/** Returns the blocks around the chosen end, one per local half hour, from the start on. */
export function rulerBlocks({ from, until, longest, zone, priceAt }: RulerRange): readonly RulerBlock[] {
  // Aligned to half hours of the local clock, also where the offset is 45 minutes or changes in between.
  const offset = offsetAt(until, zone)
  const middle = Math.floor((until + offset) / BLOCK_MS) * BLOCK_MS - offset
  return Array.from({ length: 2 * AROUND }, (_, index) => middle + (index - AROUND) * BLOCK_MS).flatMap((start) => {
    const startMs = Math.max(start, from)
    const endMs = Math.min(start + BLOCK_MS, longest)
    if (startMs >= endMs) return []
    return [{ startMs, endMs, totalMinor: priceAt(toInstant(endMs)) }]
  })
}
