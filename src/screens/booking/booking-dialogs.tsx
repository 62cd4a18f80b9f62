// Rarely rendered; memoisation would double this file.
'use no memo'
import { type ComponentType, createElement } from 'react'
import { extendBooking } from '../../actions/bookings.ts'
import { type Instant, mustInstant } from '../../domain/instant.ts'
import { ExtendDialog } from '../../parts/extend-dialog.tsx'
import { useLater } from '../../parts/use-later.ts'
import type { BookingView } from '../../queries/query.ts'
import { CancelDialog } from './cancel-dialog.tsx'
import { LaterNoSpaceDialog } from './no-space.tsx'
import type { Dialog } from './use-dialog.ts'

interface BookingDialogsProps {
  readonly booking: BookingView
  readonly dialog: Dialog | null
  readonly onClose: () => void
}

/** The dialog of the change in progress, if any. */
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
      <LaterDialog load={loadShorten} isOpen={dialog === 'shorten'} booking={booking} onClose={onClose} />
      <LaterDialog load={loadMove} isOpen={dialog === 'move'} booking={booking} onClose={onClose} />
      {dialog === 'cancel' && <CancelDialog booking={booking} onClose={onClose} />}
      {dialog === 'no-space' && <LaterNoSpaceDialog booking={booking} onClose={onClose} />}
      <LaterDialog load={loadPlate} isOpen={dialog === 'plate'} booking={booking} onClose={onClose} />
      <LaterDialog load={loadRenew} isOpen={dialog === 'renew'} booking={booking} onClose={onClose} />
    </>
  )
}

const loadShorten = () => import('./shorten-dialog.tsx')
const loadMove = () => import('./move-dialog.tsx')
const loadPlate = () => import('./plate-dialog.tsx')
const loadRenew = () => import('./renew-dialog.tsx')

type ChangeProps = Omit<BookingDialogsProps, 'dialog'>

interface LaterDialogProps extends ChangeProps {
  readonly load: () => Promise<{ readonly default: ComponentType<ChangeProps> }>
  readonly isOpen: boolean
}

/** A dialog that needs a connection, so its chunk is not part of the page and loads after it. */
function LaterDialog({ load, isOpen, ...props }: LaterDialogProps) {
  const Part = useLater(load)
  return isOpen && Part !== null ? createElement(Part, props) : null
}

/** Returns the end time of the extension already waiting; a further change starts from it. */
function askedEndOf({ waiting }: BookingView): Instant | undefined {
  const last = waiting.findLast(({ command }) => command.kind === 'booking.extend')?.command
  return last?.kind === 'booking.extend' ? mustInstant(last.newEnd) : undefined
}
