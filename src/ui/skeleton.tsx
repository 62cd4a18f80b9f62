import styles from './skeleton.module.css'

export interface SkeletonProps {
  readonly width?: 'short' | 'medium' | 'long' | 'full'
  readonly size?: 'small' | 'normal' | 'large' | 'button' | 'card'
}

/** A grey box with the geometry of the content to come. Put `aria-busy` on the waiting region. */
export function Skeleton({ width = 'long', size = 'normal' }: SkeletonProps) {
  return <span className={styles.skeleton} data-width={width} data-size={size} aria-hidden="true" />
}
