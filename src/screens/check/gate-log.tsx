import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { type Instant, toInstant } from '../../domain/instant.ts'
import { useFormat } from '../../i18n/format.ts'
import { phoneZone } from '../../lib/phone-zone.ts'
import type { CheckInRow, GateState } from '../../queries/use-gate.ts'
import { Badge } from '../../ui/badge.tsx'
import { CircleCheckIcon, OctagonCrossIcon, SignalClockIcon, TriangleIcon } from '../../ui/icons-state.tsx'
import { ListRow, RowList } from '../../ui/list-row.tsx'
import styles from './check.module.css'
import { logOf } from './to-gate-context.ts'
import { useFlagText, useVerdictWord } from './verdict-words.ts'

const SHOWN = 30

/** The decisions made on this phone, latest first, and whether the provider has each. */
export function GateLog({ state }: { readonly state: GateState }) {
  const rows = logOf(state).toReversed().slice(0, SHOWN)
  const doubles = rows.filter(({ flags }) => flags.includes('already_inside')).length
  return (
    <section className={styles.form} aria-labelledby="gate-log">
      <h2 id="gate-log">
        <Trans>Entries and exits</Trans>
      </h2>
      {doubles > 0 && (
        <p className={styles.loss} role="status">
          <Trans>Some cars were let in twice. They’re marked below.</Trans>
        </p>
      )}
      {rows.length === 0 && (
        <p className={styles.quiet}>
          <Trans>Nothing recorded on this phone yet.</Trans>
        </p>
      )}
      <RowList>
        {rows.map((row) => (
          <li key={row.nonce}>
            <LogRow row={row} state={state} />
          </li>
        ))}
      </RowList>
    </section>
  )
}

function LogRow({ row, state }: { readonly row: CheckInRow; readonly state: GateState }) {
  const format = useFormat()
  const flagText = useFlagText()
  const wordOf = useVerdictWord()
  const zone = state.saved?.list.park.timezone ?? phoneZone()
  const flags = row.flags.map(flagText)
  const notes = [...(row.overrideReason === null ? [] : [row.overrideReason]), ...flags]
  return (
    <div className={styles.logRow}>
      <ListRow
        title={<span className={styles.mono}>{row.plate ?? row.code ?? wordOf(row.verdict)}</span>}
        detail={<Movement row={row} />}
        end={format.time(toInstant(row.at), zone)}
      />
      <Standing row={row} isOwn={row.owner === `device:${state.device.deviceId}` && state.device.live} />
      {notes.map((note) => (
        <p key={note} className={styles.noteLine}>
          {note}
        </p>
      ))}
    </div>
  )
}

function Movement({
  row,
}: {
  readonly row: { readonly isAdmitted: boolean; readonly direction: 'in' | 'out'; readonly at: Instant }
}) {
  if (!row.isAdmitted) return <Trans>Not let through</Trans>
  return row.direction === 'in' ? <Trans>Came in</Trans> : <Trans>Went out</Trans>
}

function Standing({ row, isOwn }: { readonly row: CheckInRow; readonly isOwn: boolean }): ReactNode {
  const { t } = useLingui()
  if (row.flags.some((flag) => flag !== 'overridden'))
    return (
      <Badge tone="waiting" icon={<TriangleIcon size={18} />}>
        {t`Check this`}
      </Badge>
    )
  if (row.state === 'noted') return null
  if (row.state === 'sent')
    return (
      <Badge tone="good" icon={<CircleCheckIcon size={18} />}>
        {t`Saved`}
      </Badge>
    )
  if (row.state === 'refused')
    return (
      <Badge tone="bad" icon={<OctagonCrossIcon size={18} />}>
        {t`Refused`}
      </Badge>
    )
  return (
    <Badge tone="waiting" icon={<SignalClockIcon size={18} />}>
      {isOwn ? t`Waiting for signal` : t`Not sent: recorded under an earlier pairing`}
    </Badge>
  )
}
