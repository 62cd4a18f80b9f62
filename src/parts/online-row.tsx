// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { checkConnection } from '../actions/connection.online.ts'
import { useConnection } from '../queries/use-connection.ts'
import { NoSignalIcon } from '../ui/icons-state.tsx'
import { ListRowFace, type ListRowFaceProps, listRowLook } from '../ui/list-row.tsx'

export interface OnlineRowProps extends ListRowFaceProps {
  /** Announces that the row opens a dialog. */
  readonly opens?: 'dialog'
  readonly isBusy?: boolean
  readonly onClick: () => void
  /** Follows the row's content, such as a name for screen readers. */
  readonly children?: ReactNode
}

/**
 * A row whose action needs a connection: without one it says so before the tap, and a tap only checks the connection.
 */
export function OnlineRow({ opens, isBusy = false, onClick, children, ...face }: OnlineRowProps) {
  const isBlocked = useConnection().state === 'offline'
  return (
    <button
      type="button"
      {...listRowLook()}
      {...(opens === undefined ? {} : { 'aria-haspopup': opens })}
      aria-disabled={isBlocked || isBusy || undefined}
      onClick={isBlocked ? () => void checkConnection() : onClick}
    >
      <ListRowFace
        {...face}
        {...(isBlocked ? { detail: <Trans>Needs a connection</Trans>, end: <NoSignalIcon /> } : {})}
      />
      {children}
    </button>
  )
}
