// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans, useLingui } from '@lingui/react/macro'
import { loadCharges } from '../../../actions/operator-money.online.ts'
import type { ChargeReport } from '../../../contract/operator-money.ts'
import { DAY_MS } from '../../../domain/instant.ts'
import { useFormat } from '../../../i18n/format.ts'
import { saveFile } from '../../../parts/save-file.ts'
import { useTransactionKindTexts } from '../../../parts/transaction-kind-texts.ts'
import { useLoaded } from '../../../parts/use-loaded.ts'
import { useNow } from '../../../parts/use-now.ts'
import { Button } from '../../../ui/button.tsx'
import { ButtonRow } from '../../../ui/button-row.tsx'
import { DownloadIcon } from '../../../ui/icons-action.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { ConsoleFailure } from '../console-failure.tsx'
import styles from '../day.module.css'
import page from '../operator.module.css'
import { PeriodChoice } from '../period-choice.tsx'

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10)

/** Fees and taxes of a period. */
export function ChargesSection() {
  return (
    <>
      <h2>
        <Trans>Fees and taxes</Trans>
      </h2>
      <PeriodChoice
        today={dayOf(useNow())}
        note={
          <p className={page.muted}>
            <Trans>Days are counted in UTC, in every country.</Trans>
          </p>
        }
      >
        {(first, last) => <Period about={`${first} ${dayOf(Date.parse(last) + DAY_MS)}`} />}
      </PeriodChoice>
    </>
  )
}

function Period({ about }: { readonly about: string }) {
  const { t } = useLingui()
  const { value: report, failure } = useLoaded(loadCharges, about)
  if (failure !== null) return <ConsoleFailure failure={failure} doing={t`Showing fees and taxes`} hasInput />
  if (report === null) return <Skeleton size="card" width="full" />
  const { rows, file } = report
  if (rows.length === 0)
    return (
      <p>
        <Trans>No fees and taxes in these days.</Trans>
      </p>
    )
  return (
    <>
      <Rows rows={rows} />
      <ButtonRow>
        <Button
          kind="secondary"
          icon={<DownloadIcon />}
          onClick={() => saveFile(file.name, file.text, 'text/csv;charset=utf-8')}
        >
          <Trans>Download (CSV)</Trans>
        </Button>
      </ButtonRow>
    </>
  )
}

function Rows({ rows }: Pick<ChargeReport, 'rows'>) {
  const { t } = useLingui()
  const format = useFormat()
  const kinds: Readonly<Record<string, string>> = useTransactionKindTexts()
  return (
    <section className={page.card}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">
              <Trans>Where</Trans>
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
          </tr>
        </thead>
        <tbody>
          {rows.map(({ country, region, currency, kind, count, paid, fees, tax }) => {
            const money = (amountMinor: number): string => format.money({ amountMinor, currency })
            return (
              <tr key={[country, region, currency, kind].join(' ')}>
                <th scope="row">
                  {[country, region].filter((one) => one !== null).join(', ') || <Trans>No car park</Trans>} ·{' '}
                  {kinds[kind] ?? kind} ({format.number(count)})
                </th>
                <td data-label={t`Paid`}>{money(paid)}</td>
                <td data-label={t`Service fee`}>{money(fees)}</td>
                <td data-label={t`Tax`}>{money(tax)}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </section>
  )
}
