// Drawn seldom: what the compiler adds would be half of its bytes.
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

/** As long as the provider wants between two codes. */
const RESEND_AFTER_S = 30

const waitOf = (error: ActionError): number =>
  error.kind === 'refused' ? Math.ceil((error.retryAfterMs ?? 0) / 1000) : 0

/** Seconds that are left of a wait, and how to start one. */
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
  /** A code went out just before. */
  readonly wasSent: boolean
  readonly resend: (email: string) => Promise<Result<unknown, ActionError>>
}

/** Another code, once the wait is over: 30 seconds, or what the provider says. */
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

/** After ten codes the wait is most of an hour: nobody counts that in seconds. */
function WaitText({ seconds }: { readonly seconds: number }) {
  return seconds > 90 ? (
    <Plural value={Math.ceil(seconds / 60)} one="New code in # minute" other="New code in # minutes" />
  ) : (
    <Plural value={seconds} one="New code in # second" other="New code in # seconds" />
  )
}
