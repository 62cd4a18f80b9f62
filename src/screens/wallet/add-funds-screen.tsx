// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link, useSearchParams } from 'react-router-dom'
import { PARAM, routes } from '../../config/routes.ts'
import { FailureNote } from '../../parts/failure-note.tsx'
import { SandboxNote } from '../../parts/sandbox-note.tsx'
import { useGateways } from '../../parts/use-gateways.ts'
import { useConnection } from '../../queries/use-connection.ts'
import { iconButtonLook } from '../../ui/button-look.ts'
import { ChevronStartIcon } from '../../ui/icons-action.tsx'
import { TriangleIcon } from '../../ui/icons-state.tsx'
import { Note } from '../../ui/note.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { AddFundsForm } from './add-funds-form.tsx'
import { CountryFees } from './country-fees.tsx'
import { UnfinishedPayments } from './unfinished-payments.tsx'
import { useWalletCountry } from './use-wallet-country.ts'
import styles from './wallet.module.css'

const readMinor = (text: string | null): number | null =>
  text !== null && /^\d{1,12}$/.test(text) ? Number(text) : null

/** /wallet/add-funds: the amount, its price, and the link to the gateway's page. */
export default function AddFundsScreen() {
  const { t } = useLingui()
  const [query] = useSearchParams()
  const country = useWalletCountry()
  const { config, failure } = useGateways(country.code)
  const isOffline = useConnection().state === 'offline'
  const isSandbox = config?.gateways[0]?.sandbox === true

  return (
    <div className={styles.page}>
      <PageHead
        back={
          <Link to={routes.wallet.href()} {...iconButtonLook()} aria-label={t`Back`}>
            <ChevronStartIcon />
          </Link>
        }
        title={<Trans>Top up</Trans>}
      />
      <div className={styles.pad}>
        <UnfinishedPayments currency={country.currency} />
        {isSandbox && <SandboxNote />}
        {!isOffline && failure !== null && <FailureNote failure={failure} doing={t`Topping up`} />}
        {config?.available === false ? (
          <Note
            tone="warning"
            icon={<TriangleIcon size={24} />}
            title={t`Payment is unavailable right now. Nothing was charged.`}
          >
            <Trans>No payment service accepts this currency at the moment.</Trans>
          </Note>
        ) : (
          <>
            <AddFundsForm
              key={country.currency}
              currency={country.currency}
              gateways={config?.gateways ?? []}
              startMinor={readMinor(query.get(PARAM.amount))}
            />
            <CountryFees country={country} />
          </>
        )}
      </div>
    </div>
  )
}
