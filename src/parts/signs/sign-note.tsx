// Rarely rendered: memoisation would double this file.
'use no memo'
import { Trans } from '@lingui/react/macro'
import { unreachable } from '../../lib/assert.ts'
import { ReloadIcon } from '../../ui/icons-action.tsx'
import { CircleCheckIcon, OctagonCrossIcon } from '../../ui/icons-state.tsx'
import { Note } from '../../ui/note.tsx'
import type { SignState } from './use-sign-check.ts'

/** What this phone can tell about a sign, and what to do. Renders nothing while checking. */
export function SignNote({ state }: { readonly state: SignState['kind'] }) {
  switch (state) {
    case 'checking':
      return null
    case 'genuine':
      return <Note icon={<CircleCheckIcon size={24} />} title={<Trans>Genuine Baywise sign</Trans>} role="status" />
    case 'forged':
      return (
        <Note
          tone="bad"
          icon={<OctagonCrossIcon size={24} />}
          title={<Trans>This is not a genuine Baywise sign</Trans>}
          role="alert"
        >
          <Trans>Don’t pay through it. Tell the attendant, and look for the code on another sign.</Trans>
        </Note>
      )
    case 'withdrawn':
      return (
        <Note
          tone="bad"
          icon={<OctagonCrossIcon size={24} />}
          title={<Trans>This sign is no longer valid</Trans>}
          role="alert"
        >
          <Trans>It may be a copy. Don’t pay through it. Tell the attendant.</Trans>
        </Note>
      )
    case 'update_needed':
    case 'unchecked':
      return (
        <Note
          tone="warning"
          icon={<ReloadIcon size={24} />}
          title={<Trans>This sign can’t be checked yet</Trans>}
          role="status"
        >
          <Trans>Scan it again once you’re online.</Trans>
        </Note>
      )
    default:
      return unreachable(state)
  }
}
