import { Trans } from '@lingui/react/macro'
import { UnansweredNote } from '../../parts/unanswered-note.tsx'
import { useUnconfirmedOrders } from '../../queries/use-unconfirmed.ts'

/** Orders that were sent and whose answer was lost. */
export function UnansweredOrders() {
  const unconfirmed = useUnconfirmedOrders()
  if (unconfirmed.status !== 'ready') return null
  return unconfirmed.value.map(({ request }) => (
    <UnansweredNote
      key={request.id}
      request={request}
      title={
        request.command.kind === 'order.place' ? (
          <Trans>Your order</Trans>
        ) : (
          <Trans>Cancelling order {request.command.orderCode}</Trans>
        )
      }
    />
  ))
}
