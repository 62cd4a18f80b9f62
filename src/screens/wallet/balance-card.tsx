import { Trans } from '@lingui/react/macro'
import { toInstant } from '../../domain/instant.ts'
import { useFormat } from '../../i18n/format.ts'
import { phoneZone } from '../../lib/phone-zone.ts'
import { useNow } from '../../parts/use-now.ts'
import type { Wallet } from '../../queries/query.ts'
import { BlockedButton } from '../../ui/blocked-button.tsx'
import { ClockIcon } from '../../ui/icons-state.tsx'
import text from '../../ui/text.module.css'
import styles from './wallet.module.css'

export interface BalanceCardProps {
  readonly wallet: Wallet
  /** Epoch milliseconds of the provider's last answer. */
  readonly savedAt: number | null
  readonly fresh: boolean
}

/** The balance with its time. Topping up has its place, and says that it is not there yet. */
export function BalanceCard({ wallet, savedAt, fresh }: BalanceCardProps) {
  const format = useFormat()
  const { balance, held, currency } = wallet
  return (
    <section className={styles.card}>
      <div>
        <h2 className={text.muted}>
          <BalanceTime savedAt={savedAt} fresh={fresh} />
        </h2>
        <p className={`${text.figure} ${styles.balance}`}>{format.money({ amountMinor: balance, currency })}</p>
        {held > 0 && (
          <p className={text.muted}>
            <Trans>{format.money({ amountMinor: held, currency })} of it is held for a booking</Trans>
          </p>
        )}
      </div>
      <BlockedButton
        wide
        icon={<ClockIcon />}
        why={
          <Trans>
            Topping up is not possible in this version yet. Until then the sandbox gives every new wallet a welcome
            credit: play money, with which you can book as with any other.
          </Trans>
        }
      >
        <Trans>Top up: comes later</Trans>
      </BlockedButton>
    </section>
  )
}

function BalanceTime({ savedAt, fresh }: Pick<BalanceCardProps, 'savedAt' | 'fresh'>) {
  const format = useFormat()
  const now = useNow()
  if (savedAt === null) return <Trans>Balance</Trans>
  const time = format.savedAt(toInstant(savedAt), { zone: phoneZone(), now })
  return fresh ? <Trans>Balance, {time}</Trans> : <Trans>Balance saved at {time}</Trans>
}
