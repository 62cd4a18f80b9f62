// Rarely rendered; memoisation would double this file.
'use no memo'
import { useLingui } from '@lingui/react/macro'
import type { OrderReceipt } from '../../contract/orders.ts'
import { mustInstant } from '../../domain/instant.ts'
import { useFormat } from '../../i18n/format.ts'
import { PAPER } from '../../i18n/print-clock.ts'
import { OrderAmounts } from '../../parts/order-amounts.tsx'
import { type Fact, FactList } from '../../ui/fact-list.tsx'
import { PrintButton } from './print-button.tsx'

/** The items of an order, the price with taxes, and the refunds since. */
export function OrderReceiptPage({ receipt }: { readonly receipt: OrderReceipt }) {
  const { t } = useLingui()
  const format = useFormat()
  const { order, customer, timezone: zone } = receipt
  const facts: readonly Fact[] = [
    [t`Date`, format.date(mustInstant(receipt.issued_at), zone, PAPER)],
    [t`Order`, order.order_code],
    [t`Customer`, `${customer.name}, ${customer.email}`],
    [t`Paid with`, receipt.paid_with === 'wallet' ? t`Wallet` : t`Card or mobile money`],
  ]
  return (
    <>
      <FactList facts={facts} />
      <OrderAmounts order={order} />
      <PrintButton />
    </>
  )
}
