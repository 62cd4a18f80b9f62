// Rarely rendered; memoisation would double this file.
'use no memo'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { loadOrders } from '../../actions/orders.online.ts'
import { moreRoutes } from '../../config/more-routes.ts'
import { routes } from '../../config/routes.ts'
import type { Order } from '../../contract/orders.ts'
import { mustInstant } from '../../domain/instant.ts'
import { useFormat } from '../../i18n/format.ts'
import { phoneZone } from '../../lib/phone-zone.ts'
import { FailureNote } from '../../parts/failure-note.tsx'
import parts from '../../parts/parts.module.css'
import { RefreshFailure } from '../../parts/refresh-failure.tsx'
import { SavedNote } from '../../parts/saved-note.tsx'
import { useNow } from '../../parts/use-now.ts'
import { useRefresh } from '../../parts/use-refresh.ts'
import { useOrders } from '../../queries/use-marketplace.ts'
import { buttonLook } from '../../ui/button-look.ts'
import { ButtonRow } from '../../ui/button-row.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ReceiptIcon } from '../../ui/icons-place.tsx'
import { ListRowFace, listRowLook, RowList } from '../../ui/list-row.tsx'
import styles from './marketplace.module.css'
import { GoodsSkeleton } from './marketplace-screen.tsx'
import { StageBadge } from '../../parts/stage-badge.tsx'
import { UnansweredOrders } from './unanswered-orders.tsx'

const SHOWN_AT_ONCE = 10

/** /orders: the driver's orders, newest first, readable offline. */
export function OrdersScreen() {
  const { t } = useLingui()
  const saved = useOrders()
  const { failure, isRefreshing } = useRefresh(loadOrders, null)
  const orders = saved.status === 'ready' ? saved.value : null
  return (
    <div className={styles.page}>
      <div className={styles.pad}>
        <h1 tabIndex={-1}>
          <Trans>My orders</Trans>
        </h1>
        <UnansweredOrders />
        {saved.status === 'ready' && orders !== null && <SavedNote savedAt={saved.savedAt} fresh={saved.fresh} />}
        {orders !== null && <RefreshFailure failure={failure} doing={t`Updating the list`} />}
        {orders === null && failure !== null && <FailureNote failure={failure} doing={t`Loading your orders`} />}
      </div>
      {orders === null && isRefreshing && <GoodsSkeleton />}
      {orders !== null && (orders.length === 0 ? <NoOrders /> : <OrderPages orders={orders} />)}
    </div>
  )
}

function OrderPages({ orders }: { readonly orders: readonly Order[] }) {
  const { t } = useLingui()
  const [page, setPage] = useState(0)
  const first = page * SHOWN_AT_ONCE
  const shown = orders.slice(first, first + SHOWN_AT_ONCE)
  const [from, to, total] = [first + 1, first + shown.length, orders.length]
  return (
    <>
      <RowList label={t`My orders`}>
        {shown.map((order) => (
          <li key={order.order_id}>
            <OrderRow order={order} />
          </li>
        ))}
      </RowList>
      <div className={styles.pad}>
        <p className={parts.small} role="status">
          <Trans>
            Showing {from} to {to} of {total} entries
          </Trans>
        </p>
        {total > SHOWN_AT_ONCE && (
          <ButtonRow>
            <Button kind="secondary" size="small" disabled={page === 0} onClick={() => setPage(page - 1)}>
              <Trans>Newer</Trans>
            </Button>
            <Button kind="secondary" size="small" disabled={to === total} onClick={() => setPage(page + 1)}>
              <Trans>Older</Trans>
            </Button>
          </ButtonRow>
        )}
      </div>
    </>
  )
}

function OrderRow({ order }: { readonly order: Order }) {
  const format = useFormat()
  const now = useNow()
  const count = order.lines.reduce((sum, { quantity }) => sum + quantity, 0)
  return (
    <Link to={moreRoutes.order.href(order.order_code)} {...listRowLook('place')}>
      <ListRowFace
        title={order.order_code}
        detail={
          <>
            {format.dayTime(mustInstant(order.created_at), { zone: phoneZone(), now })},{' '}
            <Plural value={count} one="# item" other="# items" />
            <br />
            <StageBadge stage={order.stage} />
          </>
        }
        end={format.money({ amountMinor: order.total, currency: order.currency })}
      />
    </Link>
  )
}

const NoOrders = () => (
  <EmptyState
    icon={<ReceiptIcon size={28} />}
    title={<Trans>No orders yet</Trans>}
    text={<Trans>What you order in the marketplace is listed here.</Trans>}
    action={
      <Link to={routes.marketplace.href()} {...buttonLook()}>
        <Trans>Marketplace</Trans>
      </Link>
    }
  />
)
