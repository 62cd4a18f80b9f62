// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from 'react-router-dom'
import { routes } from '../../config/routes.ts'
import { OnlineButton } from '../../parts/online-button.tsx'
import type { BookingView } from '../../queries/query.ts'
import { useBookings } from '../../queries/use-bookings.ts'
import { buttonLook } from '../../ui/button-look.ts'
import { PencilIcon } from '../../ui/icons-action.tsx'
import { ClockIcon } from '../../ui/icons-state.tsx'
import { ListRow } from '../../ui/list-row.tsx'

/** Row that moves a booking to other times or another car park, before the stay begins. */
export function MoveRow({ onOpen }: { readonly onOpen: () => void }) {
  const { t } = useLingui()
  return (
    <li>
      <ListRow
        size="fact"
        icon={<ClockIcon />}
        title={<Trans>Time or car park</Trans>}
        end={
          <OnlineButton
            doing={t`Moving your booking`}
            isQuiet
            kind="plain"
            size="small"
            icon={<PencilIcon size={18} />}
            onClick={onOpen}
          >
            <Trans>Move booking</Trans>
          </OnlineButton>
        }
      />
    </li>
  )
}

/** Links the old booking code to the booking that replaced it. */
export function MovedLink({ booking }: { readonly booking: BookingView }) {
  const bookings = useBookings()
  const all = bookings.status === 'ready' ? bookings.value : []
  const moved = all.filter(({ moved_from: from }) => from === booking.booking_id)
  const latest = moved.toSorted((a, b) => Date.parse(b.updated_at) - Date.parse(a.updated_at))[0]
  return latest === undefined ? null : (
    <Link to={routes.booking.href(latest.booking_code)} {...buttonLook({ wide: true })}>
      <Trans>Open the moved booking</Trans>
    </Link>
  )
}
