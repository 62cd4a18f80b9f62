// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { aboutOf } from '../../../actions/operator-day.online.ts'
import { loadOrders } from '../../../actions/operator-shop.online.ts'
import { ORDER_STAGES, type OrderStage } from '../../../domain/order.ts'
import { useLoaded } from '../../../parts/use-loaded.ts'
import { SelectField } from '../../../ui/select-field.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { useStageNames } from '../../../parts/stage-badge.tsx'
import { ConsoleFailure } from '../console-failure.tsx'
import { Pager } from '../pager.tsx'
import { OrderCard } from './order-card.tsx'

type Shown = 'open' | OrderStage

/** Orders for what the operator's car parks sell: the open ones, or those at one stage. */
export function OrdersSection() {
  const { t } = useLingui()
  const names = useStageNames()
  const [shown, setShown] = useState<Shown>('open')
  const [number, setNumber] = useState(1)
  const { value: list, failure, reload } = useLoaded(loadOrders, aboutOf(shown, String(number)))
  return (
    <>
      <SelectField
        label={t`Which orders`}
        value={shown}
        onChange={({ currentTarget: { value } }) => {
          setShown(ORDER_STAGES.find((stage) => stage === value) ?? 'open')
          setNumber(1)
        }}
      >
        <option value="open">{t`To be worked on`}</option>
        {ORDER_STAGES.map((stage) => (
          <option key={stage} value={stage}>
            {names[stage]}
          </option>
        ))}
      </SelectField>
      {failure !== null && <ConsoleFailure failure={failure} doing={t`Showing orders`} />}
      {list === null && failure === null && <Skeleton size="card" width="full" />}
      {list?.items.length === 0 && (
        <p>
          <Trans>No orders here.</Trans>
        </p>
      )}
      {list?.items.map((order) => (
        <OrderCard key={order.order_code} order={order} onChanged={reload} />
      ))}
      <Pager number={number} pages={list?.pages ?? 1} onChange={setNumber} />
    </>
  )
}
