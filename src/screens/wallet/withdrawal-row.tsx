// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans, useLingui } from '@lingui/react/macro'
import { takeBackWithdrawal } from '../../actions/wallet.online.ts'
import type { Withdrawal } from '../../contract/payments.ts'
import { mustInstant } from '../../domain/instant.ts'
import { useFormat } from '../../i18n/format.ts'
import { phoneZone } from '../../lib/phone-zone.ts'
import { FailureNote } from '../../parts/failure-note.tsx'
import { OnlineButton } from '../../parts/online-button.tsx'
import { useSingleFlight } from '../../parts/use-single-flight.ts'
import { useNow } from '../../parts/use-now.ts'
import { ListRow } from '../../ui/list-row.tsx'
import styles from './wallet.module.css'

export interface WithdrawalRowProps {
  readonly withdrawal: Withdrawal
  readonly onChanged: () => void
}

/** One withdrawal: its progress, the amount actually returned, and the button that cancels it. */
export function WithdrawalRow({ withdrawal, onChanged }: WithdrawalRowProps) {
  const { t } = useLingui()
  const format = useFormat()
  const now = useNow()
  const change = useSingleFlight(onChanged)
  const { amount, paid, currency, state, created_at: createdAt } = withdrawal
  // A gateway may refuse to refund one of the original payments.
  const isInPart = state === 'paid' && paid < amount
  const names: Readonly<Record<Withdrawal['state'], string>> = {
    requested: t`Requested: the money is on hold`,
    paying: t`On its way to you`,
    paid: isInPart ? t`Partly paid out: the rest is in your wallet` : t`Paid out`,
    refused: t`Refused: the money is back in your wallet`,
    cancelled: t`Withdrawal cancelled`,
  }
  return (
    <>
      <ListRow
        title={names[state]}
        detail={format.dayTime(mustInstant(createdAt), { zone: phoneZone(), now })}
        end={<strong>{format.money({ amountMinor: isInPart ? paid : amount, currency })}</strong>}
      />
      {state === 'requested' && (
        <div className={styles.pad}>
          <OnlineButton
            doing={t`Withdrawing`}
            kind="secondary"
            size="small"
            busy={change.isBusy}
            busyLabel={<Trans>Cancelling…</Trans>}
            onClick={() => void change.run(() => takeBackWithdrawal(withdrawal))}
          >
            <Trans>Cancel withdrawal</Trans>
          </OnlineButton>
          {change.failure !== null && change.failure.kind !== 'outcome_unknown' && (
            <FailureNote failure={change.failure} doing={t`Withdrawing`} />
          )}
        </div>
      )}
    </>
  )
}
