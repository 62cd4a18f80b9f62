// Rarely rendered; memoisation would double this file.
'use no memo'
import { createElement } from 'react'
import { extendBooking } from '../../actions/bookings.ts'
import { type Instant, mustInstant } from '../../domain/instant.ts'
import { ExtendDialog } from '../../parts/extend-dialog.tsx'
import { useLater } from '../../parts/use-later.ts'
import type { BookingView } from '../../queries/query.ts'
import { CancelDialog } from './cancel-dialog.tsx'
import { LaterNoSpaceDialog } from './no-space.tsx'
import { PlateDialog } from './plate-dialog.tsx'
import { RenewDialog } from './renew-dialog.tsx'
import type { Dialog } from './use-dialog.ts'

interface BookingDialogsProps {
  readonly booking: BookingView
  readonly dialog: Dialog | null
  readonly onClose: () => void
}

/** The change that is being made, if any. */
export function BookingDialogs({ booking, dialog, onClose }: BookingDialogsProps) {
  return (
    <>
      {dialog === 'extend' && (
        <ExtendDialog
          booking={booking}
          startEnd={askedEndOf(booking)}
          onExtend={(newEndMs, maxPriceMinor) => extendBooking({ booking, newEndMs, maxPriceMinor })}
          onClose={onClose}
        />
      )}
      <LaterShorten booking={booking} isOpen={dialog === 'shorten'} onClose={onClose} />
      {dialog === 'cancel' && <CancelDialog booking={booking} onClose={onClose} />}
      {dialog === 'no-space' && <LaterNoSpaceDialog booking={booking} onClose={onClose} />}
      {dialog === 'plate' && <PlateDialog booking={booking} onClose={onClose} />}
      {dialog === 'renew' && <RenewDialog booking={booking} onClose={onClose} />}
    </>
  )
}

const loadShorten = () => import('./shorten-dialog.tsx')

/** Needs a connection, so it is loaded over one. */
function LaterShorten({ isOpen, ...props }: Omit<BookingDialogsProps, 'dialog'> & { readonly isOpen: boolean }) {
  const Part = useLater(loadShorten)
  return isOpen && Part !== null ? createElement(Part, props) : null
}

/** What already waits is where a change begins. */
function askedEndOf({ waiting }: BookingView): Instant | undefined {
  const last = waiting.findLast(({ command }) => command.kind === 'booking.extend')?.command
  return last?.kind === 'booking.extend' ? mustInstant(last.newEnd) : undefined
}
