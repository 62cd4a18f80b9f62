// Memoisation would double this file.
'use no memo'
import { Trans, useLingui } from '@lingui/react/macro'
import type { Instant } from '../domain/instant.ts'
import { parseLocalInput, toLocalInput } from '../domain/zone.ts'
import { useFormat } from '../i18n/format.ts'
import { phoneZone } from '../lib/phone-zone.ts'
import { DateTimeField } from '../ui/date-time-field.tsx'
import { FieldPair } from '../ui/field-box.tsx'
import styles from './parts.module.css'
import { useNow } from './use-now.ts'

export interface StayFieldsProps {
  readonly from: Instant
  readonly until: Instant
  /** IANA zone of the car park: times are entered and shown in it. */
  readonly zone: string
  readonly onChange: (stay: { readonly from: Instant; readonly until: Instant }) => void
  readonly error?: React.ReactNode
}

/** From and until, side by side. Moving the start keeps the length of the stay. */
export function StayFields({ from, until, zone, onChange, error }: StayFieldsProps) {
  const { t } = useLingui()
  const format = useFormat()
  const now = useNow()
  const shown = (instant: Instant) => format.dayTime(instant, { zone, now })
  const read = (text: string): Instant | undefined => {
    const parsed = parseLocalInput(text, zone)
    return parsed.ok ? parsed.value.instant : undefined
  }
  const changeFrom = (text: string) => {
    const start = read(text)
    if (start !== undefined) onChange({ from: start, until: (start + (until - from)) as Instant })
  }
  const changeUntil = (text: string) => {
    const end = read(text)
    if (end !== undefined) onChange({ from, until: end })
  }
  return (
    <FieldPair>
      <DateTimeField
        label={t`From`}
        value={toLocalInput(from, zone)}
        shown={shown(from)}
        onChange={(event) => changeFrom(event.currentTarget.value)}
      />
      <DateTimeField
        label={t`Until`}
        value={toLocalInput(until, zone)}
        shown={shown(until)}
        onChange={(event) => changeUntil(event.currentTarget.value)}
        error={error}
      />
    </FieldPair>
  )
}

/** Shown only when the phone's clock differs from the car park's. */
export function ZoneNote({ zone, at }: { readonly zone: string; readonly at: Instant }) {
  const format = useFormat()
  const here = phoneZone()
  if (toLocalInput(at, zone) === toLocalInput(at, here)) return null
  return (
    <p className={styles.small}>
      <Trans>Times are local to the car park: {format.zone(at, zone)}.</Trans>
    </p>
  )
}
