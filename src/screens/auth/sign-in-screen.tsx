// Drawn seldom: what the compiler adds would be half of its bytes.
'use no memo'

import { Trans } from '@lingui/react/macro'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { PARAM, routes, toSafePath } from '../../config/routes.ts'
import { AuthPage } from './auth-page.tsx'
import SignInForm from './sign-in-form.tsx'

/** /auth: returns to the place that asked. */
export default function SignInScreen() {
  const navigate = useNavigate()
  const [params] = useSearchParams()
  const next = toSafePath(params.get(PARAM.next))
  return (
    <AuthPage
      title={<Trans>Sign in</Trans>}
      intro={<Trans>Your bookings, passes and wallet stay on this phone and open offline.</Trans>}
    >
      <SignInForm
        place="page"
        next={next}
        email={params.get(PARAM.email) ?? ''}
        onDone={() => void navigate(next ?? routes.home.href(), { replace: true })}
      />
    </AuthPage>
  )
}
