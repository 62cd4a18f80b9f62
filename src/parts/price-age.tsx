import { Trans } from '@lingui/react/macro'
import { toInstant } from '../domain/instant.ts'
import { useFormat } from '../i18n/format.ts'
import { useIsFresh } from '../queries/use-is-fresh.ts'
import { useNow } from './use-now.ts'

/** Beside a price of the mirror: how old it is, nothing while it is fresh. `savedAt`: epoch milliseconds. */
export function PriceAge({ savedAt, zone }: { readonly savedAt: number; readonly zone: string }) {
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
