import { Trans } from '@lingui/react/macro'
import { UnansweredNote } from '../../parts/unanswered-note.tsx'
import { usePendingIntents } from '../../queries/use-pending-intents.ts'

/** Changes of vehicles that were sent and whose answer was lost. */
export function UnansweredVehicles() {
  const intents = usePendingIntents()
  if (intents.status !== 'ready') return null
  const unknown = intents.value.filter(({ kind, state }) => state === 'unknown' && kind.startsWith('vehicle-'))
  return unknown.map((intent) => (
    <UnansweredNote key={intent.id} intent={intent} title={<Trans>A change to your vehicles was not answered</Trans>} />
  ))
}
