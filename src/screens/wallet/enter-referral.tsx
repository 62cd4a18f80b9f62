// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, useState } from 'react'
import { enterReferral } from '../../actions/referrals.online.ts'
import type { Referral } from '../../contract/referrals.ts'
import { displayBookingCode } from '../../domain/code.ts'
import { mustInstant } from '../../domain/instant.ts'
import { readReferralCode } from '../../domain/referral.ts'
import { useFormat } from '../../i18n/format.ts'
import { phoneZone } from '../../lib/phone-zone.ts'
import { FailureNote } from '../../parts/failure-note.tsx'
import { OnlineButton } from '../../parts/online-button.tsx'
import parts from '../../parts/parts.module.css'
import { useNow } from '../../parts/use-now.ts'
import { useSingleFlight } from '../../parts/use-single-flight.ts'
import { TextField } from '../../ui/text-field.tsx'

interface EnterReferralProps {
  /** RFC 3339. */
  readonly until: string
  /** Code from the opened link; empty when there is none. */
  readonly linked: string
}

/** Form for the code of the person who referred this driver. */
export function EnterReferral({ until, linked }: EnterReferralProps) {
  const { t } = useLingui()
  const format = useFormat()
  const now = useNow()
  const known = readReferralCode(linked)
  const [text, setText] = useState(known === null ? linked : displayBookingCode(known))
  const [isRefused, setRefused] = useState(false)
  const { failure, isBusy, run } = useSingleFlight<Referral>(() => undefined)
  const code = readReferralCode(text)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setRefused(code === null)
    if (code !== null) void run(() => enterReferral(code))
  }
  const day = format.date(mustInstant(until), phoneZone(), now)
  return (
    <form className={parts.form} onSubmit={submit} noValidate>
      <h2>
        <Trans>Did somebody tell you about Baywise?</Trans>
      </h2>
      <p>
        <Trans>Enter their code before your first paid stay, by {day}.</Trans>
      </p>
      <TextField
        label={t`Referral code`}
        name="code"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        {...(isRefused && code === null
          ? { error: <Trans>A referral code has 8 letters and digits. Check it.</Trans> }
          : {})}
      />
      {failure !== null && failure.kind !== 'outcome_unknown' && (
        <FailureNote failure={failure} doing={t`Entering the code`} hasInput />
      )}
      <OnlineButton
        doing={t`Entering the code`}
        hasInput={text !== ''}
        type="submit"
        kind="secondary"
        wide
        busy={isBusy}
        busyLabel={<Trans>Sending…</Trans>}
      >
        <Trans>Use code</Trans>
      </OnlineButton>
    </form>
  )
}
