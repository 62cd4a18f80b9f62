import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { SavedNote } from '../../parts/saved-note.tsx'
import type { Transaction } from '../../queries/query.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ReceiptIcon } from '../../ui/icons-place.tsx'
import { RowList } from '../../ui/list-row.tsx'
import { TransactionRow } from './transaction-row.tsx'
import styles from './wallet.module.css'

const STEP = 20

export interface TransactionListProps {
  /** Newest first. */
  readonly transactions: readonly Transaction[]
  readonly savedAt: number | null
  readonly fresh: boolean
}

/** What moved the balance, the newest first, twenty at a time. */
export function TransactionList({ transactions, savedAt, fresh }: TransactionListProps) {
  const { t } = useLingui()
  const [limit, setLimit] = useState(STEP)
  const next = Math.min(STEP, transactions.length - limit)
  return (
    <section className={styles.section}>
      <h2>
        <Trans>Transactions</Trans>
      </h2>
      <div className={styles.pad}>
        <SavedNote savedAt={savedAt} fresh={fresh} />
      </div>
      {transactions.length === 0 && <NoTransactions />}
      <RowList label={t`Transactions`}>
        {transactions.slice(0, limit).map((transaction) => (
          <li key={transaction.id}>
            <TransactionRow transaction={transaction} />
          </li>
        ))}
      </RowList>
      {next > 0 && (
        <div className={styles.pad}>
          <Button kind="secondary" wide onClick={() => setLimit(limit + STEP)}>
            <Trans>Show {next} more</Trans>
          </Button>
        </div>
      )}
    </section>
  )
}

function NoTransactions() {
  return (
    <EmptyState
      icon={<ReceiptIcon size={28} />}
      title={<Trans>No transactions yet</Trans>}
      text={<Trans>Bookings, extensions and refunds are listed here with the balance after each.</Trans>}
    />
  )
}
