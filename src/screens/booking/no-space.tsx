// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans } from '@lingui/react/macro'
import { createElement } from 'react'
import { useLater } from '../../parts/use-later.ts'
import type { BookingView } from '../../queries/query.ts'
import { Button } from '../../ui/button.tsx'
import type { NoSpaceDialogProps } from './no-space-dialog.tsx'

/*
 * In its own chunk, since few drivers open it; the service worker caches it once the app is idle
 * (src/lib/kept-files.ts).
 */
const loadDialog = () => import('./no-space-dialog.tsx')
const loadNearest = () => import('./nearest-spaces.tsx')

export const NoSpaceButton = ({ onClick }: { readonly onClick: () => void }) => (
  <Button kind="plain" wide onClick={onClick}>
    <Trans>No space for your car?</Trans>
  </Button>
)

export function LaterNoSpaceDialog(props: NoSpaceDialogProps) {
  const Dialog = useLater(loadDialog)
  return Dialog === null ? null : createElement(Dialog, props)
}

/** Other car parks with space, after the booking was given up for lack of space or while that cancel waits. */
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
