// Rarely rendered: memoisation would double this file.
'use no memo'

import { Trans } from '@lingui/react/macro'
import { Link } from 'react-router-dom'
import { routes } from '../../config/routes.ts'
import { buttonLook } from '../../ui/button-look.ts'
import { Button } from '../../ui/button.tsx'
import { KeyIcon } from '../../ui/icons-action.tsx'
import { AuthPage } from './auth-page.tsx'

/** After the code, offers a passkey so that the next sign-in needs no code. */
export function KeptGuest({ onDone }: { readonly onDone: () => void }) {
  return (
    <AuthPage
      title={<Trans>Your bookings are kept</Trans>}
      intro={
        <Trans>With a passkey you sign in by fingerprint, face or this device’s PIN, without waiting for a code.</Trans>
      }
    >
      <Link to={routes.profile.href('passkeys')} replace {...buttonLook({ wide: true })}>
        <KeyIcon />
        <Trans>Add a passkey</Trans>
      </Link>
      <Button kind="plain" wide onClick={onDone}>
        <Trans>Not now</Trans>
      </Button>
    </AuthPage>
  )
}
