import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { moreRoutes } from '../../config/more-routes.ts'
import { routes } from '../../config/routes.ts'
import { mustInstant } from '../../domain/instant.ts'
import { useFormat } from '../../i18n/format.ts'
import { unreachable } from '../../lib/assert.ts'
import { phoneZone } from '../../lib/phone-zone.ts'
import { useNow } from '../../parts/use-now.ts'
import type { Transaction } from '../../queries/query.ts'
import { MinusIcon, PencilIcon, PlusIcon } from '../../ui/icons-action.tsx'
import { ReceiptIcon, StarIcon, TicketIcon, TransferIcon } from '../../ui/icons-place.tsx'
import { ClockIcon, TriangleIcon } from '../../ui/icons-state.tsx'
import { ListRow, ListRowFace, listRowLook } from '../../ui/list-row.tsx'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import styles from './wallet.module.css'

const ICON: Readonly<Record<Transaction['kind'], ReactNode>> = {
  booking: <TicketIcon />,
  extension: <ClockIcon />,
  refund: <TransferIcon />,
  top_up: <PlusIcon />,
  welcome_credit: <StarIcon />,
  promo: <StarIcon />,
  withdrawal: <MinusIcon />,
  adjustment: <PencilIcon />,
  reversal: <MinusIcon />,
  dispute: <TriangleIcon />,
  order: <ReceiptIcon />,
  order_refund: <TransferIcon />,
  gift: <MinusIcon />,
  gift_refund: <TransferIcon />,
  gift_redeemed: <PlusIcon />,
  document: <ReceiptIcon />,
  document_refund: <TransferIcon />,
  plan: <ReceiptIcon />,
  referral: <StarIcon />,
}

export interface TransactionRowProps {
  readonly transaction: Transaction
  /** Which page the row links to: its booking or its receipt, if it has one. */
  readonly opens: 'booking' | 'receipt'
}

/** What the transaction was, when, the amount, and the balance after it. */
export function TransactionRow({ transaction, opens }: TransactionRowProps) {
  const format = useFormat()
  const now = useNow()
  const { kind, amount, balance_after: after, currency, booking_code: code, created_at: createdAt } = transaction
  const figure = format.money({ amountMinor: amount, currency }, { sign: 'always' })
  const face = {
    icon: ICON[kind],
    title: <TransactionTitle transaction={transaction} />,
    detail: format.dayTime(mustInstant(createdAt), { zone: phoneZone(), now }),
    end: <strong className={amount > 0 ? styles.in : undefined}>{figure}</strong>,
    endDetail: (
      <>
        <VisuallyHidden>
          <Trans>Balance after:</Trans>{' '}
        </VisuallyHidden>
        {format.money({ amountMinor: after, currency })}
      </>
    ),
  }
  const { receipt_number: number } = transaction
  const to =
    opens === 'receipt'
      ? number === null
        ? null
        : moreRoutes.receipt.href(number)
      : code === null
        ? null
        : routes.booking.href(code)
  if (to === null) return <ListRow {...face} />
  return (
    <Link to={to} {...listRowLook()}>
      <ListRowFace {...face} />
    </Link>
  )
}

function TransactionTitle({ transaction }: { readonly transaction: Transaction }) {
  const { kind, amount, park_name: park } = transaction
  if (isOfShop(kind)) return <ShopTitle kind={kind} />
  switch (kind) {
    case 'booking':
      return park ?? <Trans>Booking</Trans>
    case 'extension':
      return park === null ? <Trans>Extension</Trans> : <Trans>Extension, {park}</Trans>
    case 'refund':
      return park === null ? <Trans>Refund</Trans> : <Trans>Refund, {park}</Trans>
    case 'top_up':
      return <Trans>Top-up</Trans>
    case 'welcome_credit':
      return <Trans>Welcome credit (demo)</Trans>
    case 'promo':
      return <Trans>Promotion</Trans>
    case 'referral':
      return <Trans>Referral</Trans>
    case 'withdrawal':
      return amount > 0 ? <Trans>Withdrawal returned</Trans> : <Trans>Withdrawal</Trans>
    case 'adjustment':
      return <Trans>Correction</Trans>
    case 'reversal':
      return amount > 0 ? <Trans>Payment back in your wallet</Trans> : <Trans>Payment taken back</Trans>
    case 'dispute':
      return amount > 0 ? <Trans>Dispute closed, money back</Trans> : <Trans>Payment disputed</Trans>
    default:
      return unreachable(kind)
  }
}

type ShopKind = Extract<Transaction['kind'], `order${string}` | `gift${string}` | `document${string}` | 'plan'>

const isOfShop = (kind: Transaction['kind']): kind is ShopKind => /^(?:order|gift|document|plan)/.test(kind)

function ShopTitle({ kind }: { readonly kind: ShopKind }) {
  switch (kind) {
    case 'order':
      return <Trans>Order</Trans>
    case 'order_refund':
      return <Trans>Refund of an order</Trans>
    case 'gift':
      return <Trans>Gift for somebody</Trans>
    case 'gift_refund':
      return <Trans>Cancelled gift</Trans>
    case 'gift_redeemed':
      return <Trans>Gift received</Trans>
    case 'document':
      return <Trans>Vehicle documents</Trans>
    case 'document_refund':
      return <Trans>Refund for vehicle documents</Trans>
    case 'plan':
      return <Trans>Plan</Trans>
    default:
      return unreachable(kind)
  }
}
