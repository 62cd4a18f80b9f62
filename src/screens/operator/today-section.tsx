// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import { aboutOf, loadDay, loadStatement } from '../../actions/operator-day.online.ts'
import type { OperatorDay } from '../../contract/operator-day.ts'
import { mustInstant } from '../../domain/instant.ts'
import { useFormat } from '../../i18n/format.ts'
import { useLoaded } from '../../parts/use-loaded.ts'
import { useNow } from '../../parts/use-now.ts'
import { useProblemText } from '../../parts/use-problem-text.ts'
import { Button } from '../../ui/button.tsx'
import { ReloadIcon } from '../../ui/icons-action.tsx'
import { ListRow, RowList } from '../../ui/list-row.tsx'
import { Plate } from '../../ui/plate.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { ConsoleFailure } from './console-failure.tsx'
import styles from './day.module.css'
import { HourChart } from './hour-chart.tsx'
import page from './operator.module.css'
import { type OwnPark, ParkChoice } from './park-choice.tsx'
import type { SectionProps } from './sections.tsx'

/** One day at a car park. */
export function TodaySection(props: SectionProps) {
  return (
    <ParkChoice {...props} section="today">
      {(park) => <Day key={park.code} park={park} hasMoney={props.operator.scopes.includes('statements')} />}
    </ParkChoice>
  )
}

interface DayProps {
  readonly park: OwnPark
  /** Staff see arrivals and departures, but no money. */
  readonly hasMoney: boolean
}

function Day({ park, hasMoney }: DayProps) {
  const { t } = useLingui()
  const [date, setDate] = useState('')
  const { value: day, failure, reload } = useLoaded(loadDay, aboutOf(park.code, date))
  const format = useFormat()
  return (
    <>
      <div className={styles.dates}>
        <TextField
          label={t`Day`}
          type="date"
          value={date === '' ? (day?.date ?? '') : date}
          onChange={({ target }) => setDate(target.value)}
        />
      </div>
      {failure !== null && <ConsoleFailure failure={failure} doing={t`Showing the day`} />}
      {day === null ? (
        failure === null && <Skeleton size="card" width="full" />
      ) : (
        <>
          <p className={page.muted}>
            <Trans>As of {format.time(mustInstant(day.at), day.park.timezone)}, times at the car park</Trans>
          </p>
          <div className={styles.figures}>
            <Figures day={day} />
            {hasMoney && <Takings key={day.at} about={aboutOf(park.code, day.date, day.date)} />}
          </div>
          <section className={page.card}>
            <h2>
              <Trans>Spaces taken by hour</Trans>
            </h2>
            <HourChart day={day} />
          </section>
          <div className={page.columns}>
            <Arrivals day={day} />
            <Troubles day={day} />
          </div>
          <Button kind="secondary" icon={<ReloadIcon />} onClick={reload}>
            <Trans>Update</Trans>
          </Button>
        </>
      )}
    </>
  )
}

function Figure({
  label,
  children,
  note,
}: {
  readonly label: ReactNode
  readonly children: ReactNode
  readonly note: ReactNode
}) {
  return (
    <div className={styles.figure}>
      <span className={page.muted}>{label}</span>
      <strong>{children}</strong>
      <span className={page.muted}>{note}</span>
    </div>
  )
}

function Figures({ day }: { readonly day: OperatorDay }) {
  const { number } = useFormat()
  const { park, arrivals, check_ins: checks, overstays } = day
  return (
    <>
      <Figure
        label={<Trans>Taken now</Trans>}
        note={
          park.capacity === null ? <Trans>Number of spaces not known</Trans> : <Trans>of {number(park.capacity)}</Trans>
        }
      >
        {number(day.taken_now)}
      </Figure>
      <Figure
        label={<Trans>Arrivals in the next hour</Trans>}
        note={<Trans>{number(arrivals.total)} on this day</Trans>}
      >
        {number(arrivals.next_hour)}
      </Figure>
      <Figure
        label={<Trans context="how many cars">Came in</Trans>}
        note={
          <Trans>
            {number(checks.out)} went out, {number(checks.refused)} refused
          </Trans>
        }
      >
        {number(checks.in)}
      </Figure>
      <Figure label={<Trans>Over time</Trans>} note={<Trans>Let in and not out</Trans>}>
        {number(overstays.total)}
      </Figure>
    </>
  )
}

/** Payments of the day minus refunds, from the statement's lines. `about`: the car park, then the day twice. */
function Takings({ about }: { readonly about: string }) {
  const { money } = useFormat()
  const { value: statement, failure } = useLoaded(loadStatement, about)
  if (statement === null) return failure === null ? <Skeleton size="card" width="full" /> : null
  return statement.currencies.map(({ currency, figures }) => {
    const sumOf = (part: 'paid' | 'park'): string => {
      const lines = figures.filter(({ kind }) => kind !== 'payout')
      return money({ amountMinor: lines.reduce((sum, line) => sum + line[part], 0), currency })
    }
    return (
      <Figure
        key={currency}
        label={<Trans>Takings</Trans>}
        note={<Trans>{sumOf('park')} for the car park, after fees and tax</Trans>}
      >
        {sumOf('paid')}
      </Figure>
    )
  })
}

function Arrivals({ day: { arrivals, park } }: { readonly day: OperatorDay }) {
  const { t } = useLingui()
  const format = useFormat()
  const options = { zone: park.timezone, now: useNow() }
  const states = { expected: t`Expected`, late: t`Late`, inside: t`Inside`, left: t`Left`, unseen: t`Not seen` }
  return (
    <section className={page.card}>
      <h2>
        <Trans>Arrivals</Trans>
      </h2>
      {arrivals.list.length === 0 ? (
        <p>
          <Trans>Nobody has booked on this day.</Trans>
        </p>
      ) : (
        <RowList label={t`Arrivals`}>
          {arrivals.list.map(({ plate, code, from, until, state }) => (
            <li key={code}>
              <ListRow
                title={<Plate>{plate}</Plate>}
                detail={format.stay(mustInstant(from), mustInstant(until), options)}
                end={states[state]}
                endDetail={code}
              />
            </li>
          ))}
        </RowList>
      )}
      {arrivals.total > arrivals.list.length && (
        <p className={page.muted}>
          <Trans>
            The first {arrivals.list.length} of {arrivals.total}
          </Trans>
        </p>
      )}
    </section>
  )
}

function Troubles({ day: { overstays, reports, park } }: { readonly day: OperatorDay }) {
  const { t } = useLingui()
  const format = useFormat()
  const now = useNow()
  const problemText = useProblemText()
  const at = (instant: string): string => format.savedAt(mustInstant(instant), { zone: park.timezone, now })
  return (
    <section className={page.card}>
      <h2>
        <Trans>Over time</Trans>
      </h2>
      {overstays.list.length === 0 ? (
        <p>
          <Trans>No car is over time.</Trans>
        </p>
      ) : (
        <RowList label={t`Over time`}>
          {overstays.list.map(({ plate, code, until }) => (
            <li key={code}>
              <ListRow title={<Plate>{plate}</Plate>} detail={code} end={<Trans>until {at(until)}</Trans>} />
            </li>
          ))}
        </RowList>
      )}
      <h2>
        <Trans>Reported problems</Trans>
      </h2>
      {reports.list.length === 0 ? (
        <p>
          <Trans>Nothing was reported.</Trans>
        </p>
      ) : (
        <RowList label={t`Reported problems`}>
          {reports.list.map(({ kind, text, at: told }, index) => (
            <li key={`${told} ${String(index)}`}>
              <ListRow
                title={problemText(kind)}
                detail={text === null ? undefined : <bdi>{text}</bdi>}
                end={at(told)}
              />
            </li>
          ))}
        </RowList>
      )}
    </section>
  )
}
