// Rarely rendered; memoisation would double this file.
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
  /** Negative. */
  readonly balanceMinor: number
  readonly currency: Currency
  /** The amount to top up: the negative balance, plus the stay to be paid, if any. */
  readonly missingMinor: number
}

/** Explains why nothing can be booked or extended now, and how to fix it. */
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
