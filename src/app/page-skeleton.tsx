import { useLingui } from '@lingui/react/macro'
import { Skeleton } from '../ui/skeleton.tsx'
import styles from './app.module.css'

/** Shown while a screen's chunk loads: the usual head, fields and rows. */
export function PageSkeleton() {
  const { t } = useLingui()
  return (
    <div className={styles.waitingPage} role="status" aria-busy="true" aria-label={t`Loading`}>
      <Skeleton size="large" />
      <Skeleton width="full" size="button" />
      <Skeleton width="full" size="button" />
      <Skeleton width="full" size="card" />
    </div>
  )
}
