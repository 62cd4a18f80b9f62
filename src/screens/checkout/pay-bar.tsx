import { Trans } from '@lingui/react/macro'
import { useEffect } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { checkConnection } from '../../actions/connection.online.ts'
import { routes } from '../../config/routes.ts'
import type { PaymentKind } from '../../contract/payments.ts'
import type { Instant } from '../../domain/instant.ts'
import type { Quote } from '../../domain/tariff.ts'
import { useFormat } from '../../i18n/format.ts'
import { PayText } from '../../parts/pay-text.tsx'
import { useNow } from '../../parts/use-now.ts'
import { useConnection } from '../../queries/use-connection.ts'
import { useCheckoutDraft } from '../../stores/checkout-draft.ts'
import { buttonLook } from '../../ui/button-look.ts'
import { Button } from '../../ui/button.tsx'
import { BellIcon } from '../../ui/icons-place.tsx'
import { NoSignalIcon } from '../../ui/icons-state.tsx'
import { Note } from '../../ui/note.tsx'
import { ActionBar } from '../../ui/page-head.tsx'
import { Total } from '../../ui/total.tsx'
import styles from './checkout.module.css'

export interface PayBarProps {
  readonly quote: Quote
  readonly until: Instant
  readonly zone: string
  /** Also true without an account where a gateway takes the payment. */
  readonly mayPay: boolean
  /** Nobody is signed in, and the payment methods are still loading. */
  readonly isAsking: boolean
  readonly isGuest: boolean
  /** Null when the wallet pays. */
  readonly gatewayKind: PaymentKind | null
  /** Company that pays instead of the driver; null when there is none. */
  readonly company: string | null
  readonly isBusy: boolean
  readonly onPay: () => void
  /** Called when the driver tries to pay without a connection. */
  readonly onBlocked: () => void
}

/** The total and the primary button; offline, why paying is impossible and what is kept. */
export function PayBar(props: PayBarProps) {
  const { state } = useConnection()
  return <ActionBar>{state === 'offline' ? <OfflinePay {...props} /> : <OnlinePay {...props} />}</ActionBar>
}

function OnlinePay(props: PayBarProps) {
  const { quote, until, zone, mayPay, isAsking, isGuest, gatewayKind, company, isBusy, onPay } = props
  const format = useFormat()
  const now = useNow()
  const { pathname, search } = useLocation()
  const { waitingAt, change } = useCheckoutDraft()
  const isBack = waitingAt === pathname
  useEffect(() => {
    if (!isBack) return undefined
    const timer = setTimeout(() => change({ waitingAt: null }), BACK_NEWS_MS)
    return () => clearTimeout(timer)
  }, [isBack, change])
  const total = format.money({ amountMinor: quote.totalMinor, currency: quote.currency })
  return (
    <>
      {isBack && (
        <p className={styles.small} role="status">
          <Trans>The connection is back. Check your choices and pay.</Trans>
        </p>
      )}
      <div className={styles.summary}>
        <p className={styles.small}>
          {isGuest ? (
            <Trans>No account needed. Pass on this phone.</Trans>
          ) : gatewayKind === null ? (
            <Trans>Pass right away, kept on this phone</Trans>
          ) : (
            <Trans>Pass as soon as you’ve paid</Trans>
          )}
        </p>
        <Total
          size={28}
          align="end"
          amount={total}
          label={<Trans>total, until {format.savedAt(until, { zone, now })}</Trans>}
        />
      </div>
      {mayPay || isAsking ? (
        <Button
          wide
          busy={isBusy || !mayPay}
          busyLabel={mayPay ? <Trans>Booking…</Trans> : <Trans>Checking…</Trans>}
          onClick={() => {
            change({ waitingAt: null })
            onPay()
          }}
        >
          {company === null ? (
            <PayText total={total} gatewayKind={gatewayKind} />
          ) : (
            <Trans>
              Book, {company} pays {total}
            </Trans>
          )}
        </Button>
      ) : (
        <Link to={routes.login.href(`${pathname}${search}`)} {...buttonLook({ wide: true })}>
          <Trans>Sign in to pay {total}</Trans>
        </Link>
      )}
    </>
  )
}

/** Some browsers do not report being online again after a reload without a connection. */
const ASK_EVERY_MS = 5_000
/** How long "connected again" stays visible: long enough to read. */
const BACK_NEWS_MS = 15_000

function OfflinePay({ quote, until, zone, onBlocked }: PayBarProps) {
  const format = useFormat()
  const now = useNow()
  const { pathname } = useLocation()
  const { waitingAt, change } = useCheckoutDraft()
  const isWaiting = waitingAt === pathname
  const total = format.money({ amountMinor: quote.totalMinor, currency: quote.currency })
  useEffect(() => {
    if (!isWaiting) return undefined
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void checkConnection()
    }, ASK_EVERY_MS)
    return () => clearInterval(timer)
  }, [isWaiting])
  return (
    <>
      <Note icon={<NoSignalIcon size={24} />} title={<Trans>Needs a connection</Trans>} role="status">
        <Trans>We need to confirm your space first. Nothing is charged; your choices are kept.</Trans>
      </Note>
      <div className={styles.summary}>
        <p className={styles.small}>
          <Trans>Total, until {format.savedAt(until, { zone, now })}</Trans>
        </p>
        <Total size={22} align="end" amount={total} label="" />
      </div>
      <Button
        wide
        icon={<BellIcon />}
        busy={isWaiting}
        busyLabel={<Trans>Waiting for the connection…</Trans>}
        onClick={() => {
          change({ waitingAt: pathname })
          onBlocked()
          void checkConnection()
        }}
      >
        <Trans>Tell me when I’m connected</Trans>
      </Button>
    </>
  )
}
