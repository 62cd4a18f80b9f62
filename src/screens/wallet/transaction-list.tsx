import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { PARAM } from '../../config/routes.ts'
import { unreachable } from '../../lib/assert.ts'
import { SavedNote } from '../../parts/saved-note.tsx'
import type { Transaction } from '../../queries/query.ts'
import { Button } from '../../ui/button.tsx'
import { Chip, ChipRow } from '../../ui/chip.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { SearchIcon } from '../../ui/icons-action.tsx'
import { ReceiptIcon } from '../../ui/icons-place.tsx'
import { RowList } from '../../ui/list-row.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { findTransactions, type Shown, SHOWN, toShown } from './find-transactions.ts'
import { TransactionRow } from './transaction-row.tsx'
import styles from './wallet.module.css'

const STEP = 20

export interface TransactionListProps {
  /** Newest first. */
  readonly transactions: readonly Transaction[]
  readonly savedAt: number | null
  readonly fresh: boolean
}

/** The wallet's transactions, newest first, twenty at a time; searched and filtered on the phone, so offline too. */
export function TransactionList({ transactions, savedAt, fresh }: TransactionListProps) {
  const { t } = useLingui()
  const [query, setQuery] = useSearchParams()
  const [limit, setLimit] = useState(STEP)
  const [text, setText] = useState('')
  const shown = toShown(query.get(PARAM.shown))
  const found = findTransactions(transactions, { text, shown })
  const next = Math.min(STEP, found.length - limit)
  const show = (which: Shown) => {
    setLimit(STEP)
    setQuery(which === 'all' ? {} : { [PARAM.shown]: which }, { replace: true, preventScrollReset: true })
  }
  return (
    <section
      className={styles.section}
      // A snapshot of search results could be mistaken for the whole wallet.
      data-keep-still={shown === 'all' && text === '' ? '' : undefined}
    >
      <h2>
        <Trans>Transactions</Trans>
      </h2>
      <div className={styles.pad}>
        <SavedNote savedAt={savedAt} fresh={fresh} />
        {transactions.length > 0 && (
          <>
            <div className={styles.bleed}>
              <ChipRow label={t`Show`}>
                {SHOWN.map((which) => (
                  <Chip key={which} on={which === shown} onToggle={() => show(which)}>
                    <ShownText shown={which} />
                  </Chip>
                ))}
              </ChipRow>
            </div>
            <form role="search" onSubmit={(event) => event.preventDefault()}>
              <TextField
                type="search"
                label={t`Search transactions`}
                icon={<SearchIcon />}
                value={text}
                onChange={(event) => {
                  setLimit(STEP)
                  setText(event.currentTarget.value)
                }}
              />
            </form>
          </>
        )}
      </div>
      {transactions.length === 0 && savedAt !== null && <NoTransactions />}
      {transactions.length > 0 && found.length === 0 && <NothingFound shown={shown} />}
      <RowList label={t`Transactions`}>
        {found.slice(0, limit).map((transaction) => (
          <li key={transaction.id}>
            <TransactionRow transaction={transaction} opens={shown === 'receipt' ? 'receipt' : 'booking'} />
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

function ShownText({ shown }: { readonly shown: Shown }) {
  switch (shown) {
    case 'all':
      return <Trans>All</Trans>
    case 'out':
      return <Trans>Money out</Trans>
    case 'in':
      return <Trans>Money in</Trans>
    case 'refund':
      return <Trans>Refunds</Trans>
    case 'receipt':
      return <Trans>Receipts</Trans>
    default:
      return unreachable(shown)
  }
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

function NothingFound({ shown }: { readonly shown: Shown }) {
  return (
    <EmptyState
      icon={<ReceiptIcon size={28} />}
      title={<Trans>None found</Trans>}
      {...(shown === 'receipt' ? { text: <Trans>A receipt gets its number a few minutes after you book.</Trans> } : {})}
    />
  )
}
