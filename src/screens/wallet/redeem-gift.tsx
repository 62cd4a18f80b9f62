// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, useState } from 'react'
import { redeemGift } from '../../actions/gifts.online.ts'
import type { RedeemedGift } from '../../contract/gifts.ts'
import { displayGiftCode, parseGiftCode } from '../../domain/gift.ts'
import { useFormat } from '../../i18n/format.ts'
import { FailureNote } from '../../parts/failure-note.tsx'
import { OnlineButton } from '../../parts/online-button.tsx'
import parts from '../../parts/parts.module.css'
import { useSingleFlight } from '../../parts/use-single-flight.ts'
import { CircleCheckIcon } from '../../ui/icons-state.tsx'
import { Note } from '../../ui/note.tsx'
import { TextField } from '../../ui/text-field.tsx'

/** Formats a valid code from a link for display; otherwise returns the text unchanged. */
function toShown(linked: string): string {
  const code = parseGiftCode(linked)
  return code.ok ? displayGiftCode(code.value) : linked
}

/** Adds a gift to the wallet. `linked`: code from the opened link; empty when there is none. */
export function RedeemGift({ linked }: { readonly linked: string }) {
  const { t } = useLingui()
  const [text, setText] = useState(toShown(linked))
  const [isRefused, setRefused] = useState(false)
  const [got, setGot] = useState<RedeemedGift | null>(null)
  const { failure, isBusy, run } = useSingleFlight<RedeemedGift>((redeemed) => {
    setGot(redeemed)
    setText('')
  })
  const code = parseGiftCode(text)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setRefused(!code.ok)
    setGot(null)
    if (code.ok) void run(() => redeemGift(code.value))
  }
  return (
    <form className={parts.form} onSubmit={submit} noValidate>
      <h2>
        <Trans>Somebody gave you a gift?</Trans>
      </h2>
      <TextField
        label={t`Gift code`}
        name="code"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        {...(isRefused && !code.ok ? { error: <Trans>A gift code has 16 letters and digits. Check it.</Trans> } : {})}
      />
      {got !== null && <Received gift={got} />}
      {failure !== null && failure.kind !== 'outcome_unknown' && (
        <FailureNote failure={failure} doing={t`Adding the gift`} hasInput />
      )}
      <OnlineButton
        doing={t`Adding the gift`}
        hasInput={text !== ''}
        type="submit"
        wide
        busy={isBusy}
        busyLabel={<Trans>Sending…</Trans>}
      >
        <Trans>Add to wallet</Trans>
      </OnlineButton>
    </form>
  )
}

function Received({ gift }: { readonly gift: RedeemedGift }) {
  const format = useFormat()
  const { amount: amountMinor, balance, currency } = gift
  return (
    <Note
      tone="neutral"
      icon={<CircleCheckIcon size={24} />}
      title={<Trans>{format.money({ amountMinor, currency })} is in your wallet</Trans>}
      role="status"
    >
      <Trans>Your balance is {format.money({ amountMinor: balance, currency })}. Gift credit can’t be withdrawn.</Trans>
    </Note>
  )
}
