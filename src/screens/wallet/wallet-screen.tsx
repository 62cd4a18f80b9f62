import { Trans, useLingui } from '@lingui/react/macro'
import { createElement } from 'react'
import { Link } from 'react-router-dom'
import { refreshWallet } from '../../actions/connection.online.ts'
import { moreRoutes } from '../../config/more-routes.ts'
import type { Currency } from '../../domain/money.ts'
import { atLocalMinute, localDayNumber } from '../../domain/zone.ts'
import { useFormat } from '../../i18n/format.ts'
import { phoneZone } from '../../lib/phone-zone.ts'
import { RefreshFailure } from '../../parts/refresh-failure.tsx'
import { useNow } from '../../parts/use-now.ts'
import { useRefresh } from '../../parts/use-refresh.ts'
import { useTransactions } from '../../queries/use-transactions.ts'
import { useWallet } from '../../queries/use-wallet.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Flag } from '../../ui/flag.tsx'
import { useLater } from '../../parts/use-later.ts'
import { buttonLook } from '../../ui/button-look.ts'
import { StarIcon, TransferIcon, WalletIcon } from '../../ui/icons-place.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { AutoTopUp, AutoTopUpOff } from './auto-top-up.tsx'
import { BalanceCard } from './balance-card.tsx'
import { SpendingChart } from './spending-chart.tsx'
import { TransactionList } from './transaction-list.tsx'
import { UnfinishedPayments } from './unfinished-payments.tsx'
import { useWalletCountry } from './use-wallet-country.ts'
import styles from './wallet.module.css'

const DAY_MINUTES = 1440

/** /wallet: the balance and its transactions, in the currency of the chosen country. */
export default function WalletScreen() {
  const { t } = useLingui()
  const format = useFormat()
  const country = useWalletCountry()
  const { currency } = country
  const wallet = useWallet(currency)
  const { failure } = useRefresh(refreshWallet, currency)

  // A snapshot is valid until midnight: it shows "Today" and this month's spending.
  const midnight = atLocalMinute(localDayNumber(useNow(), phoneZone()), DAY_MINUTES, phoneZone())

  return (
    <div className={styles.page} data-still-until={midnight}>
      <div className={styles.pad}>
        <div className={styles.head}>
          <h1 tabIndex={-1}>
            <Trans>Wallet</Trans>
          </h1>
          <p className={styles.country}>
            <Flag code={country.code} />
            {format.country(country.code)}
          </p>
        </div>
        <RefreshFailure failure={failure} doing={t`Updating your wallet`} />
        {wallet.status === 'ready' && wallet.value !== null && (
          <BalanceCard wallet={wallet.value} savedAt={wallet.savedAt} fresh={wallet.fresh} />
        )}
        <AutoTopUpOff currency={currency} />
        <UnfinishedPayments currency={currency} />
      </div>
      {wallet.status === 'ready' && wallet.value !== null && <Movements currency={currency} />}
      {(wallet.status === 'loading' || (wallet.value === null && failure === null)) && <WalletSkeleton />}
      {wallet.status === 'ready' && wallet.value === null && failure !== null && <NothingSaved />}
    </div>
  )
}

const loadStatementButton = () => import('./statement-button.tsx')

function Movements({ currency }: { readonly currency: Currency }) {
  const transactions = useTransactions(currency)
  const Statement = useLater(loadStatementButton)
  if (transactions.status === 'loading') return <WalletSkeleton />
  return (
    <>
      {transactions.value.length > 0 && <SpendingChart transactions={transactions.value} currency={currency} />}
      <TransactionList
        key={currency}
        transactions={transactions.value}
        savedAt={transactions.savedAt}
        fresh={transactions.fresh}
      />
      <div className={styles.pad}>
        <AutoTopUp key={currency} currency={currency} />
        {Statement !== null && createElement(Statement, { currency })}
        <Link to={moreRoutes.gifts.href()} {...buttonLook({ kind: 'secondary' })}>
          <StarIcon />
          <Trans>Gifts</Trans>
        </Link>
        <Link to={moreRoutes.referral.href()} {...buttonLook({ kind: 'secondary' })}>
          <StarIcon />
          <Trans>Referral</Trans>
        </Link>
        <Link to={moreRoutes.withdraw.href()} {...buttonLook({ kind: 'secondary' })}>
          <TransferIcon />
          <Trans>Withdraw</Trans>
        </Link>
      </div>
    </>
  )
}

function WalletSkeleton() {
  return (
    <div className={styles.pad} aria-busy="true">
      <Skeleton size="large" />
      <Skeleton size="button" width="full" />
      <Skeleton size="card" width="full" />
      <Skeleton size="card" width="full" />
    </div>
  )
}

function NothingSaved() {
  return (
    <EmptyState
      icon={<WalletIcon size={28} />}
      title={<Trans>Your balance is not known yet</Trans>}
      text={<Trans>Connect once to load it. After that, you can read it offline.</Trans>}
    />
  )
}
