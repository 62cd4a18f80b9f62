import { Trans } from '@lingui/react/macro'
import { MAX_STAY_MS, type StayError } from '../domain/price-stay.ts'
import { useFormat } from '../i18n/format.ts'
import { unreachable } from '../lib/assert.ts'

export interface QuoteErrorTextProps {
  readonly error: StayError
  readonly tariff: {
    readonly minimum_stay_minutes: number
    readonly maximum_stay_minutes: number | null
    readonly windows: readonly object[]
  }
}

const longestMs = (minutes: number | null): number =>
  Math.min(minutes === null ? Infinity : minutes * 60_000, MAX_STAY_MS)

/** Explains why the chosen times have no price. */
export function QuoteErrorText({ error, tariff }: QuoteErrorTextProps) {
  const format = useFormat()
  switch (error) {
    case 'end_not_after_start':
      return <Trans>The end must be after the start.</Trans>
    case 'stay_too_short':
      return <Trans>The shortest stay here is {format.duration(tariff.minimum_stay_minutes * 60_000)}.</Trans>
    case 'stay_too_long':
      return <Trans>The longest stay here is {format.duration(longestMs(tariff.maximum_stay_minutes))}.</Trans>
    case 'park_closed':
      // If a car park's source gives no price, we have no opening hours for it either.
      if (tariff.windows.length === 0)
        return <Trans>The price is known at the car park alone. It cannot be booked here.</Trans>
      return <Trans>The car park is closed for these times.</Trans>
    default:
      return unreachable(error)
  }
}
