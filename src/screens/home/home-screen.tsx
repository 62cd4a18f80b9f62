import { Trans } from '@lingui/react/macro'
import { lazy } from 'react'
import { phoneZone } from '../../lib/phone-zone.ts'
import { SearchForm } from '../../parts/search-form.tsx'
import { VehicleTypeField } from '../../parts/vehicle-type-field.tsx'
import { HomePromises } from './home-promises.tsx'
import styles from './home.module.css'
import { Island } from './island.tsx'
import { ParkRowsSkeleton } from './park-rows-skeleton.tsx'

const RunningCard = lazy(() => import('./running-card.tsx'))
const KnownParks = lazy(() => import('./known-parks.tsx'))
const VehicleField = lazy(() => import('../../parts/vehicle-field.tsx'))

/** The running booking, the search, and what is known nearby. Nothing here waits for the data layer to paint. */
export default function HomeScreen() {
  return (
    <div className={styles.page}>
      <Island fallback={null}>
        <RunningCard />
      </Island>
      <div className={styles.hero}>
        <h1 className={styles.short} tabIndex={-1}>
          <Trans>Find parking</Trans>
        </h1>
        <h1 className={styles.long} tabIndex={-1}>
          <Trans>Where, how much in total, until when. Even with no signal.</Trans>
        </h1>
        <p className={styles.lead}>
          <Trans>Places to park in Nigeria, Canada, Senegal and the United States.</Trans>
        </p>
        <div className={styles.search}>
          <SearchForm
            zone={phoneZone()}
            layout="wide"
            vehicle={
              <Island fallback={<VehicleTypeField />}>
                <VehicleField />
              </Island>
            }
          />
        </div>
      </div>
      <div className={styles.known}>
        <Island fallback={<ParkRowsSkeleton />}>
          <KnownParks />
        </Island>
      </div>
      <HomePromises />
    </div>
  )
}
