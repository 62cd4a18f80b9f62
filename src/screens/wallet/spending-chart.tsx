// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans, useLingui } from '@lingui/react/macro'
import type { Currency } from '../../domain/money.ts'
import { useFormat } from '../../i18n/format.ts'
import { phoneZone } from '../../lib/phone-zone.ts'
import { useNow } from '../../parts/use-now.ts'
import type { Transaction } from '../../queries/query.ts'
import { BarChart } from '../../ui/bar-chart.tsx'
import text from '../../ui/text.module.css'
import { spendingByMonth } from './spending-by-month.ts'
import styles from './wallet.module.css'

/** The cost of parking this month, next to previous months. */
export function SpendingChart({
  transactions,
  currency,
}: {
  readonly transactions: readonly Transaction[]
  readonly currency: Currency
}) {
  const { t } = useLingui()
  const format = useFormat()
  const now = useNow()
  const months = spendingByMonth(transactions, { now, zone: phoneZone() })
  const current = months.at(-1)
  if (current === undefined) return null
  const money = (amountMinor: number) => ({ amountMinor, currency })
  return (
    <section className={styles.pad}>
      <div className={styles.head}>
        <h2 className={styles.spent}>
          <Trans>Spent in {format.month(current.month, 'long')}</Trans>
        </h2>
        <p className={text.figure}>{format.money(money(current.spentMinor))}</p>
      </div>
      <BarChart
        caption={t`Spending by month: parking, orders, documents and plans, minus refunds`}
        labelHeading={t`Month`}
        valueHeading={t`Spent`}
        columns={months.map(({ key, month, spentMinor, isCurrent }) => ({
          key,
          label: format.month(month),
          // A month with a negative total has no bar.
          value: Math.max(0, spentMinor),
          short: format.moneyCompact(money(spentMinor)),
          full: format.money(money(spentMinor)),
          current: isCurrent,
        }))}
      />
    </section>
  )
}
