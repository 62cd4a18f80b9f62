import { Trans } from '@lingui/react/macro'
import type { Instant } from '../domain/instant.ts'
import { toInstant } from '../domain/instant.ts'
import { useFormat } from '../i18n/format.ts'
import type { AvailabilityTone } from '../ui/availability.tsx'

export interface FreePlaces {
  readonly available: number | null
  readonly capacity: number | null
  /** RFC 3339, null when nobody said. */
  readonly available_at: string | null
}

/** Free places older than this are shown in grey: too old to trust. */
const OLD_AFTER_MS = 15 * 60_000
const FEW = 5
const FEW_SHARE = 0.1

export function availabilityTone({ available, capacity, available_at }: FreePlaces, now: Instant): AvailabilityTone {
  if (available === null || available_at === null) return 'unknown'
  if (available === 0) return 'full'
  if (available < FEW || (capacity !== null && available < capacity * FEW_SHARE)) return 'few'
  return now - Date.parse(available_at) > OLD_AFTER_MS ? 'old' : 'good'
}

export interface AvailabilityTextProps {
  readonly places: FreePlaces
  readonly zone: string
  readonly now: Instant
  /** Without its time, where that stands in a column of its own. */
  readonly timeless?: boolean
}

/** "118 free of 399, 14:19", "Few left: 4 of 15, 14:20", "Full", "Free places not known". */
export function AvailabilityText({ places, zone, now, timeless = false }: AvailabilityTextProps) {
  const format = useFormat()
  const tone = availabilityTone(places, now)
  const { available, capacity, available_at } = places
  if (available === null || available_at === null) return <Trans>Free places not known</Trans>
  if (tone === 'full') return <Trans>Full</Trans>
  const time = format.savedAt(toInstant(Date.parse(available_at)), { zone, now })
  const free =
    capacity === null ? (
      <Trans>{available} free</Trans>
    ) : (
      <Trans>
        {available} free of {capacity}
      </Trans>
    )
  const text =
    tone === 'few' ? (
      <Trans>
        Few left: {available} of {capacity ?? available}
      </Trans>
    ) : (
      free
    )
  return timeless ? (
    text
  ) : (
    <>
      {text}, {time}
    </>
  )
}
