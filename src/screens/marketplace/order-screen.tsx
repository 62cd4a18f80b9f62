// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Link, useParams } from 'react-router-dom'
import { cancelOrder, loadOrder } from '../../actions/orders.online.ts'
import { moreRoutes } from '../../config/more-routes.ts'
import { routes } from '../../config/routes.ts'
import type { Order } from '../../contract/orders.ts'
import { mustInstant } from '../../domain/instant.ts'
import { canDriverCancel, canEndOrder, ORDER_CANCEL_REASONS, type OrderCancelReason } from '../../domain/order.ts'
import { useFormat } from '../../i18n/format.ts'
import { phoneZone } from '../../lib/phone-zone.ts'
import { FailureNote } from '../../parts/failure-note.tsx'
import { OnlineButton } from '../../parts/online-button.tsx'
import { OrderAmounts } from '../../parts/order-amounts.tsx'
import parts from '../../parts/parts.module.css'
import { RefreshFailure } from '../../parts/refresh-failure.tsx'
import { SavedNote } from '../../parts/saved-note.tsx'
import { useNow } from '../../parts/use-now.ts'
import { useRefresh } from '../../parts/use-refresh.ts'
import { useSingleFlight } from '../../parts/use-single-flight.ts'
import { useOrders } from '../../queries/use-marketplace.ts'
import { buttonLook, iconButtonLook } from '../../ui/button-look.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { ChevronStartIcon } from '../../ui/icons-action.tsx'
import { ClockIcon } from '../../ui/icons-state.tsx'
import { FactList } from '../../ui/fact-list.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import styles from './marketplace.module.css'
import { GoodsSkeleton } from './marketplace-screen.tsx'
import { StageBadge, useStageNames } from '../../parts/stage-badge.tsx'
import { UnansweredOrders } from './unanswered-orders.tsx'

/** /orders/{code}: progress, price and refunds; saved on the phone. */
export function OrderScreen() {
  const { t } = useLingui()
  const { orderCode = '' } = useParams()
  const saved = useOrders()
  const { failure, isRefreshing } = useRefresh(loadOrder, orderCode)
  const code = orderCode.toUpperCase()
  const order = saved.status === 'ready' ? saved.value?.find((one) => one.order_code === code) : undefined
  return (
    <div className={styles.page}>
      <PageHead
        back={
          <Link to={routes.orders.href()} {...iconButtonLook()} aria-label={t`Back`}>
            <ChevronStartIcon />
          </Link>
        }
        title={<Trans>Order {code}</Trans>}
      />
      {order === undefined && isRefreshing && <GoodsSkeleton />}
      <div className={styles.pad}>
        {order === undefined && failure !== null && <FailureNote failure={failure} doing={t`Opening this page`} />}
        {order !== undefined && saved.status === 'ready' && (
          <>
            <SavedNote savedAt={saved.savedAt} fresh={saved.fresh} />
            <RefreshFailure failure={failure} doing={t`Updating the order`} />
            <UnansweredOrders />
            <OrderDetails order={order} />
          </>
        )}
      </div>
    </div>
  )
}

function OrderDetails({ order }: { readonly order: Order }) {
  const format = useFormat()
  const now = useNow()
  const names = useStageNames()
  const reasons = useReasons()
  const { cancel_reason: reason } = order
  const isUnpaid = order.paid === false
  const known = ORDER_CANCEL_REASONS.find((one) => one === reason)
  return (
    <>
      <p>
        {isUnpaid ? (
          <Badge tone="neutral" icon={<ClockIcon size={18} />}>
            <Trans>Not paid</Trans>
          </Badge>
        ) : (
          <StageBadge stage={order.stage} />
        )}
      </p>
      {reason !== null && !isUnpaid && <p>{known === undefined ? reason : reasons[known]}</p>}
      {order.demo && (
        <p className={parts.small}>
          <Trans>Demo item: no real goods</Trans>
        </p>
      )}
      <OrderAmounts order={order} />
      <LineStages lines={order.lines} />
      <FactList
        facts={order.history.map(
          ({ stage, at }) => [names[stage], format.dayTime(mustInstant(at), { zone: phoneZone(), now })] as const,
        )}
      />
      {order.receipt_number !== null && (
        <Link to={moreRoutes.receipt.href(order.receipt_number)} {...buttonLook({ kind: 'secondary', wide: true })}>
          <Trans>Receipt {order.receipt_number}</Trans>
        </Link>
      )}
      {canEndOrder(order, canDriverCancel) && !isUnpaid && <CancelOrder order={order} />}
    </>
  )
}

/** Items with a stage of their own, since another party delivers them. */
function LineStages({ lines }: Pick<Order, 'lines'>) {
  const { language } = useFormat()
  const stageNames = useStageNames()
  const facts = lines.flatMap(({ names, stage, reason }) =>
    stage === undefined
      ? []
      : [[names[language], [stageNames[stage], reason].filter((text) => text !== undefined).join(' · ')] as const],
  )
  return facts.length === 0 ? null : <FactList facts={facts} />
}

function useReasons(): Readonly<Record<OrderCancelReason, string>> {
  const { t } = useLingui()
  return {
    changed_mind: t`I changed my mind`,
    ordered_twice: t`I ordered it twice`,
    takes_too_long: t`It takes too long`,
    other: t`Another reason`,
  }
}

function CancelOrder({ order }: { readonly order: Order }) {
  const { t } = useLingui()
  const format = useFormat()
  const reasons = useReasons()
  const [isOpen, setOpen] = useState(false)
  const [reason, setReason] = useState<OrderCancelReason>('changed_mind')
  const { failure, isBusy, run } = useSingleFlight(() => setOpen(false))
  const back = format.money({ amountMinor: order.total - order.refunded, currency: order.currency })
  if (!isOpen) {
    return (
      <Button kind="danger" wide onClick={() => setOpen(true)}>
        <Trans>Cancel order</Trans>
      </Button>
    )
  }
  return (
    <section className={parts.form} aria-label={t`Cancel order`}>
      <SelectField
        label={<Trans>Why?</Trans>}
        value={reason}
        onChange={({ target }) => setReason(ORDER_CANCEL_REASONS.find((one) => one === target.value) ?? 'other')}
      >
        {ORDER_CANCEL_REASONS.map((one) => (
          <option key={one} value={one}>
            {reasons[one]}
          </option>
        ))}
      </SelectField>
      <OnlineButton
        wide
        kind="danger"
        doing={t`Cancelling`}
        busy={isBusy}
        busyLabel={<Trans>Cancelling…</Trans>}
        onClick={() => void run(() => cancelOrder(order, reason))}
      >
        <Trans>Cancel and get {back} back</Trans>
      </OnlineButton>
      <Button kind="plain" wide disabled={isBusy} onClick={() => setOpen(false)}>
        <Trans>Keep the order</Trans>
      </Button>
      {failure !== null && <FailureNote failure={failure} doing={t`Cancelling`} hasInput />}
    </section>
  )
}
