// Rarely rendered: memoisation would double this file.
'use no memo'
import { Trans, useLingui } from '@lingui/react/macro'
import { useSearchParams } from 'react-router-dom'
import { PARAM } from '../../config/routes.ts'
import type { BookingView } from '../../queries/query.ts'
import { Chip, ChipRow } from '../../ui/chip.tsx'

const STAYS = ['all', 'open', 'past', 'cancelled'] as const
export type ShownStays = (typeof STAYS)[number]

/** Up to this many bookings need no filter. */
const FEW = 3

/** The filter of the list. It is kept in the URL so that going back restores it. */
export function useShownStays(): ShownStays {
  const [params] = useSearchParams()
  const asked = params.get(PARAM.shown)
  return STAYS.find((stays) => stays === asked) ?? 'all'
}

/** `booking` is null for one that is running or upcoming. */
export function isShown(shown: ShownStays, booking: BookingView | null): boolean {
  if (shown === 'all') return true
  if (booking === null) return shown === 'open'
  return shown === (booking.status === 'cancelled' ? 'cancelled' : 'past')
}

/** Renders nothing when there are few bookings. */
export function BookingFilter({ bookings }: { readonly bookings: readonly BookingView[] }) {
  const { t } = useLingui()
  const [, setParams] = useSearchParams()
  const shown = useShownStays()
  if (bookings.length <= FEW && shown === 'all') return null
  const choose = (stays: ShownStays) => setParams(stays === 'all' ? {} : { [PARAM.shown]: stays }, { replace: true })
  return (
    <ChipRow label={t`Filters`}>
      {STAYS.map((stays) => (
        <Chip key={stays} on={stays === shown} onToggle={() => choose(stays)}>
          <StaysText stays={stays} />
        </Chip>
      ))}
    </ChipRow>
  )
}

function StaysText({ stays }: { readonly stays: ShownStays }) {
  if (stays === 'open') return <Trans>Now and next</Trans>
  if (stays === 'past') return <Trans>Past</Trans>
  return stays === 'cancelled' ? <Trans>Cancelled</Trans> : <Trans>All</Trans>
}
