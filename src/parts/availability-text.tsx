import { Plural, Trans } from '@lingui/react/macro'
import { type Instant, toInstant } from '../domain/instant.ts'
import { useFormat } from '../i18n/format.ts'
import { availabilityTone, type FreeSpaces } from './free-spaces.ts'

export interface AvailabilityTextProps {
  readonly spaces: FreeSpaces
  readonly zone: string
  readonly now: Instant
  /** Omits the time of the answer for the stay, where that time has its own column. */
  readonly timeless?: boolean
}

/**
 * "118 free of 399 for this stay, 14:19", "118 free, 14:05", "Closed for your stay"; adds "demo figure" when the
 * capacity is invented.
 */
export function AvailabilityText({ spaces, zone, now, timeless = false }: AvailabilityTextProps) {
  const format = useFormat()
  const { availableAt, isForStay, isDemo, isClosed = false } = spaces
  if (isClosed) return <Trans>Closed for your stay</Trans>
  if (spaces.available === null || availableAt === null) return <Trans>Free spaces not known</Trans>
  const time = format.savedAt(toInstant(Date.parse(availableAt)), { zone, now })
  return (
    <>
      {isForStay ? <ForStay spaces={spaces} now={now} /> : <AtTime spaces={spaces} now={now} />}
      {!(isForStay && timeless) && `, ${time}`}
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
  const format = useFormat()
  const available = spaces.available ?? 0
  const free = format.number(available)
  const capacity = spaces.capacity === null ? null : format.number(spaces.capacity)
  const tone = availabilityTone(spaces, now)
  if (tone === 'full') return <Trans>Full for this stay</Trans>
  if (tone === 'few')
    return (
      <Trans>
        Few left for this stay: {free} of {capacity ?? free}
      </Trans>
    )
  return capacity === null ? (
    <Plural value={available} other="# free for this stay" />
  ) : (
    <Plural value={available} other={`# free of ${capacity} for this stay`} />
  )
}

function AtTime({ spaces, now }: PartProps) {
  const format = useFormat()
  const available = spaces.available ?? 0
  const free = format.number(available)
  if (available === 0) return <Trans>Full</Trans>
  return availabilityTone(spaces, now) === 'few' ? (
    <Trans>Few left: {free}</Trans>
  ) : (
    <Plural value={available} other="# free" />
  )
}
