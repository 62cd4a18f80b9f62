// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans } from '@lingui/react/macro'
import { refreshAutoTopUp } from '../../actions/wallet.online.ts'
import type { Currency } from '../../domain/money.ts'
import { useRefresh } from '../../parts/use-refresh.ts'
import { useAutoTopUp } from '../../queries/use-auto-top-up.ts'
import styles from './marketplace.module.css'

export interface CardAtRenewalProps {
  readonly currency: Currency
  readonly isChosen: boolean
  readonly onChange: (isChosen: boolean) => void
  /** Without a connection it cannot be changed. */
  readonly isBlocked?: boolean
  readonly isBusy?: boolean
}

/** Lets the saved card pay where the wallet cannot; renders nothing without one, because nothing would be charged. */
export function CardAtRenewal({ currency, isChosen, onChange, isBlocked = false, isBusy = false }: CardAtRenewalProps) {
  const fresh = useRefresh(refreshAutoTopUp, currency).value
  const saved = useAutoTopUp(currency)
  const settings = fresh ?? (saved.status === 'ready' ? saved.value : null)
  if (settings?.available !== true || settings.method === null) return null
  return (
    <label className={styles.check} aria-busy={isBusy}>
      <input type="checkbox" checked={isChosen} disabled={isBlocked} onChange={() => onChange(!isChosen)} />
      <span>
        <Trans>If the wallet is short at renewal, charge my saved card</Trans>
        {isBlocked && (
          <>
            <br />
            <Trans>Needs a connection</Trans>
          </>
        )}
      </span>
    </label>
  )
}
