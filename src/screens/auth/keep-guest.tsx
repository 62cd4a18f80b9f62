// Rarely rendered: memoisation would double this file.
'use no memo'

import { Trans } from '@lingui/react/macro'
import { Link } from 'react-router-dom'
import { keepGuestBy, sendKeepCode } from '../../actions/guests.online.ts'
import { routes } from '../../config/routes.ts'
import { STANDING, useOutbox } from '../../queries/use-outbox.ts'
import { TriangleIcon } from '../../ui/icons-state.tsx'
import { Note } from '../../ui/note.tsx'
import { AuthPage } from './auth-page.tsx'
import { EmailCodeForm } from './email-code-form.tsx'

/** Moves a guest's bookings into an account: a new one, or the existing one of that address. */
export function KeepGuest({ email, onDone }: { readonly email: string; readonly onDone: () => void }) {
  const outbox = useOutbox()
  // Waiting commands would be left with a guest who no longer exists.
  const isWaiting = outbox.status === 'ready' && outbox.value.some(({ state }) => STANDING[state] === 'waiting')
  return (
    <AuthPage
      title={<Trans>Keep your bookings</Trans>}
      intro={<Trans>With an account you find your bookings on every device, and can use the wallet.</Trans>}
    >
      {isWaiting ? (
        <Note tone="amber" icon={<TriangleIcon size={24} />} title={<Trans>Some requests haven’t been sent</Trans>}>
          <Link to={routes.activity.href()}>
            <Trans>Open Activity</Trans>
          </Link>
        </Note>
      ) : (
        <EmailCodeForm
          email={email}
          sendCode={sendKeepCode}
          resend={sendKeepCode}
          confirm={(_email, code) => keepGuestBy(code)}
          onDone={onDone}
        />
      )}
    </AuthPage>
  )
}
