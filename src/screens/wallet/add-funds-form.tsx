// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, useState } from 'react'
import type { ActionError } from '../../actions/failures.ts'
import { keepTopUp, type StartedPayment, topUp, type TopUpInput } from '../../actions/wallet.online.ts'
import type { GatewayConfig } from '../../contract/payments.ts'
import { CURRENCY_EXPONENT, type Currency } from '../../domain/money.ts'
import { PAYMENT_RANGE } from '../../domain/payment.ts'
import { useFormat } from '../../i18n/format.ts'
import type { Result } from '../../lib/result.ts'
import { FailureNote } from '../../parts/failure-note.tsx'
import parts from '../../parts/parts.module.css'
import { useOpenPayPage } from '../../parts/pay-page.ts'
import { useConnection } from '../../queries/use-connection.ts'
import { Button } from '../../ui/button.tsx'
import { CheckCard } from '../../ui/choice-field.tsx'
import { Chip, ChipRow } from '../../ui/chip.tsx'
import { NoSignalIcon } from '../../ui/icons-state.tsx'
import { Note } from '../../ui/note.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { type AmountProblem, readAmount, toAmountText } from '../../parts/read-amount.ts'
import { TopUpPrice } from './top-up-price.tsx'
import styles from './wallet.module.css'

export type Gateway = GatewayConfig['gateways'][number]

export interface AddFundsFormProps {
  readonly currency: Currency
  /** In the order in which they are tried; empty until the provider has answered. */
  readonly gateways: readonly Gateway[]
  /** Minor units; null leaves the amount to the driver. */
  readonly startMinor: number | null
}

/** Round amounts of the currency, minor units. */
const SUGGESTED: Readonly<Record<Currency, readonly number[]>> = {
  NGN: [100_000, 200_000, 500_000, 1_000_000],
  XOF: [1_000, 2_000, 5_000, 10_000],
  USD: [1_000, 2_000, 5_000, 10_000],
  CAD: [1_000, 2_000, 5_000, 10_000],
}

/** One amount, its price, one button. Offline, the amount is saved and offered again later. */
export function AddFundsForm({ currency, gateways, startMinor }: AddFundsFormProps) {
  const { t } = useLingui()
  const format = useFormat()
  const isOffline = useConnection().state === 'offline'
  const exponent = CURRENCY_EXPONENT[currency]
  const [text, setText] = useState(startMinor === null ? '' : toAmountText(startMinor, exponent))
  const [isChecked, setChecked] = useState(false)
  const [isKeeping, setKeeping] = useState(false)
  const canKeep = gateways[0]?.keeps_methods === true
  const send = useTopUp()
  const read = readAmount(text, currency)
  const symbol = format.symbol(currency)

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setChecked(true)
    if (!read.ok) {
      const field = event.currentTarget.elements.namedItem('amount')
      if (field instanceof HTMLElement) field.focus()
      return
    }
    const input = { amountMinor: read.value, currency }
    if (isOffline) void send.keep(input).then((isKept) => isKept && setText(''))
    else void send.start({ ...input, ...(canKeep && isKeeping ? { keepMethod: true } : {}) })
    setChecked(false)
  }

  return (
    <form className={parts.form} onSubmit={submit} noValidate>
      <TextField
        label={t`Amount in ${symbol}`}
        name="amount"
        inputMode="decimal"
        autoComplete="off"
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        {...(isChecked && !read.ok ? { error: <ProblemText problem={read.error} currency={currency} /> } : {})}
      />
      <div className={styles.bleed}>
        <ChipRow label={t`Common amounts`}>
          {SUGGESTED[currency].map((amountMinor) => (
            <Chip
              key={amountMinor}
              on={read.ok && read.value === amountMinor}
              onToggle={() => setText(toAmountText(amountMinor, exponent))}
            >
              {format.money({ amountMinor, currency }, { short: true })}
            </Chip>
          ))}
        </ChipRow>
      </div>
      {read.ok && <TopUpPrice money={{ amountMinor: read.value, currency }} gateways={gateways} />}
      {canKeep && !isOffline && (
        <CheckCard
          title={<Trans>Save this card for automatic top-ups</Trans>}
          detail={
            <Trans>
              The payment service keeps your card, not this phone. Nothing is charged until you set up automatic top-up.
            </Trans>
          }
          checked={isKeeping}
          onChange={(event) => setKeeping(event.currentTarget.checked)}
        />
      )}
      {send.failure !== null && <TopUpFailure failure={send.failure} />}
      {isOffline ? (
        <>
          <Note icon={<NoSignalIcon size={24} />} title={t`Needs a connection`} role="status">
            <Trans>You can keep the amount on this phone. We’ll offer it here again when you’re connected.</Trans>
          </Note>
          <Button type="submit" wide>
            <Trans>Keep this amount</Trans>
          </Button>
        </>
      ) : (
        <Button type="submit" wide busy={send.isBusy} busyLabel={<Trans>Opening the payment page…</Trans>}>
          <Trans>Continue to payment</Trans>
        </Button>
      )}
    </form>
  )
}

export function ProblemText({ problem, currency }: { readonly problem: AmountProblem; readonly currency: Currency }) {
  const format = useFormat()
  const { minimumMinor, maximumMinor } = PAYMENT_RANGE[currency]
  if (problem === 'not_a_number') return <Trans>Enter an amount, such as 20.</Trans>
  if (problem === 'too_precise') return <Trans>Too many decimals for this currency.</Trans>
  const minimum = format.money({ amountMinor: minimumMinor, currency })
  const maximum = format.money({ amountMinor: maximumMinor, currency })
  return (
    <Trans>
      Choose between {minimum} and {maximum}.
    </Trans>
  )
}

/** Shows no failure for an unconfirmed top-up: it is listed above the form, where it can be retried. */
function TopUpFailure({ failure }: { readonly failure: ActionError }) {
  const { t } = useLingui()
  if (failure.kind === 'outcome_unknown') return null
  return <FailureNote failure={failure} doing={t`Topping up`} hasInput />
}

/** Starts one top-up at a time. The button stays busy while the gateway's page is opening. */
function useTopUp() {
  const openPayPage = useOpenPayPage()
  const [failure, setFailure] = useState<ActionError | null>(null)
  const [isBusy, setBusy] = useState(false)
  const run = async <T,>(ask: () => Promise<Result<T, ActionError>>): Promise<T | undefined> => {
    setBusy(true)
    setFailure(null)
    const result = await ask()
    if (result.ok) return result.value
    setBusy(false)
    setFailure(result.error)
    return undefined
  }
  return {
    failure,
    isBusy,
    start: async (input: TopUpInput): Promise<void> => {
      if (isBusy) return
      const started: StartedPayment | undefined = await run(() => topUp(input))
      if (started !== undefined && !openPayPage(started.info)) setBusy(false)
    },
    keep: async (input: TopUpInput): Promise<boolean> => {
      const isKept = (await run(() => keepTopUp(input))) === null
      setBusy(false)
      return isKept
    },
  }
}
