// Rarely rendered; memoisation would double this file.
'use no memo'
import { useLingui } from '@lingui/react/macro'
import type { PlanReceipt } from '../../contract/plans.ts'
import { mustInstant } from '../../domain/instant.ts'
import { useFormat } from '../../i18n/format.ts'
import { PAPER } from '../../i18n/print-clock.ts'
import { usePriceLines } from '../../parts/use-price-lines.tsx'
import { type Fact, FactList } from '../../ui/fact-list.tsx'
import { PriceLines } from '../../ui/price-lines.tsx'
import { PrintButton } from './print-button.tsx'

/** The price of one month of a plan, including tax. */
export function PlanReceiptPage({ receipt }: { readonly receipt: PlanReceipt }) {
  const { t } = useLingui()
  const format = useFormat()
  const { customer, timezone: zone, names, price, currency } = receipt
  const day = (text: string): string => format.date(mustInstant(text), zone, PAPER)
  const facts: readonly Fact[] = [
    [t`Date`, day(receipt.issued_at)],
    [t`From`, day(receipt.period_start)],
    [t`Until`, day(receipt.period_end)],
    [t`Customer`, `${customer.name}, ${customer.email}`],
    [t`Paid with`, t`Wallet`],
  ]
  const taxes = receipt.taxes.map(({ amount: amountMinor, ...tax }) => ({ ...tax, amountMinor }))
  const lines = usePriceLines({
    lines: [{ kind: 'plan', names, amountMinor: price }, ...taxes],
    ...{ totalMinor: price, currency },
  })
  return (
    <>
      <FactList facts={facts} />
      <PriceLines lines={lines} />
      <PrintButton />
    </>
  )
}
