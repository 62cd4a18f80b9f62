// Drawn seldom: what the compiler adds would be half of its bytes.
'use no memo'
import { Trans, useLingui } from '@lingui/react/macro'
import { refusalOf } from '../../actions/refusal-of.ts'
import { mustInstant, toInstant } from '../../domain/instant.ts'
import { errorText } from '../../i18n/error-messages.ts'
import { useFormat } from '../../i18n/format.ts'
import { phoneZone } from '../../lib/phone-zone.ts'
import { useNow } from '../../parts/use-now.ts'
import type { OutboxView } from '../../queries/query.ts'
import { Badge } from '../../ui/badge.tsx'
import { CloseIcon } from '../../ui/icons-action.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import text from '../../ui/text.module.css'
import styles from './activity.module.css'
import { CommandText } from './command-text.tsx'
import { groupOf } from './group-of.ts'
import { LastTry } from './last-try.tsx'
import { RowButtons } from './row-buttons.tsx'

const STATUS = { waiting: 'waiting', refused: 'refused', done: 'saved' } as const

/** One thing that the driver asked for: how it stands, what it was, when, and why not. */
export function ActivityRow({ view }: { readonly view: OutboxView }) {
  const format = useFormat()
  const now = useNow()
  const zone = view.booking?.park.timezone ?? phoneZone()
  const asked =
    view.createdAt === null ? null : format.dayTime(toInstant(view.createdAt), { zone, now, inSentence: true })
  return (
    <li className={styles.row}>
      <div className={styles.head}>
        {view.state === 'discarded' ? (
          <Badge tone="neutral" icon={<CloseIcon size={18} />}>
            <Trans>Taken back</Trans>
          </Badge>
        ) : (
          <StatusBadge status={STATUS[groupOf(view)]} />
        )}
        {asked !== null && (
          <span className={text.muted}>
            <Trans>asked {asked}</Trans>
          </span>
        )}
      </div>
      <h3>
        {view.command === null ? (
          <Trans>This request cannot be read</Trans>
        ) : (
          <CommandText view={view} command={view.command} />
        )}
      </h3>
      {groupOf(view) === 'waiting' && <WaitingDetail view={view} />}
      {groupOf(view) === 'refused' && <RefusedDetail view={view} />}
      <RowButtons view={view} />
    </li>
  )
}

function WaitingDetail({ view }: { readonly view: OutboxView }) {
  const format = useFormat()
  const { command, booking, firstSentAt, stuck, lastError } = view
  const lapse =
    command?.kind === 'booking.extend'
      ? format.time(mustInstant(command.notAfter), booking?.park.timezone ?? phoneZone())
      : null
  return (
    <div className={text.muted}>
      {firstSentAt !== null && (
        <p>
          <Trans>It was sent and is not answered yet. It never happens twice.</Trans>
        </p>
      )}
      {firstSentAt === null && lapse !== null && (
        <p>
          <Trans>Dropped at {lapse} if not sent.</Trans>
        </p>
      )}
      {lastError !== null && <LastTry error={lastError} />}
      {stuck && (
        <p>
          <Trans>Tried for more than a day without an answer. It goes on; you can also take it back.</Trans>
        </p>
      )}
    </div>
  )
}

function RefusedDetail({ view }: { readonly view: OutboxView }) {
  const { i18n } = useLingui()
  if (view.command === null) {
    return (
      <p className={text.muted}>
        <Trans>It was kept by another version or damaged. It is never sent.</Trans>
      </p>
    )
  }
  const refusal = refusalOf(view)
  return (
    <div className={text.muted}>
      {refusal !== null && <p>{errorText(i18n, refusal.code, refusal.detail)}</p>}
      <AsItIs view={view} />
    </div>
  )
}

/** The provider's value beside what was asked for. */
function AsItIs({ view: { command, booking, vehicle } }: { readonly view: OutboxView }) {
  const format = useFormat()
  const now = useNow()
  if (booking !== null) {
    const end = format.savedAt(mustInstant(booking.end_time), { zone: booking.park.timezone, now })
    const { status } = booking
    return (
      <p>
        {status === 'cancelled' ? (
          <Trans>As it is now: cancelled.</Trans>
        ) : (
          <Trans>As it is now: booked until {end}.</Trans>
        )}
      </p>
    )
  }
  if (vehicle === null || command?.kind !== 'vehicle.edit') return null
  const { plate } = vehicle
  return (
    <p>
      <Trans>As it is now: {plate}.</Trans>
    </p>
  )
}
