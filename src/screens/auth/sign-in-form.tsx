// Rarely rendered; memoisation would double this file.
'use no memo'

import { type ReactNode, useState } from 'react'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from 'react-router-dom'
import { signIn } from '../../actions/registration.online.ts'
import { moreRoutes } from '../../config/more-routes.ts'
import { routes } from '../../config/routes.ts'
import { FailureNote } from '../../parts/failure-note.tsx'
import { OnlineButton } from '../../parts/online-button.tsx'
import { checkEmail, checkPassword, emailOf, findProblems, rawTextOf } from '../../parts/field-checks.ts'
import { FieldProblemText } from '../../parts/field-problem-text.tsx'
import { useSubmit } from '../../parts/use-submit.ts'
import { PasswordField } from '../../ui/password-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import styles from './auth.module.css'
import { PasskeySignIn } from './passkey-sign-in.tsx'
import { SocialSignIn } from './social-sign-in.tsx'

export interface SignInFormProps {
  readonly place: 'page' | 'modal'
  /** Where to return after signing in, also via the other auth pages. */
  readonly next: string | undefined
  readonly email?: string
  readonly intro?: ReactNode
  readonly onDone: () => void
}

/** All sign-in methods: on their own page, and in the dialog over a page that needs an account. */
export default function SignInForm({ place, next, email = '', intro, onDone }: SignInFormProps) {
  const { t } = useLingui()
  const [sent, setSent] = useState(email)
  const { problems, failure, isBusy, onSubmit } = useSubmit({
    check: (form) =>
      findProblems({
        identifier: checkEmail(rawTextOf(form, 'identifier')),
        password: checkPassword(rawTextOf(form, 'password')),
      }),
    send: (form) => {
      const identifier = emailOf(form, 'identifier')
      setSent(identifier)
      return signIn({ identifier, password: rawTextOf(form, 'password') })
    },
    onDone,
  })
  const isLimited = failure?.kind === 'refused' && failure.code === 'rate_limited'
  const needsVerifying = failure?.kind === 'refused' && failure.code === 'email_not_verified'
  return (
    <div className={styles.form}>
      {intro}
      <form className={styles.form} onSubmit={onSubmit} noValidate>
        {failure !== null && <FailureNote failure={failure} doing={t`Sign-in`} hasInput />}
        {needsVerifying && (
          <Link to={routes.verify.href(sent, next)}>
            <Trans>Enter the code from your email</Trans>
          </Link>
        )}
        {isLimited && (
          <p>
            <Trans>
              A passkey still signs you in. So does a{' '}
              <Link to={moreRoutes.forgotPasswordAlias.href(next)}>new password</Link>, chosen with a link we email you.
            </Trans>
          </p>
        )}
        <TextField
          label={t`Email`}
          name="identifier"
          type="email"
          autoComplete="username webauthn"
          defaultValue={email}
          error={problems.identifier && <FieldProblemText problem={problems.identifier} />}
        />
        <PasswordField
          label={t`Password`}
          name="password"
          autoComplete="current-password"
          error={problems.password && <FieldProblemText problem={problems.password} />}
        />
        <OnlineButton doing={t`Sign-in`} type="submit" wide busy={isBusy} busyLabel={<Trans>Checking…</Trans>}>
          <Trans>Sign in</Trans>
        </OnlineButton>
      </form>
      <PasskeySignIn isOtherBusy={isBusy} onDone={onDone} />
      <p className={styles.links}>
        <Link to={moreRoutes.registerAlias.href(next)}>
          <Trans>Create an account</Trans>
        </Link>
        <Link to={moreRoutes.forgotPasswordAlias.href(next)}>
          <Trans>Forgot password?</Trans>
        </Link>
      </p>
      <SocialSignIn place={place} next={next} />
    </div>
  )
}
