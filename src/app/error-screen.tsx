import { Trans, useLingui } from '@lingui/react/macro'
import { Suspense, useEffect, useState } from 'react'
import { routes } from '../config/routes.ts'
import { StorageError } from '../lib/storage-trouble.ts'
import { connection } from '../signals/connection.ts'
import { Button } from '../ui/button.tsx'
import { buttonLook } from '../ui/button-look.ts'
import { ButtonRow } from '../ui/button-row.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { ReloadIcon } from '../ui/icons-action.tsx'
import { NoSignalIcon, TriangleIcon } from '../ui/icons-state.tsx'
import { ChunkLoadError, countRetry } from './chunk-guard.ts'
import { lazyScreen } from './lazy-screen.ts'

const StorageScreen = lazyScreen(() => import('./storage-screen.tsx'))

interface ErrorScreenProps {
  readonly error: unknown
  /** Failed again after a retry: also offers the way home. */
  readonly isRetried?: boolean
  /** Shown beside a page, where something may have been typed. */
  readonly isPanel?: boolean
  readonly onRetry: () => void
}

/** Shows a page that failed ('Something went wrong'), or whose code could not be loaded ('Loading Issue'). */
export function ErrorScreen({ error, isRetried = false, isPanel = false, onRetry }: ErrorScreenProps) {
  const { t } = useLingui()
  if (error instanceof ChunkLoadError) return <LoadingIssue isPanel={isPanel} />
  if (error instanceof StorageError)
    return (
      <Suspense fallback={null}>
        <StorageScreen reason={error.reason} onContinue={onRetry} />
      </Suspense>
    )
  return (
    <EmptyState
      icon={<TriangleIcon size={28} />}
      level={1}
      title={t`Something went wrong`}
      text={<Trans>Your bookings and passes on this phone are not affected.</Trans>}
      action={
        <ButtonRow>
          <Button icon={<ReloadIcon />} onClick={onRetry}>{t`Try again`}</Button>
          {isRetried && <HomeLink />}
        </ButtonRow>
      }
    />
  )
}

/** Reloads when the connection returns after having been offline. Returns the function that stops waiting. */
function reloadOnceBack(): () => void {
  let wasOffline = connection.get().state === 'offline'
  return connection.subscribe(() => {
    const { state } = connection.get()
    if (state === 'offline') wasOffline = true
    else if (wasOffline && state === 'online') {
      wasOffline = false
      location.reload()
    }
  })
}

/** A failed lazy chunk stays failed, so a retry is a reload; the retry count survives it. */
function LoadingIssue({ isPanel }: { readonly isPanel: boolean }) {
  const { t } = useLingui()
  const [retries] = useState(countRetry.get)
  useEffect(() => (isPanel ? undefined : reloadOnceBack()), [isPanel])
  return (
    <EmptyState
      icon={<NoSignalIcon size={28} />}
      level={1}
      title={t`Loading Issue`}
      text={<Trans>This page isn’t on this phone yet. Connect, then try again.</Trans>}
      action={
        <ButtonRow>
          <Button
            icon={<ReloadIcon />}
            onClick={() => {
              countRetry.add()
              location.reload()
            }}
          >{t`Retry`}</Button>
          {retries > 1 && <HomeLink />}
        </ButtonRow>
      }
    />
  )
}

/** A full page load, which clears whatever state failed. */
function HomeLink() {
  const { t } = useLingui()
  return (
    <a href={routes.home.href()} {...buttonLook({ kind: 'secondary' })}>
      {t`Go Home`}
    </a>
  )
}
