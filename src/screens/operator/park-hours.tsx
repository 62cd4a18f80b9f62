// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import { FROM_MONDAY, type OpeningChoice, type OpeningWeek, readOpeningHours } from '../../domain/opening-week.ts'
import { useFormat } from '../../i18n/format.ts'
import { FieldPair } from '../../ui/field-box.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import page from './operator.module.css'

interface ParkHoursProps {
  /** The current opening hours text; null when unknown. */
  readonly text: string | null
  /** Error of the weekly hours. */
  readonly error: ReactNode
}

/** Opening hours: always, by day of the week, or an existing text that says more. */
export function ParkHours({ text, error }: ParkHoursProps) {
  const { t } = useLingui()
  const [first] = useState(() => readOpeningHours(text))
  const [kind, setKind] = useState<OpeningChoice['kind']>(first.kind)
  return (
    <>
      <SelectField
        label={t`Opening hours`}
        name="hours"
        value={kind}
        onChange={({ currentTarget }) => setKind(currentTarget.value as OpeningChoice['kind'])}
      >
        <option value="always">{t`Day and night`}</option>
        <option value="week">{t`By the day of the week`}</option>
        <option value="unknown">{t`Not known`}</option>
        {first.kind === 'other' && <option value="other">{text}</option>}
      </SelectField>
      {kind === 'week' && <WeekFields week={first.kind === 'week' ? first.week : null} error={error} />}
    </>
  )
}

interface WeekFieldsProps {
  /** The current week; null when there is none. */
  readonly week: OpeningWeek | null
  readonly error: ReactNode
}

/** Opening and closing time of each day of the week. */
export function WeekFields({ week, error }: WeekFieldsProps) {
  const { t } = useLingui()
  const format = useFormat()
  return (
    <>
      <p className={page.muted}>
        <Trans>Leave a day empty that is closed. From 00:00 until 00:00 is all day.</Trans>
      </p>
      {FROM_MONDAY.map((day, index) => {
        const hours = week?.[day]
        const name = format.weekday(day)
        return (
          <FieldPair key={day}>
            <TextField
              label={t`${name}, from`}
              name={`from${day}`}
              type="time"
              defaultValue={hours?.from}
              error={index === 0 ? error : undefined}
            />
            <TextField label={t`${name}, until`} name={`to${day}`} type="time" defaultValue={hours?.to} />
          </FieldPair>
        )
      })}
    </>
  )
}
