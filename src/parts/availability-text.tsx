import { Trans } from '@lingui/react/macro'
import { type Instant, toInstant } from '../domain/instant.ts'
import { useFormat } from '../i18n/format.ts'
import { availabilityTone, type FreeSpaces } from './free-spaces.ts'

export interface AvailabilityTextProps {
  readonly spaces: FreeSpaces
  readonly zone: string
  readonly now: Instant
  /** Without the time of an answer for the stay, where that stands in a column of its own. */
  readonly timeless?: boolean
}

/** "118 free of 399 for this stay, 14:19", "118 free at 14:05"; where the capacity is invented, "demo figure" with it. */
export function AvailabilityText({ spaces, zone, now, timeless = false }: AvailabilityTextProps) {
  const format = useFormat()
  const { availableAt, isForStay, isDemo } = spaces
  if (spaces.available === null || availableAt === null) return <Trans>Free spaces not known</Trans>
  const time = format.savedAt(toInstant(Date.parse(availableAt)), { zone, now })
  return (
    <>
      {isForStay ? <ForStay spaces={spaces} now={now} /> : <AtTime spaces={spaces} now={now} time={time} />}
      {isForStay && !timeless && `, ${time}`}
      {isDemo && (
        <>
          , <Trans>demo figure</Trans>
        </>
      )}
    </>
  )
}

interface PartProps {
  readonly spaces: FreeSpaces
  readonly now: Instant
}

function ForStay({ spaces, now }: PartProps) {
  const { available, capacity } = spaces
  const tone = availabilityTone(spaces, now)
  if (tone === 'full') return <Trans>Full for this stay</Trans>
  if (tone === 'few')
    return (
      <Trans>
        Few left for this stay: {available} of {capacity ?? available}
      </Trans>
    )
  return capacity === null ? (
    <Trans>{available} free for this stay</Trans>
  ) : (
    <Trans>
      {available} free of {capacity} for this stay
    </Trans>
  )
}

function AtTime({ spaces, now, time }: PartProps & { readonly time: string }) {
  const { available } = spaces
  if (available === 0) return <Trans>Full at {time}</Trans>
  return availabilityTone(spaces, now) === 'few' ? (
    <Trans>
      Few left: {available} at {time}
    </Trans>
  ) : (
    <Trans>
      {available} free at {time}
    </Trans>
  )
}
