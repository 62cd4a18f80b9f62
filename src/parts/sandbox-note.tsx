import { Trans } from '@lingui/react/macro'
import { InfoIcon } from '../ui/icons-state.tsx'
import { Note } from '../ui/note.tsx'

/** Shown on every payment page when no gateway key is set. */
export const SandboxNote = () => (
  <Note icon={<InfoIcon size={24} />} title={<Trans>Demo: no real money</Trans>}>
    <Trans>Payments here are demo payments. Nothing is charged.</Trans>
  </Note>
)
