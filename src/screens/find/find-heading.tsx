// Memoisation would double this file.
'use no memo'
import { Plural, Trans } from '@lingui/react/macro'
import styles from './find.module.css'

export interface FindHeadingProps {
  readonly count: number
  /** True when there are more than the list can hold. */
  readonly isLimited: boolean
  readonly isLoading: boolean
  readonly duration: string
  /** The start if it has passed (the search keeps its times until the driver changes them); otherwise null. */
  readonly passed: string | null
}

/** How many car parks were found, and for which duration the totals are. */
export function FindHeading({ count, isLimited, isLoading, duration, passed }: FindHeadingProps) {
  if (isLoading) {
    return (
      <h1 className={styles.title} tabIndex={-1}>
        <Trans>Looking for car parks…</Trans>
      </h1>
    )
  }
  return (
    <>
      <h1 className={styles.title} tabIndex={-1}>
        {isLimited ? (
          <Plural value={count} other="# nearest" />
        ) : (
          <Plural value={count} one="# car park" other="# car parks" />
        )}
      </h1>
      {count > 0 && (
        <p className={styles.sub}>
          {passed === null ? (
            <Trans>total for {duration}</Trans>
          ) : (
            <Trans>The start, {passed}, has passed. Change the search.</Trans>
          )}
        </p>
      )}
    </>
  )
}
