import { Trans } from '@lingui/react/macro'
import { useEffect, type ReactNode } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { refreshWallet } from '../actions/connection.online.ts'
import { routes } from '../config/routes.ts'
import { toInstant } from '../domain/instant.ts'
import type { Currency } from '../domain/money.ts'
import { PAYMENT_RANGE } from '../domain/payment.ts'
import { useFormat } from '../i18n/format.ts'
import { phoneZone } from '../lib/phone-zone.ts'
import { useNow } from './use-now.ts'
import { WalletBelowZero } from './wallet-below-zero.tsx'
import { useWallet } from '../queries/use-wallet.ts'
import { RadioCard } from '../ui/choice-field.tsx'
import { WalletIcon } from '../ui/icons-place.tsx'
import { TriangleIcon } from '../ui/icons-state.tsx'
import { Note } from '../ui/note.tsx'
import text from '../ui/text.module.css'

export interface WalletChoiceProps {
  readonly currency: Currency
  /** Null while there is no price. */
  readonly totalMinor: number | null
  readonly isSignedIn: boolean
  /** A guest's wallet holds only refunds: it is shown when it suffices. */
  readonly isGuest: boolean
  readonly isChosen: boolean
  readonly onChoose: () => void
  /** What to do when the balance is too low. */
  readonly hint: ReactNode
}

/** The wallet with its balance before and after, or how much is missing. */
export function WalletChoice(props: WalletChoiceProps) {
  const { currency, totalMinor, isSignedIn, isGuest, isChosen, onChoose, hint } = props
  const { pathname, search } = useLocation()
  const format = useFormat()
  const wallet = useWallet(currency)
  useEffect(() => {
    // If the refresh fails, the saved balance stays, with its age.
    if (isSignedIn) void refreshWallet(currency)
  }, [currency, isSignedIn])
  if (!isSignedIn) {
    return (
      <Link to={routes.login.href(`${pathname}${search}`)} className={text.lineLink}>
        <Trans>Sign in to pay from your wallet.</Trans>
      </Link>
    )
  }
  const saved = wallet.status === 'ready' ? wallet.value : null
  if (isGuest && (saved === null || totalMinor === null || saved.balance < totalMinor)) return null
  const balance = saved === null ? null : format.money({ amountMinor: saved.balance, currency })
  const missingMinor = saved === null || totalMinor === null ? 0 : totalMinor - saved.balance
  const after =
    saved === null || totalMinor === null ? null : format.money({ amountMinor: saved.balance - totalMinor, currency })
  return (
    <>
      <RadioCard
        name="payment"
        checked={isChosen}
        onChange={onChoose}
        title={<Trans>Wallet</Trans>}
        icon={<WalletIcon />}
        detail={
          balance === null ? (
            <Trans>Balance not known yet</Trans>
          ) : (
            <>
              {balance}
              {wallet.status === 'ready' && !wallet.fresh && wallet.savedAt !== null && (
                <SavedAt savedAt={wallet.savedAt} />
              )}
              {missingMinor <= 0 && after !== null && <Trans>, then {after}</Trans>}
            </>
          )
        }
      />
      <WalletMissing balanceMinor={saved?.balance ?? 0} {...{ missingMinor, currency, isChosen, hint }} />
    </>
  )
}

interface WalletMissingProps extends Pick<WalletChoiceProps, 'currency' | 'isChosen' | 'hint'> {
  readonly balanceMinor: number
  readonly missingMinor: number
}

/**
 * Says what the wallet lacks. A negative balance is shown for every payment method, because incoming money settles it
 * first.
 */
function WalletMissing({ balanceMinor, missingMinor, currency, isChosen, hint }: WalletMissingProps) {
  const format = useFormat()
  if (balanceMinor < 0) {
    const neededMinor = Math.max(missingMinor, -balanceMinor)
    return <WalletBelowZero balanceMinor={balanceMinor} currency={currency} missingMinor={neededMinor} />
  }
  if (!isChosen || missingMinor <= 0) return null
  return (
    <Note
      tone="warning"
      icon={<TriangleIcon size={24} />}
      title={<Trans>You need {format.money({ amountMinor: missingMinor, currency })} more in your wallet</Trans>}
    >
      <p>{hint}</p>
      <Link to={routes.addFunds.href(Math.max(missingMinor, PAYMENT_RANGE[currency].minimumMinor))}>
        <Trans>Top up</Trans>
      </Link>
    </Note>
  )
}

function SavedAt({ savedAt }: { readonly savedAt: number }) {
  const format = useFormat()
  const now = useNow()
  const zone = phoneZone()
  const time = format.savedAt(toInstant(savedAt), { zone, now })
  return `, ${time}`
}
