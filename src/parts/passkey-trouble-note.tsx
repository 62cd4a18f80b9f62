import { Trans } from '@lingui/react/macro'
import type { PasskeyTrouble } from '../actions/passkeys.online.ts'
import { unreachable } from '../lib/assert.ts'
import { InfoIcon } from '../ui/icons-state.tsx'
import { Note } from '../ui/note.tsx'

/** Explains why the browser's passkey dialog failed. */
export function PasskeyTroubleNote({ trouble }: { readonly trouble: PasskeyTrouble }) {
  return (
    <Note icon={<InfoIcon size={24} />} role="status">
      <PasskeyTroubleText reason={trouble.reason} />
    </Note>
  )
}

function PasskeyTroubleText({ reason }: Pick<PasskeyTrouble, 'reason'>) {
  switch (reason) {
    case 'cancelled':
      return <Trans>No passkey was used. Try again, or continue without one.</Trans>
    case 'known':
      return <Trans>This device has a passkey for your account already.</Trans>
    case 'unsupported':
      return <Trans>This browser or device cannot use a passkey here.</Trans>
    default:
      return unreachable(reason)
  }
}
