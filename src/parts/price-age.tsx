import { Trans } from '@lingui/react/macro'
import { toInstant } from '../domain/instant.ts'
import { useFormat } from '../i18n/format.ts'
import { useIsFresh } from '../queries/use-is-fresh.ts'
import { useNow } from './use-now.ts'

interface PriceAgeProps {
  /** Epoch milliseconds. */
  readonly savedAt: number
  readonly zone: string
}

/** A line below the text under a price in a list. */
export const AgeLine = (age: PriceAgeProps) => (
  <>
    <br />
    <PriceAge {...age} />
  </>
)

/** The age of a price from the mirror; renders nothing while the price is fresh. */
export function PriceAge({ savedAt, zone }: PriceAgeProps) {
  const format = useFormat()
  const now = useNow()
  const isFresh = useIsFresh(savedAt)
  if (isFresh) return null
  const time = format.savedAt(toInstant(savedAt), { zone, now })
  return (
    <span data-now>
      <Trans>Saved {time}</Trans>
    </span>
  )
}
