import type { FreeSpacesWire, Park } from '../contract/parks.ts'
import type { Instant } from '../domain/instant.ts'
import type { StayError } from '../domain/price-stay.ts'
import type { Result } from '../lib/result.ts'
import type { AvailabilityTone } from '../ui/availability.tsx'

/** What is known of a car park's free spaces. */
export interface FreeSpaces {
  readonly available: number | null
  readonly capacity: number | null
  /** RFC 3339, null when nobody said. */
  readonly availableAt: string | null
  /** True: for the whole of the chosen stay. False: at the moment `availableAt`, which says little of another time. */
  readonly isForStay: boolean
  /** The capacity is the sandbox's invention, and so is what is left of it. */
  readonly isDemo: boolean
  /** The car park is closed for some of the chosen stay: whatever was counted, there is no space, and nobody has taken it. */
  readonly isClosed?: boolean
}

/** By the price of the stay, which a saved tariff tells too. Without any price it is not closed: it is paid there. */
export const isClosedFor = ({ rate }: Pick<Park, 'rate'>, price: Result<unknown, StayError>): boolean =>
  !price.ok && price.error === 'park_closed' && rate.tariff.windows.length > 0

/** The provider's answer for the chosen stay, else what the park's saved row says of the moment at which it was read. */
export function freeSpacesOf(park: Park, forStay: FreeSpacesWire | undefined): FreeSpaces {
  const facts = { capacity: park.capacity, isDemo: park.demo_fields.includes('capacity') }
  return forStay === undefined
    ? { ...facts, available: park.available, availableAt: park.available_at, isForStay: false }
    : { ...facts, available: forStay.available, availableAt: forStay.available_at, isForStay: true }
}

/** Older than this a count is shown in grey: too old to trust. */
const OLD_AFTER_MS = 15 * 60_000
const FEW = 5
const FEW_SHARE = 0.1

/** Green is only what somebody counted, for this stay, a moment ago. A low count stays a warning when it is old. */
export function availabilityTone(spaces: FreeSpaces, now: Instant): AvailabilityTone {
  const { available, capacity, availableAt, isForStay, isDemo, isClosed = false } = spaces
  if (isClosed) return 'full'
  if (available === null || availableAt === null) return 'unknown'
  if (available === 0) return isForStay ? 'full' : 'few'
  if (available < FEW || (capacity !== null && available < capacity * FEW_SHARE)) return 'few'
  const isOld = now - Date.parse(availableAt) > OLD_AFTER_MS
  return isForStay && !isDemo && !isOld ? 'good' : 'old'
}
