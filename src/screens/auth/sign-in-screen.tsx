import { Trans, useLingui } from '@lingui/react/macro'
import { Link, useNavigate, useSearchParams } from 'react-router-dom'
import { signIn } from '../../actions/sign-in.online.ts'
import { PARAM, routes, toSafePath } from '../../config/routes.ts'
import { FailureNote } from '../../parts/failure-note.tsx'
import { useSubmit } from '../../parts/use-submit.ts'
import { Button } from '../../ui/button.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { AuthPage } from './auth-page.tsx'
import styles from './auth.module.css'
import { FieldProblemText } from './field-problem-text.tsx'
import { SocialSignIn } from './social-sign-in.tsx'
import { checkEmail, checkPassword, findProblems, textOf } from './validate.ts'

/** E-mail and password; returns to the place that asked. */
export default function SignInScreen() {
  const { t } = useLingui()
  const navigate = useNavigate()
  const [params] = useSearchParams()
  const next = toSafePath(params.get(PARAM.next))
  const { problems, failure, isBusy, onSubmit } = useSubmit({
    check: (form) =>
      findProblems({
        identifier: checkEmail(textOf(form, 'identifier')),
        password: checkPassword(textOf(form, 'password')),
      }),
    send: (form) => signIn({ identifier: textOf(form, 'identifier').trim(), password: textOf(form, 'password') }),
    onDone: () => void navigate(next ?? routes.home.href(), { replace: true }),
  })
  const needsVerifying = failure?.kind === 'refused' && failure.code === 'email_not_verified'

  return (
    <AuthPage
      title={<Trans>Sign in</Trans>}
      intro={<Trans>Your bookings, passes and wallet stay on this phone and open with no signal.</Trans>}
    >
      <form className={styles.form} onSubmit={onSubmit} noValidate>
        {failure !== null && <FailureNote failure={failure} doing={t`Signing in`} />}
        {needsVerifying && (
          <Link to={routes.verify.href(params.get(PARAM.email) ?? undefined, next)}>
            <Trans>Enter the code from your e-mail</Trans>
          </Link>
        )}
        <TextField
          label={t`E-mail`}
          name="identifier"
          type="email"
          autoComplete="username"
          defaultValue={params.get(PARAM.email) ?? ''}
          error={problems.identifier && <FieldProblemText problem={problems.identifier} />}
        />
        <PasswordField
          label={t`Password`}
          name="password"
          autoComplete="current-password"
          error={problems.password && <FieldProblemText problem={problems.password} />}
        />
        <Button type="submit" wide busy={isBusy} busyLabel={<Trans>Checking…</Trans>}>
          <Trans>Sign in</Trans>
        </Button>
      </form>
      <SocialSignIn place="page" next={next} />
      <p className={styles.links}>
        <Link to={routes.register.href(next)}>
          <Trans>Create an account</Trans>
        </Link>
        <Link to={routes.forgotPassword.href()}>
          <Trans>Forgot password?</Trans>
        </Link>
      </p>
    </AuthPage>
  )
}
