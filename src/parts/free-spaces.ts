import type { FreeSpacesWire, Park } from '../contract/parks.ts'
import type { Instant } from '../domain/instant.ts'
import type { StayError } from '../domain/price-stay.ts'
import type { Result } from '../lib/result.ts'
import type { AvailabilityTone } from '../ui/availability.tsx'

/** What is known about a car park's free spaces. */
export interface FreeSpaces {
  readonly available: number | null
  readonly capacity: number | null
  /** RFC 3339; null when unknown. */
  readonly availableAt: string | null
  /** True: for the whole of the chosen stay. False: at `availableAt`, which says little about another time. */
  readonly isForStay: boolean
  /** The sandbox invented the capacity, and therefore also the number of free spaces. */
  readonly isDemo: boolean
  /**
   * The car park is closed for part of the chosen stay: no space is available, whatever the count, although none is
   * taken.
   */
  readonly isClosed?: boolean
}

/**
 * Judged by the price of the stay, which a saved tariff provides too. A car park without any prices is not closed:
 * drivers pay on site.
 */
export const isClosedFor = ({ rate }: Pick<Park, 'rate'>, price: Result<unknown, StayError>): boolean =>
  !price.ok && price.error === 'park_closed' && rate.tariff.windows.length > 0

/** Without a number of spaces nobody could say when it is full. */
export const takesBookings = ({ capacity }: Pick<Park, 'capacity'>): boolean => capacity !== null

/** Returns the provider's answer for the chosen stay, or else the count in the car park's saved row with its time. */
export function freeSpacesOf(park: Park, forStay: FreeSpacesWire | undefined): FreeSpaces {
  const facts = { capacity: park.capacity, isDemo: park.demo_fields.includes('capacity') }
  return forStay === undefined
    ? { ...facts, available: park.available, availableAt: park.available_at, isForStay: false }
    : { ...facts, available: forStay.available, availableAt: forStay.available_at, isForStay: true }
}

/** An older count is shown in grey, as too old to rely on. */
const OLD_AFTER_MS = 15 * 60_000
const FEW = 5
const FEW_SHARE = 0.1

/** Returns green only for a real, recent count for this stay. A low count stays a warning even when it is old. */
export function availabilityTone(spaces: FreeSpaces, now: Instant): AvailabilityTone {
  const { available, capacity, availableAt, isForStay, isDemo, isClosed = false } = spaces
  if (isClosed) return 'full'
  if (available === null || availableAt === null) return 'unknown'
  if (available === 0) return isForStay ? 'full' : 'few'
  if (available < FEW || (capacity !== null && available < capacity * FEW_SHARE)) return 'few'
  const isOld = now - Date.parse(availableAt) > OLD_AFTER_MS
  return isForStay && !isDemo && !isOld ? 'good' : 'old'
}
