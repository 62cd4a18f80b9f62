import { Trans } from '@lingui/react/macro'
import { type Instant, toInstant } from '../domain/instant.ts'
import { useFormat } from '../i18n/format.ts'
import { Availability, type AvailabilityTone } from '../ui/availability.tsx'
import { AvailabilityText, availabilityTone, type FreePlaces } from './availability-text.tsx'

export interface CardAvailabilityProps {
  readonly places: FreePlaces
  readonly zone: string
  readonly now: Instant
  /** Whether the provider answered lately: without it no count is called good. */
  readonly isFresh: boolean
}

/** A low count stays a warning when it is old; a high one is no promise. */
export const cardTone = (places: FreePlaces, now: Instant, isFresh: boolean): AvailabilityTone => {
  const tone = availabilityTone(places, now)
  return tone === 'good' && !isFresh ? 'old' : tone
}

/** The free places of a park card: "118 free of 399, 14:19", without a connection "118 free at 14:05". */
export function CardAvailability({ places, zone, now, isFresh }: CardAvailabilityProps) {
  const format = useFormat()
  const tone = cardTone(places, now, isFresh)
  const { available, available_at } = places
  const isDated = tone === 'old' || (tone === 'few' && !isFresh)
  if (!isDated || available_at === null) {
    return (
      <Availability tone={tone}>
        <AvailabilityText places={places} zone={zone} now={now} />
      </Availability>
    )
  }
  const time = format.savedAt(toInstant(Date.parse(available_at)), { zone, now })
  return (
    <Availability tone={tone}>
      {tone === 'few' ? (
        <Trans>
          Few left: {available} at {time}
        </Trans>
      ) : (
        <Trans>
          {available} free at {time}
        </Trans>
      )}
    </Availability>
  )
}
