// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans } from '@lingui/react/macro'
import { failureOf } from '../../actions/failures.ts'
import { mustInstant, toInstant } from '../../domain/instant.ts'
import { useFormat } from '../../i18n/format.ts'
import { phoneZone } from '../../lib/phone-zone.ts'
import { useNow } from '../../parts/use-now.ts'
import type { OutboxView } from '../../queries/query.ts'
import { Badge } from '../../ui/badge.tsx'
import { CloseIcon } from '../../ui/icons-action.tsx'
import { ClockIcon, TriangleIcon } from '../../ui/icons-state.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import text from '../../ui/text.module.css'
import styles from './activity.module.css'
import { CommandText } from './command-text.tsx'
import { groupOf } from './group-of.ts'
import { LastTry } from './last-try.tsx'
import { RefusedDetail } from './refused-detail.tsx'
import { RowButtons } from './row-buttons.tsx'

/** Answered with a payment page: its money moves there, or not at all. */
const BEGINS_PAYMENT: ReadonlySet<string> = new Set(['wallet.top_up', 'booking.checkout', 'order.checkout'])

const STATUS = { waiting: 'waiting', refused: 'refused', done: 'saved' } as const

/** One request of the driver: its state, what was requested, when, and why it failed. */
export function ActivityRow({ view }: { readonly view: OutboxView }) {
  const format = useFormat()
  const now = useNow()
  const zone = view.booking?.park.timezone ?? phoneZone()
  const asked =
    view.createdAt === null ? null : format.dayTime(toInstant(view.createdAt), { zone, now, inSentence: true })
  return (
    <li className={styles.row}>
      <div className={styles.head}>
        <RowBadge view={view} />
        {asked !== null && (
          <span className={text.muted}>
            <Trans>requested {asked}</Trans>
          </span>
        )}
      </div>
      <h3>
        {view.command === null ? (
          <Trans>We can’t read this request</Trans>
        ) : (
          <CommandText view={view} command={view.command} />
        )}
      </h3>
      {groupOf(view) === 'waiting' && <WaitingDetail view={view} />}
      {(groupOf(view) === 'refused' || groupOf(view) === 'expired') && <RefusedDetail view={view} />}
      <RowButtons view={view} />
    </li>
  )
}

/** Shows "Not sent" for a row whose command cannot be read: the provider never refused it. */
function RowBadge({ view }: { readonly view: OutboxView }) {
  const group = groupOf(view)
  if ((view.lane === 'now' && group === 'waiting') || failureOf(view)?.kind === 'too_old') {
    return (
      <Badge tone="waiting" icon={<TriangleIcon size={18} />}>
        <Trans>Not confirmed</Trans>
      </Badge>
    )
  }
  if (view.state === 'done' && view.command !== null && BEGINS_PAYMENT.has(view.command.kind)) {
    return (
      <Badge tone="neutral" icon={<ClockIcon size={18} />}>
        <Trans>Payment begun</Trans>
      </Badge>
    )
  }
  if (group === 'expired') {
    return (
      <Badge tone="neutral" icon={<CloseIcon size={18} />}>
        <Trans>Expired</Trans>
      </Badge>
    )
  }
  if (view.state !== 'discarded' && view.command !== null) return <StatusBadge status={STATUS[group]} />
  return (
    <Badge tone="neutral" icon={<CloseIcon size={18} />}>
      {view.command === null ? <Trans>Not sent</Trans> : <Trans>Removed</Trans>}
    </Badge>
  )
}

function WaitingDetail({ view }: { readonly view: OutboxView }) {
  const format = useFormat()
  const now = useNow()
  const { command, lane, booking, firstSentAt, stuck, lastError } = view
  const zone = booking?.park.timezone ?? phoneZone()
  // A command in the "now" lane is only sent by a tap, so "sent after sign-in" would be untrue for it.
  const isTold = lastError !== null && !(lane === 'now' && lastError.kind === 'signed_out')
  const lapse =
    command?.kind === 'booking.extend'
      ? format.dayTime(mustInstant(command.notAfter), { zone, now, inSentence: true })
      : null
  return (
    <div className={text.muted}>
      {firstSentAt !== null && (
        <p>
          <Trans>Sent, not confirmed yet. It’s never done twice.</Trans>
        </p>
      )}
      {firstSentAt === null && lapse !== null && (
        <p>
          <Trans>Expires {lapse} if not sent.</Trans>
        </p>
      )}
      {isTold && <LastTry error={lastError} />}
      {stuck && (
        <p>
          <Trans>No answer for more than a day. We keep trying; you can also remove the request.</Trans>
        </p>
      )}
    </div>
  )
}
