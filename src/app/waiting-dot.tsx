import { useLingui } from '@lingui/react/macro'
import { useOutboxCounts } from '../queries/use-outbox.ts'
import { WaitingMark } from '../ui/bottom-bar.tsx'

/** Marks the item of the bottom bar with the number of requests waiting for a signal. */
export default function WaitingDot() {
  const { t } = useLingui()
  const counts = useOutboxCounts()
  const waiting = counts.status === 'ready' ? counts.value.waiting : 0
  if (waiting === 0) return null
  return <WaitingMark label={t`${waiting} waiting for signal`} />
}
