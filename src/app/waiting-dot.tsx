import { useLingui } from '@lingui/react/macro'
import { plural } from '@lingui/core/macro'
import { useOutboxCounts } from '../queries/use-outbox.ts'
import { WaitingMark } from '../ui/bottom-bar.tsx'

/** On the item of the bottom bar: how many requests wait for a signal. */
export default function WaitingDot() {
  const { t } = useLingui()
  const counts = useOutboxCounts()
  const waiting = counts.status === 'ready' ? counts.value.waiting : 0
  if (waiting === 0) return null
  return <WaitingMark label={t`${plural(waiting, { one: '# waiting for signal', other: '# waiting for signal' })}`} />
}
