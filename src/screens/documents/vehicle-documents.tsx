// Rarely rendered; memoisation would double this file.
'use no memo'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router-dom'
import { type ActionError, findShortfall } from '../../actions/failures.ts'
import { keepDraft, loadDocuments, payRenewal, toggleKind } from '../../actions/vehicle-documents.online.ts'
import { routes } from '../../config/routes.ts'
import type { DocumentFeesWire } from '../../contract/documents-page.ts'
import { getCountry } from '../../domain/country.ts'
import type { DocumentKind } from '../../domain/document-kinds.ts'
import {
  dayAt,
  documentState,
  isDue,
  isRenewalOpen,
  kindsFor,
  priceRenewal,
  worstState,
} from '../../domain/vehicle-documents.ts'
import { useFormat } from '../../i18n/format.ts'
import { FailureNote } from '../../parts/failure-note.tsx'
import { OnlineButton } from '../../parts/online-button.tsx'
import parts from '../../parts/parts.module.css'
import { RenewalAmounts } from '../../parts/renewal-amounts.tsx'
import { UnansweredNote } from '../../parts/unanswered-note.tsx'
import { useNow } from '../../parts/use-now.ts'
import { useSingleFlight } from '../../parts/use-single-flight.ts'
import { useUnconfirmedRenewals } from '../../queries/use-unconfirmed.ts'
import type { DocumentsView } from '../../queries/use-vehicle-documents.ts'
import type { VehicleView } from '../../queries/use-vehicles.ts'
import { buttonLook } from '../../ui/button-look.ts'
import { ActionBar } from '../../ui/page-head.tsx'
import { DatesSection } from './dates-section.tsx'
import { DocumentRow, StateBadge } from './document-row.tsx'
import styles from './documents.module.css'
import { ReminderSection } from './reminder-section.tsx'

export interface VehicleDocumentsProps {
  readonly vehicle: VehicleView
  readonly view: DocumentsView
  /** False: expiry dates and reminders only. */
  readonly canRenew: boolean
  readonly cards: ReactNode
  readonly age: ReactNode
}

/** The documents of one vehicle, with the due ones already ticked. */
export function VehicleDocuments({ vehicle, view, canRenew, cards, age }: VehicleDocumentsProps) {
  const { t } = useLingui()
  const now = useNow()
  const today = dayAt(now, getCountry(vehicle.country_code).timezone)
  const { commercial, dates, pending } = view.datesOf(vehicle.id)
  const known = kindsFor(commercial)
  const states = new Map(known.map((kind) => [kind, documentState(dates[kind], today)]))
  const draft = view.draft?.vehicleId === vehicle.id ? view.draft : null
  const underWay = new Set(
    // Also matched by plate: a vehicle deleted and added again has another id.
    view.renewals.flatMap(({ vehicle_id: id, plate, stage, lines }) =>
      (id === vehicle.id || plate === vehicle.plate) && isRenewalOpen(stage) ? lines.map(({ kind }) => kind) : [],
    ),
  )
  const free = canRenew ? known.filter((kind) => !underWay.has(kind)) : []
  const due = free.filter((kind) => isDue(states.get(kind) ?? 'unknown'))
  const chosen = free.filter((kind) => (draft?.kinds ?? due).includes(kind))
  const [failure, setFailure] = useState<ActionError | null>(null)
  const toggle = async (kind: DocumentKind) => {
    const kept = await toggleKind({ vehicleId: vehicle.id, kind, shown: chosen })
    setFailure(kept.ok ? null : kept.error)
  }
  return (
    <>
      <div className={styles.pad}>
        <div className={styles.line}>
          <h2>
            <Trans>Documents</Trans>
          </h2>
          <StateBadge state={worstState([...states.values()])} expiresOn={null} today={today} />
        </div>
        <ul className={styles.card} aria-label={t`Documents`}>
          {known.map((kind) => (
            <DocumentRow
              key={kind}
              kind={kind}
              expiresOn={dates[kind]}
              today={today}
              scan={view.scanOf(vehicle.id, kind)}
              isUnderWay={underWay.has(kind)}
              {...(free.includes(kind)
                ? {
                    choice: { isChosen: chosen.includes(kind), toggle: () => void toggle(kind) },
                    vehicleId: vehicle.id,
                  }
                : {})}
            />
          ))}
        </ul>
        {failure !== null && <FailureNote failure={failure} doing={t`Saving`} />}
        <DatesSection vehicleId={vehicle.id} commercial={commercial} dates={dates} pending={pending} />
        {canRenew && view.fees !== null && chosen.length > 0 && <Fees fees={view.fees} chosen={chosen} />}
        <UnconfirmedRenewals />
        {cards}
        <ReminderSection vehicle={vehicle} dates={view.datesOf(vehicle.id)} />
        {age}
      </div>
      {canRenew && view.fees !== null && chosen.length > 0 && (
        <PayBar vehicle={vehicle} view={view} fees={view.fees} chosen={chosen} />
      )}
    </>
  )
}

const priceOf = (fees: DocumentFeesWire, chosen: readonly DocumentKind[]) =>
  priceRenewal(chosen, { fees: fees.fees, serviceMinor: fees.service, vat: fees.vat })

function Fees({ fees, chosen }: { readonly fees: DocumentFeesWire; readonly chosen: readonly DocumentKind[] }) {
  const { lines, serviceMinor, vatMinor, totalMinor } = priceOf(fees, chosen)
  return (
    <section>
      <div className={styles.line}>
        <h2>
          <Trans>Fees</Trans>
        </h2>
        {fees.demo && (
          <span className={parts.small}>
            <Trans>Demo fees, not the state’s</Trans>
          </span>
        )}
      </div>
      <RenewalAmounts
        renewal={{
          currency: fees.currency,
          lines: lines.map(({ kind, amountMinor: amount }) => ({ kind, amount })),
          ...{ service: serviceMinor, vat: vatMinor, total: totalMinor, refunded: 0 },
        }}
      />
    </section>
  )
}

interface PayBarProps {
  readonly vehicle: VehicleView
  readonly view: DocumentsView
  readonly fees: DocumentFeesWire
  readonly chosen: readonly DocumentKind[]
}

/** Pays from the wallet once the pictures are uploaded; the provider says when the renewal is ready. */
function PayBar({ vehicle, view, fees, chosen }: PayBarProps) {
  const { t } = useLingui()
  const format = useFormat()
  const [isTapped, setTapped] = useState(false)
  const { failure, isBusy, run } = useSingleFlight(() => setTapped(false))
  const { totalMinor } = priceOf(fees, chosen)
  const total = format.money({ amountMinor: totalMinor, currency: fees.currency })
  const scans = new Set(chosen.map((kind) => view.scanOf(vehicle.id, kind)))
  const isMissing = scans.has('none')
  const isWaiting = scans.has('waiting') || vehicle.pending || view.datesOf(vehicle.id).pending
  const pay = async () => {
    setTapped(true)
    if (isMissing || isWaiting) return
    // The draft is saved before paying, so a lost answer cannot lead to a second payment.
    const draft = await keepDraft({ vehicleId: vehicle.id, kinds: chosen })
    await run(async () => {
      const paid = draft.ok ? await payRenewal({ draft: draft.value, kinds: chosen, totalMinor }) : draft
      if (!paid.ok && paid.error.kind === 'refused') await loadDocuments(null)
      return paid
    })
  }
  return (
    <ActionBar>
      {isTapped && isMissing && (
        <p role="alert">
          <Trans>Add a picture of each document first.</Trans>
        </p>
      )}
      {isTapped && !isMissing && isWaiting && (
        <p role="alert">
          <Trans>Something still waits for signal. Pay once it’s sent.</Trans>
        </p>
      )}
      {failure !== null && failure.kind !== 'outcome_unknown' && (
        <>
          <FailureNote failure={failure} doing={t`Paying`} hasInput />
          {findShortfall(failure) !== undefined && (
            <Link to={routes.addFunds.href()} {...buttonLook({ kind: 'secondary', wide: true })}>
              <Trans>Top up</Trans>
            </Link>
          )}
        </>
      )}
      <OnlineButton
        wide
        doing={t`Paying`}
        hasInput
        busy={isBusy}
        busyLabel={<Trans>Paying…</Trans>}
        onClick={() => void pay()}
      >
        <Plural
          value={chosen.length}
          _1={`Renew one, ${total}`}
          _2={`Renew two, ${total}`}
          _3={`Renew three, ${total}`}
          one={`Renew #, ${total}`}
          other={`Renew #, ${total}`}
        />
      </OnlineButton>
    </ActionBar>
  )
}

/** Unconfirmed payments for renewals. */
function UnconfirmedRenewals() {
  const unconfirmed = useUnconfirmedRenewals()
  if (unconfirmed.status !== 'ready') return null
  return unconfirmed.value.map(({ request }) => (
    <UnansweredNote key={request.id} request={request} title={<Trans>Vehicle documents</Trans>} />
  ))
}
