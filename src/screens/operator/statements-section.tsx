// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { aboutOf, loadLines, loadStatement, loadStatementFile } from '../../actions/operator-day.online.ts'
import type { OperatorStatement, StatementKind } from '../../contract/operator-statements.ts'
import { mustInstant } from '../../domain/instant.ts'
import { taxName } from '../../domain/tax-name.ts'
import { useFormat } from '../../i18n/format.ts'
import { phoneZone } from '../../lib/phone-zone.ts'
import { toLocalInput } from '../../domain/zone.ts'
import { OnlineButton } from '../../parts/online-button.tsx'
import { saveFile } from '../../parts/save-file.ts'
import { useLoaded } from '../../parts/use-loaded.ts'
import { useNow } from '../../parts/use-now.ts'
import { useSingleFlight } from '../../parts/use-single-flight.ts'
import { Button } from '../../ui/button.tsx'
import { DownloadIcon } from '../../ui/icons-action.tsx'
import { ListRow, RowList } from '../../ui/list-row.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ConsoleFailure } from './console-failure.tsx'
import styles from './day.module.css'
import page from './operator.module.css'
import { type OwnPark, ParkChoice } from './park-choice.tsx'
import { PeriodChoice } from './period-choice.tsx'
import type { SectionProps } from './sections.tsx'

/** A car park's income, and the payouts made from it. */
export function StatementsSection(props: SectionProps) {
  return (
    <ParkChoice {...props} section="statements">
      {(park) => <Statement key={park.code} park={park} />}
    </ParkChoice>
  )
}

function Statement({ park }: { readonly park: OwnPark }) {
  const today = toLocalInput(useNow(), phoneZone()).slice(0, 10)
  return (
    <PeriodChoice today={today}>{(first, last) => <Period about={aboutOf(park.code, first, last)} />}</PeriodChoice>
  )
}

function Period({ about }: { readonly about: string }) {
  const { t } = useLingui()
  const format = useFormat()
  const statement = useLoaded(loadStatement, about)
  const saving = useSingleFlight<{ readonly name: string; readonly text: string }>(({ name, text }) =>
    saveFile(name, text, 'text/csv;charset=utf-8'),
  )
  const failure = saving.failure ?? statement.failure
  const registered = (statement.value?.taxes ?? []).filter(({ registration }) => registration !== null)
  return (
    <>
      {failure !== null && <ConsoleFailure failure={failure} doing={t`Showing the statement`} hasInput />}
      {statement.value === null && statement.failure === null && <Skeleton size="card" width="full" />}
      {registered.map((tax) => (
        <p key={tax.code} className={page.muted}>
          {taxName(tax, format.language)}: {tax.registration}
        </p>
      ))}
      {statement.value?.currencies.length === 0 && (
        <p>
          <Trans>Nothing was paid at this car park yet.</Trans>
        </p>
      )}
      {statement.value?.currencies.map((sums) => (
        <Sums key={sums.currency} sums={sums} about={about} />
      ))}
      <OnlineButton
        doing={t`Downloading the statement`}
        kind="secondary"
        icon={<DownloadIcon />}
        busy={saving.isBusy}
        onClick={() => void saving.run(() => loadStatementFile(about))}
      >
        <Trans>Download all lines (CSV)</Trans>
      </OnlineButton>
    </>
  )
}

function useKindText(): Readonly<Record<StatementKind, string>> {
  const { t } = useLingui()
  return {
    booking: t`Stays`,
    extension: t`Extensions`,
    refund: t`Refunds`,
    adjustment: t`Adjustments`,
    payout: t`Payouts`,
  }
}

interface SumsProps {
  readonly sums: OperatorStatement['currencies'][number]
  readonly about: string
}

function Sums({ sums: { currency, opening, closing, figures }, about }: SumsProps) {
  const { t } = useLingui()
  const format = useFormat()
  const kinds = useKindText()
  const [shown, setShown] = useState<StatementKind | null>(null)
  const money = (amountMinor: number): string => format.money({ amountMinor, currency })
  return (
    <section className={page.card}>
      <p className={styles.sum}>
        <Trans>Owed before</Trans> <span>{money(opening)}</span>
      </p>
      <div>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">
                <Trans context="of a movement of money">Kind</Trans>
              </th>
              <th scope="col">
                <Trans>Paid</Trans>
              </th>
              <th scope="col">
                <Trans>Service fee</Trans>
              </th>
              <th scope="col">
                <Trans>Tax</Trans>
              </th>
              <th scope="col">
                <Trans>Car park</Trans>
              </th>
            </tr>
          </thead>
          <tbody>
            {figures.map(({ kind, count, paid, fees, tax, park }) => (
              <tr key={kind}>
                <th scope="row">
                  <Button
                    kind="plain"
                    size="small"
                    aria-expanded={shown === kind}
                    onClick={() => setShown(shown === kind ? null : kind)}
                  >
                    {kinds[kind]} ({format.number(count)})
                  </Button>
                </th>
                <td data-label={t`Paid`}>{money(paid)}</td>
                <td data-label={t`Service fee`}>{money(fees)}</td>
                <td data-label={t`Tax`}>{money(tax)}</td>
                <td data-label={t`Car park`}>{money(park)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className={styles.sum}>
        <Trans>Owed after</Trans> <span>{money(closing)}</span>
      </p>
      {shown !== null && <Lines about={aboutOf(about, shown)} title={kinds[shown]} />}
    </section>
  )
}

/** The ledger lines behind a figure. */
function Lines({ about, title }: { readonly about: string; readonly title: string }) {
  const format = useFormat()
  const { t } = useLingui()
  const now = useNow()
  const { value: lines, failure } = useLoaded(loadLines, about)
  if (failure !== null) return <ConsoleFailure failure={failure} doing={t`Showing the lines`} />
  if (lines === null) return <Skeleton size="card" width="full" />
  return (
    <RowList label={title}>
      {lines.map((line) => (
        <li key={line.id}>
          <ListRow
            title={line.booking ?? <bdi>{line.reference}</bdi>}
            detail={format.dayTime(mustInstant(line.at), { zone: phoneZone(), now })}
            end={format.money({ amountMinor: line.park, currency: line.currency })}
          />
        </li>
      ))}
    </RowList>
  )
}
