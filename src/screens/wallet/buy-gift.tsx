// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, useState } from 'react'
import { Link } from 'react-router-dom'
import { findShortfall } from '../../actions/failures.ts'
import { buyGift } from '../../actions/gifts.online.ts'
import { routes } from '../../config/routes.ts'
import type { Gift } from '../../contract/gifts.ts'
import { toEmail } from '../../domain/email.ts'
import { GIFT_RANGE, isGiftAmount } from '../../domain/gift.ts'
import { useFormat } from '../../i18n/format.ts'
import { checkEmail } from '../../parts/field-checks.ts'
import { FieldProblemText } from '../../parts/field-problem-text.tsx'
import { FailureNote } from '../../parts/failure-note.tsx'
import { OnlineButton } from '../../parts/online-button.tsx'
import parts from '../../parts/parts.module.css'
import { useSingleFlight } from '../../parts/use-single-flight.ts'
import { buttonLook } from '../../ui/button-look.ts'
import { CircleCheckIcon } from '../../ui/icons-state.tsx'
import { Note } from '../../ui/note.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { ShareGift } from './gift-row.tsx'
import { readMoney } from '../../parts/read-amount.ts'
import { useWalletCountry } from './use-wallet-country.ts'

/** Buys credit for someone else, in the currency of the displayed wallet. */
export function BuyGift() {
  const { t } = useLingui()
  const format = useFormat()
  const { currency } = useWalletCountry()
  const [text, setText] = useState('')
  const [email, setEmail] = useState('')
  const [isRefused, setRefused] = useState(false)
  const [bought, setBought] = useState<Gift | null>(null)
  const { failure, isBusy, run } = useSingleFlight<Gift>((gift) => {
    setBought(gift)
    setText('')
    setEmail('')
  })
  const { minimumMinor, maximumMinor } = GIFT_RANGE[currency]
  const minimum = format.money({ amountMinor: minimumMinor, currency })
  const maximum = format.money({ amountMinor: maximumMinor, currency })
  const amount = readMoney(text, currency)
  const isAmount = amount.ok && isGiftAmount(amount.value, currency)
  const address = toEmail(email)
  const isAddress = address === '' || checkEmail(address) === undefined
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setRefused(!isAmount || !isAddress)
    setBought(null)
    if (!isAmount || !isAddress) return
    void run(() => buyGift({ amount: amount.value, currency, ...(address === '' ? {} : { email: address }) }))
  }
  return (
    <form className={parts.form} onSubmit={submit} noValidate>
      <h2>
        <Trans>Give parking credit</Trans>
      </h2>
      <p>
        <Trans>
          It’s paid from your wallet. Whoever has the code can add it to their wallet once. You can cancel until then.
        </Trans>
      </p>
      <TextField
        label={t`Amount in ${format.symbol(currency)}`}
        name="amount"
        inputMode="decimal"
        autoComplete="off"
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        {...(isRefused && !isAmount
          ? {
              error: (
                <Trans>
                  Choose between {minimum} and {maximum}.
                </Trans>
              ),
            }
          : {})}
      />
      <TextField
        label={t`Their email (optional)`}
        name="email"
        type="text"
        inputMode="email"
        autoComplete="off"
        value={email}
        onChange={(event) => setEmail(event.currentTarget.value)}
        hint={<Trans>We send them the code. Without an email, share it yourself.</Trans>}
        {...(isRefused && !isAddress ? { error: <FieldProblemText problem="email" /> } : {})}
      />
      {bought !== null && <Bought gift={bought} />}
      {failure !== null && failure.kind !== 'outcome_unknown' && (
        <>
          <FailureNote failure={failure} doing={t`Buying the gift`} hasInput />
          {findShortfall(failure) !== undefined && (
            <Link to={routes.addFunds.href()} {...buttonLook({ kind: 'secondary' })}>
              <Trans>Top up</Trans>
            </Link>
          )}
        </>
      )}
      <OnlineButton
        doing={t`Buying the gift`}
        hasInput={text !== ''}
        type="submit"
        wide
        kind="secondary"
        busy={isBusy}
        busyLabel={<Trans>Sending…</Trans>}
      >
        <Trans>Buy gift</Trans>
      </OnlineButton>
    </form>
  )
}

function Bought({ gift }: { readonly gift: Gift }) {
  const format = useFormat()
  const amount = format.money({ amountMinor: gift.amount, currency: gift.currency })
  return (
    <Note
      tone="neutral"
      icon={<CircleCheckIcon size={24} />}
      title={<Trans>Gift of {amount} bought</Trans>}
      role="status"
    >
      {gift.email !== null && (
        <p>
          <Trans>We’re sending the code to {gift.email}.</Trans>
        </p>
      )}
      <ShareGift gift={gift} />
    </Note>
  )
}
