// Rarely rendered; memoisation would double this file.
'use no memo'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { moveOrder } from '../../../actions/operator-shop.online.ts'
import type { Order } from '../../../contract/orders.ts'
import { mustInstant } from '../../../domain/instant.ts'
import { canBecome, isOrderOpen, type OrderStage } from '../../../domain/order.ts'
import { useFormat } from '../../../i18n/format.ts'
import { phoneZone } from '../../../lib/phone-zone.ts'
import { OnlineButton } from '../../../parts/online-button.tsx'
import { useNow } from '../../../parts/use-now.ts'
import { useSingleFlight } from '../../../parts/use-single-flight.ts'
import { Button } from '../../../ui/button.tsx'
import { ButtonRow } from '../../../ui/button-row.tsx'
import { ListRow, RowList } from '../../../ui/list-row.tsx'
import { StageBadge } from '../../../parts/stage-badge.tsx'
import { ConsoleFailure } from '../console-failure.tsx'
import page from '../operator.module.css'
import { EndForm } from './end-form.tsx'
import { ReturnForm } from './return-form.tsx'

export interface OrderProps {
  readonly order: Order
  readonly onChanged: () => void
}

/** An order, its stage, and the possible next steps; each says what it does to the money. */
export function OrderCard({ order, onChanged }: OrderProps) {
  const format = useFormat()
  const now = useNow()
  const { currency, order_code: code, stage, cancel_reason: reason } = order
  const money = (amountMinor: number): string => format.money({ amountMinor, currency })
  const back = money(order.refunded)
  return (
    <article className={page.card}>
      <div>
        <h3>{code}</h3>
        <p className={page.muted}>{format.dayTime(mustInstant(order.created_at), { zone: phoneZone(), now })}</p>
        <p>
          <StageBadge stage={stage} />
        </p>
        {reason !== null && (
          <p className={page.muted}>
            <bdi>{reason}</bdi>
          </p>
        )}
      </div>
      <RowList label={code}>
        {order.lines.map(({ product_id: id, names, quantity, park, total, returned }) => (
          <li key={id}>
            <ListRow
              title={
                <>
                  {format.number(quantity)} × <bdi>{names[format.language]}</bdi>
                </>
              }
              detail={<bdi>{park?.name}</bdi>}
              end={money(total)}
              endDetail={returned === 0 ? undefined : <Plural value={returned} one="# returned" other="# returned" />}
            />
          </li>
        ))}
      </RowList>
      <p>
        <Trans>Paid: {money(order.total)}.</Trans> {order.refunded > 0 && <Trans>Given back: {back}.</Trans>}
      </p>
      <Steps order={order} onChanged={onChanged} />
    </article>
  )
}

type Form = 'rejected' | 'cancelled' | 'return'

function Steps({ order, onChanged }: OrderProps) {
  const [form, setForm] = useState<Form | null>(null)
  const { stage } = order
  const done = () => {
    setForm(null)
    onChanged()
  }
  const close = () => setForm(null)
  if (form === 'return') return <ReturnForm order={order} onDone={done} onClose={close} />
  if (form !== null) return <EndForm order={order} stage={form} onDone={done} onClose={close} />
  return (
    <>
      <NextStep order={order} onChanged={onChanged} />
      <ButtonRow>
        {canBecome(stage, 'rejected') && (
          <Button kind="danger" size="small" onClick={() => setForm('rejected')}>
            <Trans>Refuse the order</Trans>
          </Button>
        )}
        {canBecome(stage, 'cancelled') && !canBecome(stage, 'rejected') && (
          <Button kind="danger" size="small" onClick={() => setForm('cancelled')}>
            <Trans>Cancel the order</Trans>
          </Button>
        )}
        {!isOrderOpen(stage) && canBecome(stage, 'returned') && (
          <Button kind="secondary" size="small" onClick={() => setForm('return')}>
            <Trans>Take pieces back</Trans>
          </Button>
        )}
      </ButtonRow>
    </>
  )
}

const NEXT: Partial<Readonly<Record<OrderStage, OrderStage>>> = {
  pending: 'accepted',
  accepted: 'processing',
  processing: 'completed',
}

/** Needs a single tap: the order is paid already, and no money moves. */
function NextStep({ order: { order_code: code, stage }, onChanged }: OrderProps) {
  const { t } = useLingui()
  const { failure, isBusy, run } = useSingleFlight(onChanged)
  const next = NEXT[stage]
  if (next === undefined) return null
  const labels: Partial<Readonly<Record<OrderStage, React.JSX.Element>>> = {
    accepted: <Trans>Accept the order</Trans>,
    processing: <Trans>Begin the work</Trans>,
    completed: <Trans>Handed over</Trans>,
  }
  return (
    <>
      {failure !== null && <ConsoleFailure failure={failure} doing={t`Moving the order on`} />}
      <p>
        <Trans>The order is paid: the next step moves no money.</Trans>{' '}
        {next === 'processing' && <Trans>From then on the driver can’t cancel it.</Trans>}
      </p>
      <ButtonRow>
        <OnlineButton
          doing={t`Moving the order on`}
          size="small"
          busy={isBusy}
          onClick={() => void run(() => moveOrder(code, { stage: next }))}
        >
          {labels[next]}
        </OnlineButton>
      </ButtonRow>
    </>
  )
}
