import { Trans } from '@lingui/react/macro'
import type { Park } from '../contract/parks.ts'
import styles from './parts.module.css'

/** A car park's name, marked where no source names it and the sandbox made one up. */
export function ParkName({ park }: { readonly park: Pick<Park, 'name' | 'demo_fields'> }) {
  if (!park.demo_fields.includes('name')) return park.name
  return (
    <>
      {park.name}{' '}
      <span className={styles.demo}>
        <Trans>demo name</Trans>
      </span>
    </>
  )
}
