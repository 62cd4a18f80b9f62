// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link, useParams } from 'react-router-dom'
import type { ActionError } from '../../actions/failures.ts'
import { loadPark } from '../../actions/parks.online.ts'
import { routes } from '../../config/routes.ts'
import { NotKept } from '../../parts/not-kept.tsx'
import { useDrawnBetweenTaps } from '../../parts/use-drawn-between-taps.ts'
import { useRefresh } from '../../parts/use-refresh.ts'
import { usePark } from '../../queries/use-park.ts'
import { buttonLook } from '../../ui/button-look.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { SearchIcon } from '../../ui/icons-action.tsx'
import { NoSignalIcon } from '../../ui/icons-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ParkDetails } from './park-details.tsx'
import styles from './park.module.css'

/** /park/{slug}: shows the saved park at once, refreshed when the provider answers. A park code opens the same page. */
export default function ParkScreen() {
  const { slug = '' } = useParams()
  const park = useDrawnBetweenTaps(slug, usePark(slug))
  const { failure, retry } = useRefresh(loadPark, slug)

  if (park.status === 'ready' && park.value !== null) {
    return <ParkDetails park={park.value} savedAt={park.savedAt} />
  }
  if (failure === null) return <ParkSkeleton />
  if (failure.kind === 'refused' && (failure.code === 'park_not_found' || failure.code === 'not_found'))
    return <UnknownPark />
  return <ParkNotSaved failure={failure} onRetry={retry} />
}

function ParkSkeleton() {
  return (
    <div className={styles.page} aria-busy="true">
      <div className={styles.map} />
      <div className={styles.body}>
        <Skeleton size="large" />
        <Skeleton width="medium" />
        <Skeleton size="large" width="short" />
        <Skeleton size="card" width="full" />
        <Skeleton size="card" width="full" />
      </div>
    </div>
  )
}

function UnknownPark() {
  return (
    <EmptyState
      level={1}
      icon={<SearchIcon size={28} />}
      title={<Trans>This car park could not be found.</Trans>}
      text={<Trans>The link may be old, or the code was mistyped.</Trans>}
      action={
        <Link to={routes.parksList.href()} {...buttonLook()}>
          <Trans>Find Parking</Trans>
        </Link>
      }
    />
  )
}

function ParkNotSaved({ failure, onRetry }: { readonly failure: ActionError; readonly onRetry: () => void }) {
  const { t } = useLingui()
  return (
    <div className={styles.body}>
      <EmptyState
        level={1}
        icon={<NoSignalIcon size={28} />}
        title={<Trans>This car park is not saved on this phone</Trans>}
      />
      <NotKept failure={failure} doing={t`Opening this page`} onRetry={onRetry} />
    </div>
  )
}
