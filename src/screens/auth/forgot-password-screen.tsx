// Rarely rendered; memoisation would double this file.
'use no memo'

import { useState } from 'react'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link, useLocation, useSearchParams } from 'react-router-dom'
import { forgotPassword, resetPassword } from '../../actions/registration.online.ts'
import { PARAM, routes } from '../../config/routes.ts'
import { FailureNote } from '../../parts/failure-note.tsx'
import { OnlineButton } from '../../parts/online-button.tsx'
import { checkEmail, checkPassword, emailOf, findProblems, rawTextOf } from '../../parts/field-checks.ts'
import { FieldProblemText } from '../../parts/field-problem-text.tsx'
import { useSubmit } from '../../parts/use-submit.ts'
import { buttonLook } from '../../ui/button-look.ts'
import { CheckCard } from '../../ui/choice-field.tsx'
import { MailIcon } from '../../ui/icons-place.tsx'
import { CircleCheckIcon } from '../../ui/icons-state.tsx'
import { Note } from '../../ui/note.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { AuthPage } from './auth-page.tsx'
import styles from './auth.module.css'
import { NewPasswordField } from './new-password-field.tsx'

/** Requests the reset email or, when opened from that email, sets the new password. */
export default function ForgotPasswordScreen() {
  const [params] = useSearchParams()
  const { hash } = useLocation()
  // In the hash, the token never reaches a server. Emails keep using the query while released apps look only there.
  const token = /^#([\w-]{43})$/.exec(hash)?.[1] ?? params.get(PARAM.token)
  return token === null ? <AskForMail /> : <SetPassword token={token} />
}

function AskForMail() {
  const { t } = useLingui()
  const [isSent, setSent] = useState(false)
  const { problems, failure, isBusy, onSubmit } = useSubmit({
    check: (form) => findProblems({ email: checkEmail(rawTextOf(form, 'email')) }),
    send: (form) => forgotPassword({ email: emailOf(form, 'email') }),
    onDone: () => setSent(true),
  })
  return (
    <AuthPage
      title={<Trans>Forgot password?</Trans>}
      intro={<Trans>We’ll email you a link. It works once, within an hour.</Trans>}
    >
      <form className={styles.form} onSubmit={onSubmit} noValidate>
        {failure !== null && <FailureNote failure={failure} doing={t`Sending the link`} hasInput />}
        {isSent && (
          <Note icon={<MailIcon size={24} />} role="status">
            <Trans>If there’s an account with this address, the link is on its way.</Trans>
          </Note>
        )}
        <TextField
          label={t`Email`}
          name="email"
          type="email"
          autoComplete="email"
          error={problems.email && <FieldProblemText problem={problems.email} />}
        />
        <OnlineButton doing={t`Sending the link`} type="submit" wide busy={isBusy} busyLabel={<Trans>Sending…</Trans>}>
          <Trans>Send the link</Trans>
        </OnlineButton>
      </form>
      <p className={styles.links}>
        <Link to={routes.login.href()}>
          <Trans>Back to sign in</Trans>
        </Link>
      </p>
    </AuthPage>
  )
}

function SetPassword({ token }: { readonly token: string }) {
  const { t } = useLingui()
  const [isDone, setDone] = useState(false)
  const [dropsPasskeys, setDropsPasskeys] = useState(false)
  const { problems, failure, isBusy, onSubmit } = useSubmit({
    check: (form) => findProblems({ password: checkPassword(rawTextOf(form, 'password')) }),
    send: (form) => resetPassword({ token, password: rawTextOf(form, 'password'), dropsPasskeys }),
    onDone: () => setDone(true),
  })
  if (isDone) {
    return (
      <AuthPage title={<Trans>Password changed</Trans>}>
        <Note icon={<CircleCheckIcon size={24} />} role="status">
          <Trans>You’re signed out on every device. Sign in with your new password.</Trans>
        </Note>
        <Link to={routes.login.href()} {...buttonLook({ wide: true })}>
          <Trans>Sign in</Trans>
        </Link>
      </AuthPage>
    )
  }
  return (
    <AuthPage title={<Trans>New password</Trans>}>
      <form className={styles.form} onSubmit={onSubmit} noValidate>
        {failure !== null && <FailureNote failure={failure} doing={t`Changing the password`} hasInput />}
        <NewPasswordField
          label={t`New password`}
          error={problems.password && <FieldProblemText problem={problems.password} />}
        />
        <CheckCard
          title={<Trans>Remove my passkeys too</Trans>}
          detail={<Trans>If somebody else was in your account, they may have added one.</Trans>}
          checked={dropsPasskeys}
          onChange={({ currentTarget }) => setDropsPasskeys(currentTarget.checked)}
        />
        <OnlineButton
          doing={t`Changing the password`}
          type="submit"
          wide
          busy={isBusy}
          busyLabel={<Trans>Saving…</Trans>}
        >
          <Trans>Change password</Trans>
        </OnlineButton>
      </form>
    </AuthPage>
  )
}
