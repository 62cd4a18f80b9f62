import { Trans } from '@lingui/react/macro'
import { useNavigate } from 'react-router-dom'
import { UnansweredNote } from '../../parts/unanswered-note.tsx'
import { useUnconfirmedOrders } from '../../queries/use-unconfirmed.ts'
import { orderedPath } from './use-order.ts'

/** Unconfirmed orders. */
export function UnansweredOrders() {
  const navigate = useNavigate()
  const unconfirmed = useUnconfirmedOrders()
  if (unconfirmed.status !== 'ready') return null
  return unconfirmed.value.map(({ request }) => (
    <UnansweredNote
      key={request.id}
      request={request}
      title={
        request.command.kind === 'order.cancel' ? (
          <Trans>Cancelling order {request.command.orderCode}</Trans>
        ) : (
          <Trans>Your order</Trans>
        )
      }
      onAnswer={(answer) => {
        if (answer.kind === 'payment') void navigate(orderedPath(answer))
      }}
    />
  ))
}
