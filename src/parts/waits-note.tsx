// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans } from '@lingui/react/macro'
import { useConnection } from '../queries/use-connection.ts'
import { SignalClockIcon } from '../ui/icons-state.tsx'
import { Note } from '../ui/note.tsx'

/** For a dialog whose request can wait: says so before the tap when there is no connection. */
export function WaitsNote() {
  if (useConnection().state !== 'offline') return null
  return (
    <Note tone="amber" icon={<SignalClockIcon size={24} />} title={<Trans>No connection</Trans>}>
      <Trans>Your request waits on this phone and is sent as soon as you’re back online.</Trans>
    </Note>
  )
}
