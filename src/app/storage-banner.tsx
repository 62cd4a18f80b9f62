import { Trans } from '@lingui/react/macro'
import { storageLost } from '../lib/storage-lost.ts'
import { storageMode } from '../lib/storage-trouble.ts'
import styles from './app.module.css'
import { useObservable } from './use-observable.ts'

/** What the driver cannot rely on here: nothing is kept, or what was kept is gone. */
export function StorageBanner() {
  const mode = useObservable(storageMode)
  const isLost = useObservable(storageLost)
  if (mode === 'kept' && !isLost) return null
  return (
    <div className={styles.banner} role="status">
      <p>
        {mode === 'memory' ? (
          <Trans>
            This browser keeps nothing. Your pass is gone when you close this page; without a connection nothing opens.
          </Trans>
        ) : (
          <Trans>What was saved on this phone has been deleted. Sign in again to get your bookings back.</Trans>
        )}
      </p>
    </div>
  )
}
