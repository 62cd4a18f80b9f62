import { useEffect, useState } from 'react'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useNavigate, useSearchParams } from 'react-router-dom'
import type { ActionError } from '../../actions/action-error.ts'
import { resendCode } from '../../actions/resend-code.online.ts'
import { verifyEmail } from '../../actions/verify-email.online.ts'
import { PARAM, routes, toSafePath } from '../../config/routes.ts'
import { FailureNote } from '../../parts/failure-note.tsx'
import { useSubmit } from '../../parts/use-submit.ts'
import { Button } from '../../ui/button.tsx'
import { MailIcon } from '../../ui/icons-place.tsx'
import { Note } from '../../ui/note.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { AuthPage } from './auth-page.tsx'
import styles from './auth.module.css'
import { FieldProblemText } from './field-problem-text.tsx'
import { checkCode, checkEmail, findProblems, textOf, toCode } from './validate.ts'

const RESEND_AFTER_S = 30

/** The code from the e-mail; success signs in. */
export default function VerifyScreen() {
  const { t } = useLingui()
  const navigate = useNavigate()
  const [params] = useSearchParams()
  const { problems, failure, isBusy, onSubmit } = useSubmit({
    check: (form) => findProblems({ email: checkEmail(textOf(form, 'email')), code: checkCode(textOf(form, 'code')) }),
    send: (form) => verifyEmail({ email: textOf(form, 'email').trim(), code: toCode(textOf(form, 'code')) }),
    onDone: () => void navigate(toSafePath(params.get(PARAM.next)) ?? routes.home.href(), { replace: true }),
  })
  const [email, setEmail] = useState(params.get(PARAM.email) ?? '')

  return (
    <AuthPage
      title={<Trans>Verify your e-mail</Trans>}
      intro={<Trans>Enter the 6 digits that we sent. They are good for 15 minutes.</Trans>}
    >
      <form className={styles.form} onSubmit={onSubmit} noValidate>
        {failure !== null && <FailureNote failure={failure} doing={t`Verifying`} />}
        <TextField
          label={t`E-mail`}
          name="email"
          type="email"
          autoComplete="email"
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
          error={problems.email && <FieldProblemText problem={problems.email} />}
        />
        <TextField
          label={t`Code`}
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={12}
          error={problems.code && <FieldProblemText problem={problems.code} />}
        />
        <Button type="submit" wide busy={isBusy} busyLabel={<Trans>Checking…</Trans>}>
          <Trans>Verify</Trans>
        </Button>
      </form>
      <ResendCode email={email} />
    </AuthPage>
  )
}

function ResendCode({ email }: { readonly email: string }) {
  const { t } = useLingui()
  const [waitS, setWaitS] = useState(RESEND_AFTER_S)
  const [isBusy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState<'none' | 'sent' | ActionError>('none')

  useEffect(() => {
    if (waitS === 0) return undefined
    const timer = setTimeout(() => setWaitS(waitS - 1), 1000)
    return () => clearTimeout(timer)
  }, [waitS])

  const resend = async () => {
    setBusy(true)
    const result = await resendCode({ email: email.trim() })
    setBusy(false)
    setOutcome(result.ok ? 'sent' : result.error)
    if (result.ok) setWaitS(RESEND_AFTER_S)
  }

  return (
    <>
      {outcome === 'sent' && (
        <Note icon={<MailIcon size={24} />} role="status">
          <Trans>If this address waits for a code, a new one is on its way.</Trans>
        </Note>
      )}
      {typeof outcome === 'object' && <FailureNote failure={outcome} doing={t`Sending a new code`} />}
      <Button
        kind="secondary"
        wide
        disabled={waitS > 0 || checkEmail(email) !== undefined}
        busy={isBusy}
        busyLabel={<Trans>Sending…</Trans>}
        onClick={() => void resend()}
      >
        {waitS > 0 ? (
          <Plural value={waitS} one="New code in # second" other="New code in # seconds" />
        ) : (
          <Trans>Send a new code</Trans>
        )}
      </Button>
    </>
  )
}
