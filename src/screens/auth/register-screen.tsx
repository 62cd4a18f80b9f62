// Drawn seldom: what the compiler adds would be half of its bytes.
'use no memo'

import { useState } from 'react'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link, useNavigate, useSearchParams } from 'react-router-dom'
import { register } from '../../actions/register.online.ts'
import { PARAM, routes, toSafePath } from '../../config/routes.ts'
import { COUNTRIES, type CountryCode, isCountryCode } from '../../domain/country.ts'
import { useFormat } from '../../i18n/format.ts'
import { FailureNote } from '../../parts/failure-note.tsx'
import { OnlineButton } from '../../parts/online-button.tsx'
import {
  checkEmail,
  checkName,
  checkPassword,
  emailOf,
  findProblems,
  plainTextOf,
  rawTextOf,
} from '../../parts/field-checks.ts'
import { FieldProblemText } from '../../parts/field-problem-text.tsx'
import { NameFields } from '../../parts/name-fields.tsx'
import { checkPhone, loadPhoneRules, toWirePhone } from '../../parts/phone-rules.ts'
import { useSubmit } from '../../parts/use-submit.ts'
import { useSelectedCountry } from '../../queries/use-selected-country.ts'
import { FieldPair } from '../../ui/field-box.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { AuthPage } from './auth-page.tsx'
import styles from './auth.module.css'
import { CODE_SENT } from './code-sent.ts'
import { NewPasswordField } from './new-password-field.tsx'
import { SocialSignIn } from './social-sign-in.tsx'

const toBody = async (form: FormData, country: CountryCode, language: 'en' | 'fr') => ({
  email: emailOf(form, 'email'),
  password: rawTextOf(form, 'password'),
  first_name: plainTextOf(form, 'first_name'),
  last_name: plainTextOf(form, 'last_name'),
  phone: await toWirePhone(rawTextOf(form, 'phone'), country),
  country_code: country,
  language,
})

/** A new account. The e-mail is verified before the first sign-in. */
export default function RegisterScreen() {
  const { t, i18n } = useLingui()
  const navigate = useNavigate()
  const [params] = useSearchParams()
  const next = toSafePath(params.get(PARAM.next))
  const selected = useSelectedCountry()
  const [chosen, setChosen] = useState<CountryCode | null>(null)
  const country = chosen ?? selected?.code ?? 'NG'
  const format = useFormat()
  const { problems, failure, isBusy, onSubmit } = useSubmit({
    check: async (form) =>
      findProblems({
        first_name: checkName(rawTextOf(form, 'first_name')),
        last_name: checkName(rawTextOf(form, 'last_name')),
        email: checkEmail(rawTextOf(form, 'email')),
        password: checkPassword(rawTextOf(form, 'password')),
        phone: await checkPhone(rawTextOf(form, 'phone'), country),
      }),
    send: async (form) => register(await toBody(form, country, i18n.locale === 'fr' ? 'fr' : 'en')),
    onDone: ({ email }) => void navigate(routes.verify.href(email, next), { state: CODE_SENT }),
  })
  const errorOf = (name: keyof typeof problems) => problems[name] && <FieldProblemText problem={problems[name]} />
  const place = format.country(country)

  return (
    <AuthPage
      title={<Trans>Create an account</Trans>}
      intro={<Trans>We’ll email you a code to verify your address.</Trans>}
    >
      <form className={styles.form} onSubmit={onSubmit} noValidate>
        {failure !== null && <FailureNote failure={failure} doing={t`Creating your account`} hasInput />}
        <FieldPair>
          <NameFields problems={problems} />
        </FieldPair>
        <TextField label={t`Email`} name="email" type="email" autoComplete="email" error={errorOf('email')} />
        <NewPasswordField label={t`Password`} error={errorOf('password')} />
        <SelectField
          label={t`Country`}
          name="country_code"
          value={country}
          onChange={({ currentTarget: { value } }) => isCountryCode(value) && setChosen(value)}
        >
          {COUNTRIES.map(({ code }) => (
            <option key={code} value={code}>
              {format.country(code)}
            </option>
          ))}
        </SelectField>
        <TextField
          label={t`Phone number (optional)`}
          name="phone"
          type="tel"
          autoComplete="tel"
          dir="ltr"
          hint={t`As you dial it in ${place}, or with + and the country code`}
          onFocus={() => void loadPhoneRules()}
          error={errorOf('phone')}
        />
        <OnlineButton
          doing={t`Creating your account`}
          type="submit"
          wide
          busy={isBusy}
          busyLabel={<Trans>Creating…</Trans>}
        >
          <Trans>Create account</Trans>
        </OnlineButton>
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
