import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { Park } from '../contract/parks.ts'
import styles from './parts.module.css'

export interface ParkNameProps {
  readonly park: Pick<Park, 'name' | 'demo_fields'>
  /** The name as it is to be rendered; plain by default. */
  readonly children?: ReactNode
}

/** A car park's name, marked when no source provides one and the sandbox invented it. */
export function ParkName({ park, children = park.name }: ParkNameProps) {
  if (!park.demo_fields.includes('name')) return children
  return (
    <>
      {children}{' '}
      <span className={styles.demo}>
        <Trans>demo name</Trans>
      </span>
    </>
  )
}
