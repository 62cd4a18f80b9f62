// Rarely rendered; memoisation would double this file.
'use no memo'

import { useEffect, useState } from 'react'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { ActionError } from '../../actions/failures.ts'
import { toEmail } from '../../domain/email.ts'
import type { Result } from '../../lib/result.ts'
import { FailureNote } from '../../parts/failure-note.tsx'
import { OnlineButton } from '../../parts/online-button.tsx'
import { checkEmail } from '../../parts/field-checks.ts'
import { MailIcon } from '../../ui/icons-place.tsx'
import { Note } from '../../ui/note.tsx'
import text from '../../ui/text.module.css'

/** The provider's minimum interval between two codes. */
const RESEND_AFTER_S = 30

const waitOf = (error: ActionError): number =>
  error.kind === 'refused' ? Math.ceil((error.retryAfterMs ?? 0) / 1000) : 0

/** Returns the seconds left to wait, and a function that starts a wait. */
function useCountdown(startS: number): readonly [number, (seconds: number) => void] {
  const [leftS, setLeftS] = useState(startS)
  useEffect(() => {
    if (leftS === 0) return undefined
    const timer = setTimeout(() => setLeftS(leftS - 1), 1000)
    return () => clearTimeout(timer)
  }, [leftS])
  return [leftS, setLeftS]
}

interface ResendCodeProps {
  readonly email: string
  /** True when a code was sent just before. */
  readonly wasSent: boolean
  readonly resend: (email: string) => Promise<Result<unknown, ActionError>>
}

/** Sends another code after the wait: 30 seconds, or the provider's value. */
export function ResendCode({ email, wasSent, resend: send }: ResendCodeProps) {
  const { t } = useLingui()
  const [waitS, startWait] = useCountdown(wasSent ? RESEND_AFTER_S : 0)
  const [isBusy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState<'none' | 'sent' | ActionError>('none')

  const resend = async () => {
    setBusy(true)
    const result = await send(toEmail(email))
    setBusy(false)
    setOutcome(result.ok ? 'sent' : result.error)
    startWait(result.ok ? RESEND_AFTER_S : waitOf(result.error))
  }

  return (
    <>
      {outcome === 'sent' && (
        <Note icon={<MailIcon size={24} />} role="status">
          <Trans>If this address needs a code, a new one is on its way.</Trans>
        </Note>
      )}
      {typeof outcome === 'object' && <FailureNote failure={outcome} doing={t`Sending a new code`} />}
      <p className={text.muted}>
        <Trans>No email? Look in your spam folder too.</Trans>
      </p>
      <OnlineButton
        doing={t`Sending a new code`}
        hasInput={false}
        kind="secondary"
        wide
        disabled={waitS > 0 || checkEmail(email) !== undefined}
        busy={isBusy}
        busyLabel={<Trans>Sending…</Trans>}
        onClick={() => void resend()}
      >
        {waitS > 0 ? <WaitText seconds={waitS} /> : <Trans>Send a new code</Trans>}
      </OnlineButton>
    </>
  )
}

/** After ten codes the wait is most of an hour, so it is shown in minutes. */
function WaitText({ seconds }: { readonly seconds: number }) {
  return seconds > 90 ? (
    <Plural value={Math.ceil(seconds / 60)} one="New code in # minute" other="New code in # minutes" />
  ) : (
    <Plural value={seconds} one="New code in # second" other="New code in # seconds" />
  )
}
