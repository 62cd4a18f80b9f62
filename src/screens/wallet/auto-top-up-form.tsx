// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, useState } from 'react'
import { removeSavedMethod, setAutoTopUp } from '../../actions/wallet.online.ts'
import type { AutoTopUp } from '../../contract/payments.ts'
import { type AutoTopUpProblem, autoTopUpRange, findAutoTopUpProblem } from '../../domain/auto-top-up.ts'
import { CURRENCY_EXPONENT, type Currency } from '../../domain/money.ts'
import { useFormat } from '../../i18n/format.ts'
import { FailureNote } from '../../parts/failure-note.tsx'
import { OnlineButton } from '../../parts/online-button.tsx'
import parts from '../../parts/parts.module.css'
import { useSingleFlight } from '../../parts/use-single-flight.ts'
import { Modal } from '../../ui/modal.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { cardName } from './card-name.ts'
import { readMoney, toAmountText } from '../../parts/read-amount.ts'

export interface AutoTopUpFormProps {
  readonly settings: AutoTopUp
  readonly onClose: () => void
}

/** Default threshold, amount and monthly cap, minor units. */
const OFFERED: Readonly<Record<Currency, readonly [number, number, number]>> = {
  NGN: [100_000, 500_000, 2_000_000],
  XOF: [1_000, 5_000, 20_000],
  USD: [500, 2_000, 10_000],
  CAD: [500, 2_000, 10_000],
}

const FIELDS: readonly AutoTopUpProblem[] = ['threshold', 'amount', 'monthly_cap']
type Texts = Readonly<Record<AutoTopUpProblem, string>>

function toTexts({ currency, threshold, amount, monthly_cap: cap }: AutoTopUp): Texts {
  const isSet = amount > 0
  const [first, second, third] = isSet ? [threshold, amount, cap] : OFFERED[currency]
  const text = (amountMinor: number) => toAmountText(amountMinor, CURRENCY_EXPONENT[currency])
  return { threshold: text(first), amount: text(second), monthly_cap: text(third) }
}

/** Parses the input, and finds the first invalid field. */
function readTexts(texts: Texts, currency: Currency) {
  const [threshold, amount, cap] = FIELDS.map((field) => readMoney(texts[field], currency))
  const minor = (read: typeof threshold) => (read?.ok === true ? read.value : Number.NaN)
  const rule = { thresholdMinor: minor(threshold), amountMinor: minor(amount), monthlyCapMinor: minor(cap) }
  return { rule, problem: findAutoTopUpProblem(rule, currency) }
}

/** Threshold, amount and monthly cap; turning it off; removing the card. */
export default function AutoTopUpForm({ settings, onClose }: AutoTopUpFormProps) {
  const { t } = useLingui()
  const format = useFormat()
  const { currency, method } = settings
  const [texts, setTexts] = useState(() => toTexts(settings))
  const [isChecked, setChecked] = useState(false)
  const change = useSingleFlight(onClose)
  const { rule, problem } = readTexts(texts, currency)
  const symbol = format.symbol(currency)
  const begun = toTexts(settings)
  const isTyped = FIELDS.some((field) => texts[field] !== begun[field])
  const labels: Texts = {
    threshold: t`Top up when the balance falls below (${symbol})`,
    amount: t`Amount to add (${symbol})`,
    monthly_cap: t`Monthly limit (${symbol})`,
  }
  const save = (enabled: boolean) => {
    const figures = { threshold: rule.thresholdMinor, amount: rule.amountMinor, monthly_cap: rule.monthlyCapMinor }
    const kept = { threshold: settings.threshold, amount: settings.amount, monthly_cap: settings.monthly_cap }
    void change.run(() => setAutoTopUp({ enabled, currency, ...(enabled ? figures : kept) }))
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    if (problem === null) save(true)
  }
  const card = method === null ? '' : cardName(method)
  return (
    <Modal open onClose={onClose} title={<Trans>Automatic top-up</Trans>}>
      <form className={parts.form} onSubmit={submit} noValidate>
        <p>
          <Trans>
            When a payment takes your balance below this, {card} is charged automatically. Saving doesn’t charge
            anything.
          </Trans>
        </p>
        {FIELDS.map((field) => (
          <TextField
            key={field}
            label={labels[field]}
            inputMode="decimal"
            autoComplete="off"
            value={texts[field]}
            onChange={(event) => setTexts({ ...texts, [field]: event.currentTarget.value })}
            {...(isChecked && problem === field ? { error: <RangeText {...{ field, rule, currency }} /> } : {})}
          />
        ))}
        {change.failure !== null && (
          <FailureNote failure={change.failure} doing={t`Changing automatic top-up`} hasInput />
        )}
        <OnlineButton
          doing={t`Changing automatic top-up`}
          hasInput={isTyped}
          type="submit"
          wide
          busy={change.isBusy}
          busyLabel={<Trans>Saving…</Trans>}
        >
          {settings.enabled ? <Trans>Save</Trans> : <Trans>Turn on</Trans>}
        </OnlineButton>
        {settings.enabled && (
          <OnlineButton doing={t`Changing automatic top-up`} isQuiet kind="secondary" wide onClick={() => save(false)}>
            <Trans>Turn off</Trans>
          </OnlineButton>
        )}
        <OnlineButton
          doing={t`Changing automatic top-up`}
          isQuiet
          kind="danger"
          wide
          onClick={() => void change.run(() => removeSavedMethod(currency))}
        >
          <Trans>Remove {card}</Trans>
        </OnlineButton>
      </form>
    </Modal>
  )
}

interface RangeTextProps {
  readonly field: AutoTopUpProblem
  readonly rule: Parameters<typeof autoTopUpRange>[1]
  readonly currency: Currency
}

function RangeText({ field, rule, currency }: RangeTextProps) {
  const format = useFormat()
  const amountMinor = Number.isSafeInteger(rule.amountMinor) ? rule.amountMinor : 0
  const range = autoTopUpRange(field, { ...rule, amountMinor }, currency)
  const minimum = format.money({ amountMinor: range.minimumMinor, currency })
  const maximum = format.money({ amountMinor: range.maximumMinor, currency })
  return (
    <Trans>
      Choose between {minimum} and {maximum}.
    </Trans>
  )
}
