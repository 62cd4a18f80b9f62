// Rarely rendered; memoisation would double this file.
'use no memo'
import { useLingui } from '@lingui/react/macro'
import { useEffect } from 'react'
import { Link } from 'react-router-dom'
import { loadParksAround } from '../../actions/parks.online.ts'
import { routes } from '../../config/routes.ts'
import { mayChange } from '../../parts/may-change.ts'
import { useNow } from '../../parts/use-now.ts'
import type { BookingView } from '../../queries/query.ts'
import { TriangleIcon } from '../../ui/icons-state.tsx'
import { ListRowFace, listRowLook } from '../../ui/list-row.tsx'

/** Shown from the earliest arrival: the car park is full, or someone stands in the driver's space. */
export function NoSpaceRow({ booking }: { readonly booking: BookingView }) {
  const { t } = useLingui()
  const now = useNow()
  const isHere = mayChange(booking, now)['no-space']
  const { lat, lng } = booking.park
  // Preload nearby car parks, in case the driver is offline underground.
  useEffect(() => {
    if (isHere && lat !== null && lng !== null) void loadParksAround({ lat, lng })
  }, [isHere, lat, lng])
  if (!isHere) return null
  return (
    <li>
      <Link to={routes.booking.href(booking.booking_code, 'no-space')} {...listRowLook()}>
        <ListRowFace icon={<TriangleIcon />} title={t`No space for your car?`} />
      </Link>
    </li>
  )
}
