// Drawn seldom: what the compiler adds would be half of its bytes.
'use no memo'

import { Trans, useLingui } from '@lingui/react/macro'
import { Link, useNavigate, useSearchParams } from 'react-router-dom'
import { register } from '../../actions/register.online.ts'
import { PARAM, routes, toSafePath } from '../../config/routes.ts'
import { COUNTRIES, type CountryCode } from '../../domain/country.ts'
import { useFormat } from '../../i18n/format.ts'
import { FailureNote } from '../../parts/failure-note.tsx'
import { useSubmit } from '../../parts/use-submit.ts'
import { useSelectedCountry } from '../../queries/use-selected-country.ts'
import { Button } from '../../ui/button.tsx'
import { FieldPair } from '../../ui/field-box.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { AuthPage } from './auth-page.tsx'
import styles from './auth.module.css'
import { CODE_SENT } from './code-sent.ts'
import { FieldProblemText } from './field-problem-text.tsx'
import { NewPasswordField } from './new-password-field.tsx'
import { SocialSignIn } from './social-sign-in.tsx'
import { checkEmail, checkName, checkPassword, findProblems, textOf, toEmail } from './validate.ts'

const toBody = (form: FormData, language: 'en' | 'fr') => ({
  email: toEmail(textOf(form, 'email')),
  password: textOf(form, 'password'),
  first_name: textOf(form, 'first_name').trim(),
  last_name: textOf(form, 'last_name').trim(),
  country_code: textOf(form, 'country_code') as CountryCode,
  language,
})

/** A new account. The e-mail is verified before the first sign-in. */
export default function RegisterScreen() {
  const { t, i18n } = useLingui()
  const navigate = useNavigate()
  const [params] = useSearchParams()
  const next = toSafePath(params.get(PARAM.next))
  const country = useSelectedCountry()
  const format = useFormat()
  const { problems, failure, isBusy, onSubmit } = useSubmit({
    check: (form) =>
      findProblems({
        first_name: checkName(textOf(form, 'first_name')),
        last_name: checkName(textOf(form, 'last_name')),
        email: checkEmail(textOf(form, 'email')),
        password: checkPassword(textOf(form, 'password')),
      }),
    send: (form) => register(toBody(form, i18n.locale === 'fr' ? 'fr' : 'en')),
    onDone: ({ email }) => void navigate(routes.verify.href(email, next), { state: CODE_SENT }),
  })
  const errorOf = (name: 'first_name' | 'last_name' | 'email' | 'password') =>
    problems[name] && <FieldProblemText problem={problems[name]} />

  return (
    <AuthPage
      title={<Trans>Create an account</Trans>}
      intro={<Trans>We send a code to your e-mail to verify it.</Trans>}
    >
      <form className={styles.form} onSubmit={onSubmit} noValidate>
        {failure !== null && <FailureNote failure={failure} doing={t`Creating your account`} />}
        <FieldPair>
          <TextField
            label={t`First name`}
            name="first_name"
            autoComplete="given-name"
            dir="auto"
            error={errorOf('first_name')}
          />
          <TextField
            label={t`Last name`}
            name="last_name"
            autoComplete="family-name"
            dir="auto"
            error={errorOf('last_name')}
          />
        </FieldPair>
        <TextField label={t`E-mail`} name="email" type="email" autoComplete="email" error={errorOf('email')} />
        <NewPasswordField label={t`Password`} error={errorOf('password')} />
        <SelectField label={t`Country`} name="country_code" defaultValue={country?.code ?? 'NG'}>
          {COUNTRIES.map(({ code }) => (
            <option key={code} value={code}>
              {format.country(code)}
            </option>
          ))}
        </SelectField>
        <Button type="submit" wide busy={isBusy} busyLabel={<Trans>Creating…</Trans>}>
          <Trans>Create account</Trans>
        </Button>
      </form>
      <SocialSignIn place="page" next={next} />
      <p className={styles.links}>
        <Link to={routes.login.href(next)}>
          <Trans>I have an account</Trans>
        </Link>
      </p>
    </AuthPage>
  )
}
