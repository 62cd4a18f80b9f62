import { Plural, Trans } from '@lingui/react/macro'
import styles from './find.module.css'

export interface FindHeadingProps {
  readonly count: number
  /** True when there are more than the list takes. */
  readonly isLimited: boolean
  readonly isLoading: boolean
  readonly duration: string
}

/** How many car parks, and for how long the totals are. */
export function FindHeading({ count, isLimited, isLoading, duration }: FindHeadingProps) {
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
        {isLimited ? <Trans>{count} nearest</Trans> : <Plural value={count} one="# car park" other="# car parks" />}
      </h1>
      {count > 0 && (
        <p className={styles.sub}>
          <Trans>total for {duration}</Trans>
        </p>
      )}
    </>
  )
}
