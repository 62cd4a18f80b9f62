// Rarely rendered; memoisation would double this file.
'use no memo'

import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { type PasskeyError, signInWithPasskey } from '../../actions/passkeys.online.ts'
import type { Result } from '../../lib/result.ts'
import { FailureNote } from '../../parts/failure-note.tsx'
import { OnlineButton } from '../../parts/online-button.tsx'
import { KeyIcon } from '../../ui/icons-action.tsx'
import { PasskeyTroubleNote } from '../../parts/passkey-trouble-note.tsx'
import { usePasskeyOffer } from './use-passkey-offer.ts'

interface PasskeySignInProps {
  /** True while a password is being sent. */
  readonly isOtherBusy: boolean
  readonly onDone: () => void
}

/** Passkey sign-in: the browser offers this site's passkeys in the email field, or on request. */
export function PasskeySignIn({ isOtherBusy, onDone }: PasskeySignInProps) {
  const { t } = useLingui()
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<PasskeyError | null>(null)
  const settle = (result: Result<unknown, PasskeyError>) => {
    if (result.ok) onDone()
    else setError(result.error)
  }
  usePasskeyOffer(isBusy || isOtherBusy, settle)
  const signIn = async () => {
    setBusy(true)
    setError(null)
    const result = await signInWithPasskey()
    setBusy(false)
    settle(result)
  }
  return (
    <>
      {error?.kind === 'passkey' && <PasskeyTroubleNote trouble={error} />}
      {error !== null && error.kind !== 'passkey' && <FailureNote failure={error} doing={t`Sign-in`} />}
      <OnlineButton
        doing={t`Sign-in`}
        isQuiet
        kind="secondary"
        wide
        icon={<KeyIcon />}
        busy={isBusy}
        busyLabel={<Trans>Checking…</Trans>}
        onClick={() => void signIn()}
      >
        <Trans>Sign in with a passkey</Trans>
      </OnlineButton>
    </>
  )
}
