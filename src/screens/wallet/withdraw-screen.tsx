// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, useState } from 'react'
import { Link } from 'react-router-dom'
import { type ActionError, findWithdrawable } from '../../actions/failures.ts'
import { findFactorRequired } from '../../actions/second-factor.online.ts'
import { loadWithdrawals, requestWithdrawal, type Withdrawals } from '../../actions/wallet.online.ts'
import { routes } from '../../config/routes.ts'
import { CURRENCY_EXPONENT, type Currency } from '../../domain/money.ts'
import { useFormat } from '../../i18n/format.ts'
import { FailureNote } from '../../parts/failure-note.tsx'
import { OnlineButton } from '../../parts/online-button.tsx'
import parts from '../../parts/parts.module.css'
import { useSingleFlight } from '../../parts/use-single-flight.ts'
import { useUnconfirmedMoney } from '../../queries/use-unconfirmed.ts'
import { iconButtonLook } from '../../ui/button-look.ts'
import { Button } from '../../ui/button.tsx'
import { ChevronStartIcon } from '../../ui/icons-action.tsx'
import { RowList } from '../../ui/list-row.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { ConfirmWithdrawal } from './confirm-withdrawal.tsx'
import { type MoneyFailure, MoneyFailureNote, UnconfirmedMoney } from './unconfirmed-money.tsx'
import { WithdrawalRow } from './withdrawal-row.tsx'
import { readMoney, toAmountText } from '../../parts/read-amount.ts'
import { useLoaded } from '../../parts/use-loaded.ts'
import { useWalletCountry } from './use-wallet-country.ts'
import styles from './wallet.module.css'

/** /wallet/withdraw: returns topped-up money by the way it was paid. */
export default function WithdrawScreen() {
  const { t } = useLingui()
  const { currency } = useWalletCountry()
  const { value, failure, reload } = useLoaded(loadWithdrawals, currency)
  return (
    <div className={styles.page}>
      <PageHead
        back={
          <Link to={routes.wallet.href()} {...iconButtonLook()} aria-label={t`Back`}>
            <ChevronStartIcon />
          </Link>
        }
        title={<Trans>Withdraw</Trans>}
      />
      <UnconfirmedWithdrawals onAnswered={reload} />
      {value !== null && <WithdrawForm key={currency} currency={currency} known={value} onChanged={reload} />}
      <div className={styles.pad}>
        {value === null && failure === null && <Skeleton size="card" width="full" />}
        {failure !== null && (
          <div className={parts.form}>
            <FailureNote failure={failure} doing={t`Withdrawing`} />
            <p>
              <Trans>
                You can withdraw money you paid in and haven’t spent. It’s refunded to the card or account you paid
                with.
              </Trans>
            </p>
          </div>
        )}
      </div>
      {value !== null && value.withdrawals.length > 0 && (
        <section className={styles.section}>
          <h2>
            <Trans>Requests</Trans>
          </h2>
          <RowList label={t`Requests`}>
            {value.withdrawals.map((withdrawal) => (
              <li key={withdrawal.id}>
                <WithdrawalRow withdrawal={withdrawal} onChanged={reload} />
              </li>
            ))}
          </RowList>
        </section>
      )}
    </div>
  )
}

/**
 * Withdrawals, and their cancellations, that are unconfirmed or need the driver's confirmation, and that the provider
 * does not list yet.
 */
function UnconfirmedWithdrawals({ onAnswered }: { readonly onAnswered: () => void }) {
  const unconfirmed = useUnconfirmedMoney()
  const [failed, setFailed] = useState<MoneyFailure | null>(null)
  if (unconfirmed.status === 'loading') return null
  const withdrawals = unconfirmed.value.filter(
    ({ request: { kind } }) => kind === 'wallet.withdraw' || kind === 'wallet.take_back',
  )
  if (withdrawals.length === 0 && failed === null) return null
  return (
    <div className={`${styles.pad} ${parts.form}`}>
      {withdrawals.map((one) => {
        const { id, command } = one.request
        const required = command.kind === 'wallet.withdraw' ? findFactorRequired(one.request) : undefined
        if (required === undefined || command.kind !== 'wallet.withdraw')
          return <UnconfirmedMoney key={id} unconfirmed={one} onFailure={setFailed} onAnswered={onAnswered} />
        const email = required.second_factor === 'email' ? required.email : null
        const props = { requestId: id, command, email, onFailure: setFailed, onAnswered }
        return <ConfirmWithdrawal key={id} {...props} />
      })}
      <MoneyFailureNote failed={failed} />
    </div>
  )
}

/** Whether the failure is already shown with the waiting request; see UnconfirmedWithdrawals. */
const isShownAbove = (failure: ActionError): boolean =>
  failure.kind === 'outcome_unknown' || (failure.kind === 'refused' && failure.code === 'second_factor_required')

interface WithdrawFormProps {
  readonly currency: Currency
  readonly known: Withdrawals
  readonly onChanged: () => void
}

function WithdrawForm({ currency, known, onChanged }: WithdrawFormProps) {
  const { t } = useLingui()
  const format = useFormat()
  const { withdrawableMinor } = known
  const [text, setText] = useState('')
  const [isRefused, setRefused] = useState(false)
  // The list shows the outcome, including an unconfirmed one.
  const change = useSingleFlight(() => setText(''))
  const read = readMoney(text, currency)
  const isPossible = read.ok && read.value > 0 && read.value <= withdrawableMinor
  const most = format.money({ amountMinor: withdrawableMinor, currency })
  if (withdrawableMinor === 0) {
    return (
      <p className={styles.pad}>
        <Trans>
          Nothing to withdraw. You can withdraw money you paid in and haven’t spent, but not welcome credit.
        </Trans>
      </p>
    )
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setRefused(!isPossible)
    if (isPossible) void change.run(() => requestWithdrawal({ amountMinor: read.value, currency })).then(onChanged)
  }
  return (
    <form className={`${styles.pad} ${parts.form}`} onSubmit={submit} noValidate>
      <p>
        <Trans>
          You can withdraw {most}. It’s refunded to the card or account you paid with. Until it’s paid out, the money is
          on hold and you can cancel.
        </Trans>
      </p>
      <TextField
        label={t`Amount in ${format.symbol(currency)}`}
        inputMode="decimal"
        autoComplete="off"
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        {...(isRefused && !isPossible ? { error: <Trans>Enter an amount up to {most}.</Trans> } : {})}
      />
      <Button kind="secondary" onClick={() => setText(toAmountText(withdrawableMinor, CURRENCY_EXPONENT[currency]))}>
        <Trans>Withdraw everything</Trans>
      </Button>
      {change.failure !== null && !isShownAbove(change.failure) && (
        <>
          <FailureNote failure={change.failure} doing={t`Withdrawing`} hasInput />
          {findWithdrawable(change.failure)?.nearest.map((amountMinor) => (
            <Button
              key={amountMinor}
              kind="secondary"
              onClick={() => setText(toAmountText(amountMinor, CURRENCY_EXPONENT[currency]))}
            >
              {format.money({ amountMinor, currency })}
            </Button>
          ))}
        </>
      )}
      <OnlineButton
        doing={t`Withdrawing`}
        hasInput={text !== ''}
        type="submit"
        wide
        busy={change.isBusy}
        busyLabel={<Trans>Sending…</Trans>}
      >
        <Trans>Request the withdrawal</Trans>
      </OnlineButton>
    </form>
  )
}
