import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { phoneZone } from '../../lib/phone-zone.ts'
import { MapBoundary } from '../../parts/map-boundary.tsx'
import { SearchForm } from '../../parts/search-form.tsx'
import { useIsDesktop } from '../../parts/use-is-wide.ts'
import { VehicleTypeField } from '../../parts/vehicle-type-field.tsx'
import { isWelcomeDue } from '../../stores/welcome.ts'
import { AfterPaint } from '../../ui/after-paint.tsx'
import { useIsLive } from '../../ui/use-is-live.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import text from '../../ui/text.module.css'
import { HomePromises } from './home-promises.tsx'
import styles from './home.module.css'
import { KnownWaiting } from './saved-parks-skeleton.tsx'

const RunningCard = lazyPart(() => import('./running-card.tsx'))
const loadKnownParks = () => import('./saved-parks.tsx')
const KnownParks = lazyPart(loadKnownParks)
const HomeMap = lazyPart(() => import('./home-map.tsx'))
const Welcome = lazyPart(() => import('./welcome.tsx'))
const VehicleField = lazyPart(() => import('../../parts/vehicle-field.tsx'))

/** Parts that a relaunch loads together with the app, and the data they read. */
export const homeParts = [
  RunningCard,
  KnownParks,
  VehicleField,
  { preload: async () => (await loadKnownParks()).readHome() },
]

/** The running booking, the search, and saved car parks nearby. The first paint does not wait for the data layer. */
export default function HomeScreen() {
  const isDesktop = useIsDesktop()
  const isLive = useIsLive()
  const [isDue, setDue] = useState(isWelcomeDue)
  // A page prerendered at build time reserves the space.
  const isWelcoming = isDue || !isLive
  return (
    <div className={styles.page} data-keep-still="">
      <AfterPaint>
        <RunningCard />
      </AfterPaint>
      <div className={styles.hero}>
        <h1 className={styles.short} tabIndex={-1}>
          <Trans>Find parking</Trans>
        </h1>
        <h1 className={styles.long} tabIndex={-1}>
          <Trans>Where, how much in total, until when. Even offline.</Trans>
        </h1>
        <p className={`${styles.short} ${text.muted}`}>
          <Trans>Book parking ahead. Your pass works offline.</Trans>
        </p>
        <p className={styles.lead}>
          <Trans>Parking in Nigeria, Canada, Senegal and the United States.</Trans>
        </p>
        <div className={styles.search}>
          <SearchForm
            zone={phoneZone()}
            layout="wide"
            vehicle={
              <AfterPaint fallback={<VehicleTypeField />}>
                <VehicleField />
              </AfterPaint>
            }
          />
        </div>
      </div>
      <div className={styles.known}>
        <div className={styles.map}>
          {isDesktop && (
            <MapBoundary fallback={null}>
              <AfterPaint>
                <HomeMap />
              </AfterPaint>
            </MapBoundary>
          )}
        </div>
        {isWelcoming && (
          <MapBoundary fallback={null}>
            <AfterPaint fallback={<div className={styles.welcome} data-welcome="" />}>
              <Welcome onEnd={() => setDue(false)} />
            </AfterPaint>
          </MapBoundary>
        )}
        <AfterPaint fallback={<KnownWaiting />}>
          <KnownParks />
        </AfterPaint>
      </div>
      <HomePromises />
    </div>
  )
}
