// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { loadCompanyStatement } from '../../actions/companies.online.ts'
import type { CompanyStatement } from '../../contract/companies.ts'
import { mustInstant } from '../../domain/instant.ts'
import { taxName } from '../../domain/tax-name.ts'
import { toLocalInput } from '../../domain/zone.ts'
import { useFormat } from '../../i18n/format.ts'
import { phoneZone } from '../../lib/phone-zone.ts'
import { FailureNote } from '../../parts/failure-note.tsx'
import parts from '../../parts/parts.module.css'
import { saveFile } from '../../parts/save-file.ts'
import { useLoaded } from '../../parts/use-loaded.ts'
import { useNow } from '../../parts/use-now.ts'
import { Button } from '../../ui/button.tsx'
import { DownloadIcon } from '../../ui/icons-action.tsx'
import { ListRow, RowList } from '../../ui/list-row.tsx'
import { PriceLines } from '../../ui/price-lines.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { toCompanyCsv } from './company-csv.ts'

type Line = CompanyStatement['lines'][number]

const MONTH = /^20\d\d-(?:0[1-9]|1[0-2])$/
/** Rows on screen; the file contains all. */
const SHOWN = 50

interface SectionProps {
  readonly companyId: string
  readonly name: string
}

/** A company's payments in a month, with taxes. */
export function CompanyStatementSection({ companyId, name }: SectionProps) {
  const { t } = useLingui()
  const [month, setMonth] = useState(toLocalInput(useNow(), phoneZone()).slice(0, 7))
  const [shown, setShown] = useState(month)
  return (
    <section className={parts.form}>
      <h3>
        <Trans>Statement</Trans>
      </h3>
      <TextField
        label={t`Month`}
        type="month"
        value={month}
        placeholder="2026-11"
        onChange={({ currentTarget: { value } }) => {
          setMonth(value)
          if (MONTH.test(value)) setShown(value)
        }}
      />
      <Statement about={`${companyId} ${shown}`} name={name} />
    </section>
  )
}

function Statement({ about, name }: { readonly about: string; readonly name: string }) {
  const { t } = useLingui()
  const format = useFormat()
  const kindText = useKindText()
  const { value, failure } = useLoaded(loadCompanyStatement, about)
  if (value === null)
    return failure === null ? (
      <Skeleton size="card" width="full" />
    ) : (
      <FailureNote failure={failure} doing={t`Showing the statement`} />
    )
  const { currency, opening, closing, taxes, lines, month } = value
  const money = (amountMinor: number): string => format.money({ amountMinor, currency })
  const save = () => {
    const columns = [
      ...[t`Time (UTC)`, t`Type`, t`Receipt`, t`Booking`, t`Driver`, t`Plate number`, t`Car park`, t`From`, t`Until`],
      ...[t`Amount`, t`Service fee`, t`Tax`, t`Taxes`, t`Currency`],
    ]
    const text = toCompanyCsv(value, { columns, kindOf: kindText, language: format.language })
    saveFile(`${name}-${month}.csv`, text, 'text/csv;charset=utf-8')
  }
  return (
    <>
      <PriceLines
        lines={[
          { key: 'opening', label: <Trans>At the start of the month</Trans>, amount: money(opening) },
          ...taxes.map((tax) => ({
            key: `${tax.name} ${tax.registration ?? ''}`,
            label: <TaxLabel tax={tax} />,
            amount: money(tax.amount),
          })),
          { key: 'closing', label: <Trans>At the end of the month, or now</Trans>, amount: money(closing) },
        ]}
      />
      {lines.length === 0 ? (
        <p>
          <Trans>Nothing in this month.</Trans>
        </p>
      ) : (
        <>
          <Lines lines={lines} money={money} />
          <Button kind="secondary" icon={<DownloadIcon />} onClick={save}>
            <Trans>Statement (CSV)</Trans>
          </Button>
        </>
      )}
    </>
  )
}

function TaxLabel({ tax }: { readonly tax: CompanyStatement['taxes'][number] }) {
  const { language } = useFormat()
  const name = tax.code === undefined ? tax.name : taxName({ code: tax.code, name: tax.name }, language)
  return (
    <>
      {name === '' ? <Trans>Taxes paid</Trans> : <Trans>Taxes paid: {name}</Trans>}
      {(tax.registration ?? null) !== null && ` (${String(tax.registration)})`}
    </>
  )
}

function useKindText(): (kind: Line['kind']) => string {
  const { t } = useLingui()
  return (kind) => {
    if (kind === 'booking') return t`Booking`
    if (kind === 'extension') return t`Extension`
    if (kind === 'refund') return t`Refund`
    if (kind === 'top_up') return t`Top-up`
    if (kind === 'reversal') return t`Payment taken back`
    return kind === 'dispute' ? t`Payment disputed` : t`Correction`
  }
}

interface LinesProps {
  readonly lines: readonly Line[]
  readonly money: (amountMinor: number) => string
}

/** Latest first. */
function Lines({ lines, money }: LinesProps) {
  const { t } = useLingui()
  const format = useFormat()
  const now = useNow()
  const kindText = useKindText()
  const shown = lines.toReversed().slice(0, SHOWN)
  return (
    <>
      <RowList label={t`Transactions of the month`}>
        {shown.map(({ id, at, kind, amount, receipt_number: receipt, booking }) => {
          const zone = booking?.timezone ?? phoneZone()
          const time = format.dayTime(mustInstant(at), { zone, now })
          return (
            <li key={id}>
              <ListRow
                title={booking === null ? kindText(kind) : `${kindText(kind)} · ${booking.park}`}
                detail={
                  booking === null
                    ? time
                    : [booking.plate, booking.email, time, receipt].filter((fact) => (fact ?? '') !== '').join(' · ')
                }
                end={money(amount)}
              />
            </li>
          )
        })}
      </RowList>
      {lines.length > SHOWN && (
        <p>
          <Trans>The latest {SHOWN} are shown. The file has all of them.</Trans>
        </p>
      )}
    </>
  )
}
