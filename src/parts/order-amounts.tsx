// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans, useLingui } from '@lingui/react/macro'
import type { Order } from '../contract/orders.ts'
import { taxName } from '../domain/tax-name.ts'
import { useFormat } from '../i18n/format.ts'
import { type PriceLine, PriceLines } from '../ui/price-lines.tsx'

type Amounts = Pick<Order, 'currency' | 'goods' | 'discount' | 'coupon_code' | 'taxes' | 'total'>

/** Returns the lines below the items of a cart or an order: coupon, taxes by name, and the total. */
export function useTotalLines(order: Amounts): readonly PriceLine[] {
  const { t } = useLingui()
  const format = useFormat()
  const money = (amountMinor: number): string => format.money({ amountMinor, currency: order.currency })
  const discount = format.money({ amountMinor: -order.discount, currency: order.currency }, { sign: 'always' })
  return [
    { key: 'goods', label: t`Items`, amount: money(order.goods), tone: 'plain' },
    ...(order.discount === 0
      ? []
      : [{ key: 'coupon', label: t`Coupon ${order.coupon_code ?? ''}`, amount: discount, tone: 'good' } as const]),
    ...order.taxes.map((tax) => ({
      key: `tax ${tax.code}`,
      label: tax.included
        ? t`${{ name: taxName(tax, format.language) }}, included in the total`
        : taxName(tax, format.language),
      amount: money(tax.amount),
      tone: 'plain' as const,
    })),
    {
      key: 'total',
      label: (
        <strong>
          <Trans>Total</Trans>
        </strong>
      ),
      amount: money(order.total),
      tone: 'total',
    },
  ]
}

/** What was ordered, line by line, what it cost, and what was refunded. */
export function OrderAmounts({ order }: { readonly order: Order }) {
  const { t } = useLingui()
  const format = useFormat()
  const money = (amountMinor: number): string => format.money({ amountMinor, currency: order.currency })
  const totals = useTotalLines(order)
  const goods: readonly PriceLine[] = order.lines.map((line) => ({
    key: String(line.product_id),
    label: `${String(line.quantity)} × ${line.names[format.language]}`,
    amount: money(line.goods),
    tone: 'plain',
  }))
  const back: readonly PriceLine[] =
    order.refunded === 0
      ? []
      : [
          {
            key: 'refunded',
            label: t`Back in your wallet`,
            amount: format.money({ amountMinor: order.refunded, currency: order.currency }, { sign: 'always' }),
            tone: 'good',
          },
        ]
  return <PriceLines lines={[...goods, ...totals, ...back]} />
}
