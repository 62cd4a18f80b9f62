// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from 'react-router-dom'
import { routes } from '../../config/routes.ts'
import { useFormat } from '../../i18n/format.ts'
import { RefreshFailure } from '../../parts/refresh-failure.tsx'
import type { OutboxView } from '../../queries/query.ts'
import { useBlockedAttempts } from '../../queries/use-blocked-attempts.ts'
import { useOutbox } from '../../queries/use-outbox.ts'
import { iconButtonLook } from '../../ui/button-look.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ChevronStartIcon } from '../../ui/icons-action.tsx'
import { SignalClockIcon } from '../../ui/icons-state.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ActivityRow } from './activity-row.tsx'
import styles from './activity.module.css'
import { BlockedRows } from './blocked-rows.tsx'
import { type ActivityGroup, groupOf } from './group-of.ts'

/** /activity: every request made on this phone: waiting, refused and done. */
export default function ActivityScreen() {
  const { t } = useLingui()
  const outbox = useOutbox()
  const blocked = useBlockedAttempts()
  const attempts = blocked.status === 'ready' ? blocked.value : []
  const views = outbox.status === 'ready' ? outbox.value : []
  const inGroup = (group: ActivityGroup) => views.filter((view) => groupOf(view) === group)
  return (
    <div className={styles.page}>
      <PageHead
        back={
          <Link to={routes.bookings.href()} {...iconButtonLook()} aria-label={t`Back to your bookings`}>
            <ChevronStartIcon />
          </Link>
        }
        title={<Trans>Activity</Trans>}
        detail={<Trans>All your requests and their results</Trans>}
      />
      <div className={styles.note}>
        <RefreshFailure failure={null} doing={t`Sending`} />
      </div>
      {outbox.status === 'loading' && <Skeleton size="card" width="full" />}
      {outbox.status === 'ready' &&
        outbox.value.length === 0 &&
        blocked.status === 'ready' &&
        attempts.length === 0 && (
          <EmptyState
            icon={<SignalClockIcon size={28} />}
            title={<Trans>No requests yet</Trans>}
            text={<Trans>Changes you make offline wait here and are sent when you’re back online.</Trans>}
          />
        )}
      <Group title={t`Waiting`} views={inGroup('waiting')} />
      <Group title={t`Refused`} views={inGroup('refused')} />
      <Group title={t`Expired`} views={inGroup('expired')} />
      <BlockedRows attempts={attempts} />
      <Group title={t`Done`} views={inGroup('done')} />
    </div>
  )
}

function Group({ title, views }: { readonly title: string; readonly views: readonly OutboxView[] }) {
  const format = useFormat()
  if (views.length === 0) return null
  return (
    <section>
      <h2 className={styles.title}>
        <span>{title}</span> <span>{format.number(views.length)}</span>
      </h2>
      <ul aria-label={title}>
        {views.map((view) => (
          <ActivityRow key={view.id} view={view} />
        ))}
      </ul>
    </section>
  )
}
