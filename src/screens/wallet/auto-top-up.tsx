// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans, useLingui } from '@lingui/react/macro'
import { lazy, Suspense, useState } from 'react'
import { Link } from 'react-router-dom'
import { refreshAutoTopUp } from '../../actions/wallet.online.ts'
import { routes } from '../../config/routes.ts'
import type { AutoTopUp as Settings } from '../../contract/payments.ts'
import type { Currency } from '../../domain/money.ts'
import { useFormat } from '../../i18n/format.ts'
import { useRefresh } from '../../parts/use-refresh.ts'
import { useAutoTopUp } from '../../queries/use-auto-top-up.ts'
import { useConnection } from '../../queries/use-connection.ts'
import { BlockedButton } from '../../ui/blocked-button.tsx'
import { buttonLook } from '../../ui/button-look.ts'
import { Button } from '../../ui/button.tsx'
import { TriangleIcon } from '../../ui/icons-state.tsx'
import { Note } from '../../ui/note.tsx'
import { cardName } from './card-name.ts'
import styles from './wallet.module.css'

/** Changes need a connection, so the form is loaded only when opened. */
const AutoTopUpForm = lazy(() => import('./auto-top-up-form.tsx'))

/** Warns that automatic top-up turned itself off; next to the balance, where drivers look first. */
export function AutoTopUpOff({ currency }: { readonly currency: Currency }) {
  const saved = useAutoTopUp(currency)
  if (saved.status === 'loading' || saved.value?.available !== true || saved.value.off_reason !== 'declined')
    return null
  return (
    <Note tone="warning" icon={<TriangleIcon size={24} />} title={<Trans>Automatic top-up was turned off</Trans>}>
      <Trans>Your card was declined twice in a row. Nothing was charged.</Trans>
    </Note>
  )
}

/** Settings of automatic top-up; renders nothing where no payment service can charge a saved card. */
export function AutoTopUp({ currency }: { readonly currency: Currency }) {
  const { t } = useLingui()
  useRefresh(refreshAutoTopUp, currency)
  const saved = useAutoTopUp(currency)
  const isOffline = useConnection().state === 'offline'
  const [isOpen, setOpen] = useState(false)
  const settings = saved.status === 'ready' ? saved.value : null
  if (settings?.available !== true) return null
  return (
    <section className={styles.card}>
      <h2 className={styles.spent}>
        <Trans>Automatic top-up</Trans>
      </h2>
      <p>
        <SettingsText settings={settings} />
      </p>
      {settings.method === null ? (
        // Enabled and of the same size offline too: the next page can save the amount.
        <Link to={routes.addFunds.href()} {...buttonLook({ kind: 'secondary' })}>
          <Trans>Top up and save the card</Trans>
        </Link>
      ) : isOffline ? (
        <BlockedButton
          action={t`Automatic top-up`}
          why={<Trans>You need a connection to change these settings.</Trans>}
        />
      ) : (
        <Button kind="secondary" onClick={() => setOpen(true)}>
          {settings.enabled ? <Trans>Change automatic top-up</Trans> : <Trans>Set up automatic top-up</Trans>}
        </Button>
      )}
      {isOpen && (
        <Suspense>
          <AutoTopUpForm settings={settings} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </section>
  )
}

function SettingsText({ settings }: { readonly settings: Settings }) {
  const format = useFormat()
  const { currency, method } = settings
  const money = (amountMinor: number) => format.money({ amountMinor, currency })
  if (method === null) return <Trans>Off. It needs a saved card: top up once and agree to save the card.</Trans>
  const card = cardName(method)
  if (!settings.enabled) return <Trans>Off. {card} is saved for it.</Trans>
  const [amount, threshold] = [money(settings.amount), money(settings.threshold)]
  const [cap, charged] = [money(settings.monthly_cap), money(settings.charged_this_month)]
  return (
    <Trans>
      When a payment leaves less than {threshold}, {amount} is charged to {card}: at most {cap} a month, {charged} so
      far this month.
    </Trans>
  )
}
