// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans, useLingui } from '@lingui/react/macro'
import { mustInstant } from '../../domain/instant.ts'
import { useFormat } from '../../i18n/format.ts'
import { OnlineButton } from '../../parts/online-button.tsx'
import { useNow } from '../../parts/use-now.ts'
import { earliestEndOf, priceShortening } from '../../queries/price-shortening.ts'
import type { BookingView } from '../../queries/query.ts'
import { PencilIcon } from '../../ui/icons-action.tsx'
import { ClockIcon } from '../../ui/icons-state.tsx'
import { ListRow } from '../../ui/list-row.tsx'

/** Leaving early, where that gives a refund; before the start, a shorter stay. */
export function ShortenRow({ booking, onOpen }: { readonly booking: BookingView; readonly onOpen: () => void }) {
  const { t } = useLingui()
  const format = useFormat()
  const now = useNow()
  const earliest = earliestEndOf(booking, now)
  const { refundMinor } = priceShortening(booking, earliest, { now })
  if (refundMinor === 0 || earliest >= mustInstant(booking.end_time)) return null
  const back = format.money({ amountMinor: refundMinor, currency: booking.currency })
  const hasBegun = now >= mustInstant(booking.start_time)
  return (
    <li>
      <ListRow
        size="fact"
        icon={<ClockIcon />}
        title={hasBegun ? <Trans>Leave now: {back} back</Trans> : <Trans>A shorter stay costs less</Trans>}
        end={
          <OnlineButton
            doing={t`Shortening`}
            isQuiet
            kind="plain"
            size="small"
            icon={<PencilIcon size={18} />}
            onClick={onOpen}
          >
            {hasBegun ? <Trans>Leave early</Trans> : <Trans>Shorten</Trans>}
          </OnlineButton>
        }
      />
    </li>
  )
}
