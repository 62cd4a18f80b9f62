// Rarely rendered: memoisation would double this file.
'use no memo'
import { Trans } from '@lingui/react/macro'
import { displayBookingCode } from '../../domain/code.ts'
import type { ReferralCode } from '../../domain/referral.ts'
import { Button } from '../../ui/button.tsx'

interface ReferredByProps {
  /** Null when the link's value is not a valid code. */
  readonly code: ReferralCode | null
  readonly onDrop: () => void
}

/** The referral code of a shared link, sent with the registration unless the driver removes it. */
export function ReferredBy({ code, onDrop }: ReferredByProps) {
  if (code === null) {
    return (
      <p>
        <Trans>The link’s referral code isn’t complete. You can enter a code in your wallet later.</Trans>
      </p>
    )
  }
  return (
    <p>
      <Trans>
        Referral code: <strong>{displayBookingCode(code)}</strong>
      </Trans>{' '}
      <Button kind="plain" size="small" onClick={onDrop}>
        <Trans>Remove code</Trans>
      </Button>
    </p>
  )
}
