// Drawn seldom: what the compiler adds would be half of its bytes.
'use no memo'
import { Trans } from '@lingui/react/macro'
import { createElement } from 'react'
import { accessWindow } from '../../domain/booking.ts'
import { mustInstant, type Instant } from '../../domain/instant.ts'
import { mayLackSpace } from '../../domain/no-space.ts'
import { useLater } from '../../parts/use-later.ts'
import type { BookingView } from '../../queries/query.ts'
import { Button } from '../../ui/button.tsx'
import type { NoSpaceDialogProps } from './no-space-dialog.tsx'

/* In a chunk of its own, which the worker keeps once the app has time (src/lib/kept-files.ts): few drivers open it. */
const loadDialog = () => import('./no-space-dialog.tsx')
const loadNearest = () => import('./nearest-spaces.tsx')

/** Whether the driver may find that there is no space: on the way in, and while the stay runs. */
export function canReportNoSpace(booking: BookingView, now: Instant): boolean {
  const endMs = mustInstant(booking.end_time)
  const isHeld = (booking.hold_until ?? null) !== null
  const isOut = (booking.checked_out_at ?? null) !== null
  return (
    booking.asked.status === 'active' &&
    !isHeld &&
    !isOut &&
    mayLackSpace({ fromMs: accessWindow(booking).fromMs, endMs }, now)
  )
}

export const NoSpaceButton = ({ onClick }: { readonly onClick: () => void }) => (
  <Button kind="plain" wide onClick={onClick}>
    <Trans>No space for your car?</Trans>
  </Button>
)

export function LaterNoSpaceDialog(props: NoSpaceDialogProps) {
  const Dialog = useLater(loadDialog)
  return Dialog === null ? null : createElement(Dialog, props)
}

/** Where else there is room, once the booking was given up because there was none, or is about to be. */
export function AfterNoSpace({ booking }: { readonly booking: BookingView }) {
  const isAsked = booking.waiting.some(
    ({ command }) => command.kind === 'booking.cancel' && command.reason === 'no_space',
  )
  const isGiven = booking.status === 'cancelled' && booking.cancel_reason === 'no_space'
  return isAsked || isGiven ? <LaterNearest booking={booking} /> : null
}

function LaterNearest(props: { readonly booking: BookingView }) {
  const Nearest = useLater(loadNearest)
  return Nearest === null ? null : createElement(Nearest, props)
}
