// Rarely rendered; memoisation would double this file.
'use no memo'

import { useState } from 'react'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link, useNavigate, useSearchParams } from 'react-router-dom'
import { resendCode, verifyEmail } from '../../actions/registration.online.ts'
import { PARAM, routes, toSafePath } from '../../config/routes.ts'
import { CodeField } from '../../parts/code-field.tsx'
import { FailureNote } from '../../parts/failure-note.tsx'
import { OnlineButton } from '../../parts/online-button.tsx'
import { checkCode, checkEmail, emailOf, findProblems, rawTextOf, toCode } from '../../parts/field-checks.ts'
import { FieldProblemText } from '../../parts/field-problem-text.tsx'
import { useSubmit } from '../../parts/use-submit.ts'
import { TextField } from '../../ui/text-field.tsx'
import { AuthPage } from './auth-page.tsx'
import styles from './auth.module.css'
import { ResendCode } from './resend-code.tsx'

/** Takes the code from the email; success signs the driver in. */
export default function VerifyScreen() {
  const { t } = useLingui()
  const navigate = useNavigate()
  const [params] = useSearchParams()
  const { problems, failure, isBusy, onSubmit } = useSubmit({
    check: (form) =>
      findProblems({ email: checkEmail(rawTextOf(form, 'email')), code: checkCode(rawTextOf(form, 'code')) }),
    send: (form) => verifyEmail({ email: emailOf(form, 'email'), code: toCode(rawTextOf(form, 'code')) }),
    onDone: () => void navigate(toSafePath(params.get(PARAM.next)) ?? routes.home.href(), { replace: true }),
  })
  const [email, setEmail] = useState(params.get(PARAM.email) ?? '')

  return (
    <AuthPage
      title={<Trans>Verify your email</Trans>}
      intro={<Trans>Enter the 6-digit code we sent you. It’s valid for 15 minutes.</Trans>}
    >
      <form className={styles.form} onSubmit={onSubmit} noValidate>
        {failure !== null && <FailureNote failure={failure} doing={t`Verifying`} hasInput />}
        {failure?.kind === 'refused' && failure.code === 'registration_elsewhere' && (
          <Link to={routes.login.href(toSafePath(params.get(PARAM.next)))}>
            <Trans>Sign in</Trans>
          </Link>
        )}
        <TextField
          label={t`Email`}
          name="email"
          type="email"
          autoComplete="email"
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
          error={problems.email && <FieldProblemText problem={problems.email} />}
        />
        <CodeField problem={problems.code} />
        <OnlineButton doing={t`Verifying`} type="submit" wide busy={isBusy} busyLabel={<Trans>Checking…</Trans>}>
          <Trans>Verify</Trans>
        </OnlineButton>
      </form>
      <ResendCode email={email} wasSent={false} resend={(to) => resendCode({ email: to })} />
    </AuthPage>
  )
}
