// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from 'react-router-dom'
import { moreRoutes } from '../../config/more-routes.ts'
import type { Renewal } from '../../contract/vehicle-documents.ts'
import { getCountry } from '../../domain/country.ts'
import { mustInstant } from '../../domain/instant.ts'
import type { RenewalStep } from '../../domain/document-kinds.ts'
import { type ShownStep, stepsOf } from '../../domain/vehicle-documents.ts'
import { useFormat } from '../../i18n/format.ts'
import parts from '../../parts/parts.module.css'
import { useDocumentName } from '../../parts/use-document-name.ts'
import { useNow } from '../../parts/use-now.ts'
import { Badge } from '../../ui/badge.tsx'
import { buttonLook } from '../../ui/button-look.ts'
import { CheckIcon } from '../../ui/icons-action.tsx'
import { OctagonCrossIcon } from '../../ui/icons-state.tsx'
import { Plate } from '../../ui/plate.tsx'
import styles from './documents.module.css'

/** Paid renewals, newest first, with their progress. */
export function RenewalCards({ renewals }: { readonly renewals: readonly Renewal[] }) {
  return renewals.map((renewal) => <RenewalCard key={renewal.renewal_id} renewal={renewal} />)
}

function RenewalCard({ renewal }: { readonly renewal: Renewal }) {
  const nameOf = useDocumentName()
  const now = useNow()
  const zone = getCountry(renewal.country_code).timezone
  const steps = stepsOf({ history: renewal.history, days: renewal.days, zone, now })
  const title = renewal.lines.map(({ kind }) => nameOf(kind)).join(', ')
  return (
    <section className={styles.renewal} aria-label={renewal.code}>
      <div className={styles.line}>
        <h3>{title}</h3>
        <Plate>{renewal.code}</Plate>
      </div>
      <p className={parts.small}>{renewal.plate}</p>
      {renewal.stage === 'rejected' && <Refused renewal={renewal} />}
      <ol className={styles.steps}>
        {steps.map((step) => (
          <Step key={step.step} step={step} zone={zone} />
        ))}
      </ol>
      {renewal.receipt_number !== null && (
        <Link to={moreRoutes.receipt.href(renewal.receipt_number)} {...buttonLook({ kind: 'plain', size: 'small' })}>
          <Trans>Receipt {renewal.receipt_number}</Trans>
        </Link>
      )}
    </section>
  )
}

function Refused({ renewal }: { readonly renewal: Renewal }) {
  const format = useFormat()
  const money = format.money({ amountMinor: renewal.refunded, currency: renewal.currency })
  return (
    <>
      <div>
        <Badge tone="bad" icon={<OctagonCrossIcon size={18} />}>
          <Trans>Refused</Trans>
        </Badge>
      </div>
      <p>{renewal.reason}</p>
      <p>
        <Trans>{money} is in your wallet</Trans>
      </p>
    </>
  )
}

function Step({ step, zone }: { readonly step: ShownStep; readonly zone: string }) {
  const { t } = useLingui()
  const format = useFormat()
  const now = useNow()
  const names: Readonly<Record<RenewalStep, string>> = {
    received: t`Paid`,
    checked: t`Documents checked`,
    at_office: t`At the licensing office`,
    done: t`Ready`,
  }
  const day =
    step.state === 'coming'
      ? format.date(mustInstant(`${step.about}T12:00:00Z`), 'UTC', now)
      : format.date(step.at, zone, now)
  return (
    <li data-state={step.state}>
      <span className={styles.dot} aria-hidden="true">
        {step.state === 'reached' && <CheckIcon size={16} />}
      </span>
      <span>{names[step.step]}</span>
      <span>
        {step.state === 'coming' && <Trans>about {day}</Trans>}
        {step.state === 'running' && <Trans>since {day}</Trans>}
        {step.state === 'reached' && day}
      </span>
    </li>
  )
}
