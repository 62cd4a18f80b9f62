import { Suspense } from 'react'
import { providerRestored } from '../signals/provider-restored.ts'
import { storageBlocked } from '../signals/storage-blocked.ts'
import { storageLost } from '../signals/storage-lost.ts'
import { storageSlow } from '../signals/storage-slow.ts'
import { storageMode } from '../lib/storage-trouble.ts'
import { lazyScreen } from './lazy-screen.ts'
import { useObservable } from './use-observable.ts'

const StorageNotices = lazyScreen(() => import('./storage-notices.tsx'))

/** Warns about unreliable storage. Rarely shown, so the texts are in a chunk of their own. */
export function StorageBanner() {
  const isMemory = useObservable(storageMode) === 'memory'
  const isLost = useObservable(storageLost)
  const isBlocked = useObservable(storageBlocked)
  const isSlow = useObservable(storageSlow)
  const restoredAt = useObservable(providerRestored)
  if (!isMemory && !isLost && !isBlocked && !isSlow && restoredAt === null) return null
  return (
    <Suspense fallback={null}>
      <StorageNotices
        isMemory={isMemory}
        isLost={isLost}
        isBlocked={isBlocked}
        isSlow={isSlow}
        restoredAt={restoredAt}
      />
    </Suspense>
  )
}
