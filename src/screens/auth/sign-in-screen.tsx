// Rarely rendered; memoisation would double this file.
'use no memo'

import { Trans } from '@lingui/react/macro'
import { Navigate, useNavigate, useSearchParams } from 'react-router-dom'
import { PARAM, routes, toSafePath } from '../../config/routes.ts'
import { useSession } from '../../queries/use-session.ts'
import { AuthPage } from './auth-page.tsx'
import SignInForm from './sign-in-form.tsx'

/** /auth: returns to the page that required signing in. */
export default function SignInScreen() {
  const navigate = useNavigate()
  const [params] = useSearchParams()
  const next = toSafePath(params.get(PARAM.next))
  const session = useSession()
  const { user, expired } = (session.status === 'ready' && session.value) || {}
  // Signing in would leave a guest's bookings behind; registering with a code moves them to the account.
  if (user?.guest === true && expired === false) return <Navigate to={routes.register.href(next)} replace />
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
