import { useLingui } from '@lingui/react/macro'
import { ListRow, RowList } from '../../ui/list-row.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import styles from './home.module.css'

const ROWS = [1, 2, 3, 4, 5]

/** A heading and rows with their final geometry. */
export function ParkRowsSkeleton() {
  const { t } = useLingui()
  return (
    <div role="status" aria-busy="true" aria-label={t`Loading car parks`}>
      <div className={styles.headingRow}>
        <Skeleton width="medium" size="small" />
      </div>
      <RowList>
        {ROWS.map((row) => (
          <li key={row}>
            <ListRow
              size="place"
              title={<Skeleton width="long" />}
              detail={<Skeleton width="medium" size="small" />}
              end={<Skeleton width="short" />}
            />
          </li>
        ))}
      </RowList>
    </div>
  )
}
