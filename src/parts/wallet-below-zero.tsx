// Drawn seldom: what the compiler adds would be half of its bytes.
'use no memo'
import { Trans } from '@lingui/react/macro'
import { Link } from 'react-router-dom'
import { routes } from '../config/routes.ts'
import type { Currency } from '../domain/money.ts'
import { PAYMENT_RANGE } from '../domain/payment.ts'
import { useFormat } from '../i18n/format.ts'
import { OctagonCrossIcon } from '../ui/icons-state.tsx'
import { Note } from '../ui/note.tsx'

export interface WalletBelowZeroProps {
  /** Below zero. */
  readonly balanceMinor: number
  readonly currency: Currency
  /** What a top-up is to bring: the hole, and a stay that is to be paid beside it. */
  readonly missingMinor: number
}

/** Why nothing can be booked or extended now, and the way out. */
export function WalletBelowZero({ balanceMinor, currency, missingMinor }: WalletBelowZeroProps) {
  const format = useFormat()
  const owed = format.money({ amountMinor: -balanceMinor, currency })
  return (
    <Note
      tone="bad"
      icon={<OctagonCrossIcon size={24} />}
      title={<Trans>Your wallet is {owed} below zero</Trans>}
      role="alert"
    >
      <p>
        <Trans>
          A payment into your wallet was taken back. Your bookings stay as they are. Top up to book or extend again.
        </Trans>
      </p>
      <Link to={routes.addFunds.href(Math.max(missingMinor, PAYMENT_RANGE[currency].minimumMinor))}>
        <Trans>Top up</Trans>
      </Link>
    </Note>
  )
}
