// Rarely rendered; memoisation would double this file.
'use no memo'
import { useLingui } from '@lingui/react/macro'
import { type ComponentType, createElement, useState } from 'react'
import type { Booking } from '../contract/bookings.ts'
import { accessWindow } from '../domain/booking.ts'
import { DAY_MS, mustInstant } from '../domain/instant.ts'
import { consoleLog } from '../lib/log.ts'
import { ChevronEndIcon } from '../ui/icons-action.tsx'
import { LocateIcon } from '../ui/icons-place.tsx'
import { ListRowFace, listRowLook, type RowSize } from '../ui/list-row.tsx'
import type { ParkedDialogProps } from './parked/parked-dialog.tsx'
import { useNow } from './use-now.ts'

/** Where the car is parked and the way back, from arrival until a day after the end. The dialog is loaded on tap. */
export function ParkedRow({ booking, size = 'normal' }: { readonly booking: Booking; readonly size?: RowSize }) {
  const { t } = useLingui()
  const now = useNow()
  const [Dialog, setDialog] = useState<ComponentType<ParkedDialogProps> | null>(null)
  const [isMissing, setMissing] = useState(false)
  if (booking.status !== 'active' || now < accessWindow(booking).fromMs) return null
  if (now > mustInstant(booking.end_time) + DAY_MS) return null
  const open = async () => {
    try {
      const { default: loaded } = await import('./parked/parked-dialog.tsx')
      setDialog(() => loaded)
    } catch (error) {
      consoleLog.info('part_not_loaded', { error: String(error) })
      setMissing(true)
    }
  }
  return (
    <li>
      <button type="button" aria-haspopup="dialog" {...listRowLook(size)} onClick={() => void open()}>
        <ListRowFace
          icon={<LocateIcon />}
          title={t`Where you parked`}
          detail={isMissing ? t`Needs a connection` : t`Note, photo and the way back`}
          end={<ChevronEndIcon size={18} />}
        />
      </button>
      {Dialog !== null && createElement(Dialog, { bookingId: booking.booking_id, onClose: () => setDialog(null) })}
    </li>
  )
}
