import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { ActionError } from '../../actions/failures.ts'
import { FailureNote } from '../../parts/failure-note.tsx'
import { useVehicles } from '../../queries/use-vehicles.ts'
import { Button } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import styles from './checkout.module.css'

/** Whether the form can be rendered. Once true, stays true. */
export function useIsFormReady(): boolean {
  // Saved vehicles and a plate field are different forms: one must not replace the other while the driver uses it.
  const isLoaded = useVehicles().status === 'ready'
  const [wasLoaded, setLoaded] = useState(isLoaded)
  if (isLoaded && !wasLoaded) setLoaded(true)
  // Paying as a guest opens a session and reloads its vehicles; the form stays.
  return isLoaded || wasLoaded
}

export function CheckoutSkeleton() {
  return (
    <div className={styles.pad} aria-busy="true">
      <Skeleton size="card" width="full" />
      <Skeleton size="button" width="full" />
      <Skeleton size="card" width="full" />
      <Skeleton size="card" width="full" />
    </div>
  )
}

/** Shown when the item to book is not on this phone and loading failed. */
export function NotLoaded({ failure, onRetry }: { readonly failure: ActionError; readonly onRetry: () => void }) {
  const { t } = useLingui()
  return (
    <div className={styles.pad}>
      <FailureNote failure={failure} doing={t`Opening this page`} />
      <Button kind="secondary" wide onClick={onRetry}>
        <Trans>Try again</Trans>
      </Button>
    </div>
  )
}
