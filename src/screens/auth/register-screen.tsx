// Rarely rendered: memoisation would double this file.
'use no memo'

import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router-dom'
import { register, resendCode, verifyEmail } from '../../actions/registration.online.ts'
import { moreRoutes } from '../../config/more-routes.ts'
import { PARAM, routes, toSafePath } from '../../config/routes.ts'
import { readReferralCode } from '../../domain/referral.ts'
import { useSelectedCountry } from '../../queries/use-selected-country.ts'
import { useSession } from '../../queries/use-session.ts'
import { AuthPage } from './auth-page.tsx'
import styles from './auth.module.css'
import { EmailCodeForm } from './email-code-form.tsx'
import { KeepGuest } from './keep-guest.tsx'
import { KeptGuest } from './kept-guest.tsx'
import { ReferredBy } from './referred-by.tsx'
import { SocialSignIn } from './social-sign-in.tsx'

const hasPasskeys = (): boolean => 'PublicKeyCredential' in globalThis

/** Creates an account with an address and its code; for a guest, the account that takes over their bookings. */
export default function RegisterScreen() {
  const { i18n } = useLingui()
  const navigate = useNavigate()
  const [params] = useSearchParams()
  const next = toSafePath(params.get(PARAM.next))
  const [isDropped, setDropped] = useState(false)
  const linked = isDropped ? null : params.get(PARAM.referral)
  const code = linked === null ? null : readReferralCode(linked)
  // Drivers who sign in without registering by address here enter the code afterwards, signed in.
  const entering = code === null ? undefined : moreRoutes.referral.href(code)
  const country_code = useSelectedCountry()?.code ?? 'NG'
  const session = useSession()
  // Kept in state: by the last step the guest session has already become an account.
  const [keeping, setKeeping] = useState<{ readonly email: string; readonly isKept: boolean } | null>(null)
  const user = session.status === 'ready' ? session.value?.user : undefined
  if (user?.guest === true && keeping === null) setKeeping({ email: user.email, isKept: false })
  if (session.status === 'loading') return null
  if (keeping !== null) {
    const goOn = () => void navigate(next ?? entering ?? routes.bookings.href(), { replace: true })
    const offer = () => (hasPasskeys() ? setKeeping({ ...keeping, isKept: true }) : goOn())
    return keeping.isKept ? <KeptGuest onDone={goOn} /> : <KeepGuest email={keeping.email} onDone={offer} />
  }
  return (
    <AuthPage
      title={<Trans>Create an account</Trans>}
      intro={<Trans>We’ll email you a code to verify your address.</Trans>}
    >
      <EmailCodeForm
        email={params.get(PARAM.email) ?? ''}
        sendCode={(email) =>
          register({
            ...{ email, country_code, language: i18n.locale === 'fr' ? 'fr' : 'en' },
            ...(code === null ? {} : { referralCode: code }),
          })
        }
        resend={(email) => resendCode({ email })}
        confirm={(email, code) => verifyEmail({ email, code })}
        onDone={() => void navigate(next ?? routes.home.href(), { replace: true })}
      >
        {linked !== null && <ReferredBy code={code} onDrop={() => setDropped(true)} />}
      </EmailCodeForm>
      <p className={styles.links}>
        <Link to={routes.login.href(next)}>
          <Trans>I have an account</Trans>
        </Link>
        <Link to={routes.terms.href()}>
          <Trans>Terms of use</Trans>
        </Link>
        <Link to={routes.privacy.href()}>
          <Trans>Privacy policy</Trans>
        </Link>
      </p>
      <SocialSignIn place="page" next={next ?? entering} />
    </AuthPage>
  )
}
