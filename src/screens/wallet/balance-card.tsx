// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans } from '@lingui/react/macro'
import { Link } from 'react-router-dom'
import { routes } from '../../config/routes.ts'
import { toInstant } from '../../domain/instant.ts'
import { useFormat } from '../../i18n/format.ts'
import { phoneZone } from '../../lib/phone-zone.ts'
import { useNow } from '../../parts/use-now.ts'
import { WalletBelowZero } from '../../parts/wallet-below-zero.tsx'
import type { Wallet } from '../../queries/query.ts'
import { useConnection } from '../../queries/use-connection.ts'
import { buttonLook } from '../../ui/button-look.ts'
import { ButtonRow } from '../../ui/button-row.tsx'
import { PlusIcon } from '../../ui/icons-action.tsx'
import { figureFit } from '../../ui/figure-fit.ts'
import { ReceiptIcon } from '../../ui/icons-place.tsx'
import { NoSignalIcon } from '../../ui/icons-state.tsx'
import text from '../../ui/text.module.css'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import styles from './wallet.module.css'

export interface BalanceCardProps {
  readonly wallet: Wallet
  /** Epoch milliseconds of the provider's last answer; null when there was none. */
  readonly savedAt: number | null
  readonly fresh: boolean
}

/** The balance with its time, the amount on hold, and the link to top up. */
export function BalanceCard({ wallet, savedAt, fresh }: BalanceCardProps) {
  const format = useFormat()
  const { balance, held, currency } = wallet
  const total = format.money({ amountMinor: balance, currency })
  return (
    <section className={styles.card}>
      <div>
        <h2 className={text.muted}>
          <BalanceTime savedAt={savedAt} fresh={fresh} />
        </h2>
        <p className={`${text.figure} ${styles.balance}`} data-fit={figureFit(total)}>
          {total}
        </p>
        {held > 0 && (
          <p className={text.muted}>
            <Trans>plus {format.money({ amountMinor: held, currency })} on hold for a withdrawal</Trans>
          </p>
        )}
      </div>
      {balance < 0 && <WalletBelowZero balanceMinor={balance} currency={currency} missingMinor={-balance} />}
      <ButtonRow>
        <TopUpLink />
        <Link to={routes.wallet.href('receipt')} {...buttonLook({ kind: 'secondary' })}>
          <ReceiptIcon />
          <Trans>Receipts</Trans>
        </Link>
      </ButtonRow>
    </section>
  )
}

/**
 * Enabled offline too, since the next page can save the amount. The reason is visually hidden, so that the button's
 * size does not change.
 */
function TopUpLink() {
  const isOffline = useConnection().state === 'offline'
  if (!isOffline) {
    return (
      <Link to={routes.addFunds.href()} {...buttonLook()}>
        <PlusIcon />
        <Trans>Top up</Trans>
      </Link>
    )
  }
  return (
    <Link to={routes.addFunds.href()} {...buttonLook({ kind: 'blocked' })} data-now>
      <NoSignalIcon />
      <span>
        <Trans>Top up</Trans>
        <VisuallyHidden>
          : <Trans>Needs a connection</Trans>
        </VisuallyHidden>
      </span>
    </Link>
  )
}

function BalanceTime({ savedAt, fresh }: Pick<BalanceCardProps, 'savedAt' | 'fresh'>) {
  const format = useFormat()
  const now = useNow()
  if (savedAt === null) return <Trans>Balance</Trans>
  const time = format.savedAt(toInstant(savedAt), { zone: phoneZone(), now })
  return fresh ? <Trans>Balance, {time}</Trans> : <Trans>Balance saved {time}</Trans>
}
