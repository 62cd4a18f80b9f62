import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { Link } from 'react-router-dom'
import { refreshParksNear } from '../../actions/connection.online.ts'
import { routes } from '../../config/routes.ts'
import { useParksNear } from '../../queries/use-parks-near.ts'
import { useFavourites } from '../../queries/use-favourites.ts'
import { useRecents } from '../../queries/use-recents.ts'
import { usePosition } from '../../stores/position.ts'
import { ParkAgain } from '../../parts/park-again/park-again.tsx'
import { PinIcon } from '../../ui/icons-place.tsx'
import { ClockIcon } from '../../ui/icons-state.tsx'
import { FavouriteParks } from './favourite-parks.tsx'
import styles from './home.module.css'
import { NEARBY } from './read-home.ts'
import { KnownWaiting } from './saved-parks-skeleton.tsx'
import { NewcomerHint } from './newcomer-hint.tsx'
import { ParkRowsSkeleton } from './park-rows-skeleton.tsx'
import { ParkRows } from './park-rows.tsx'
import { useHomePlace } from '../../parts/use-home-place.ts'

const RECENT = 3

export { readHome } from './read-home.ts'

/** Saved car parks: those seen last, and those around the driver or the last searched place. */
export default function KnownParks() {
  const { t } = useLingui()
  const recents = useRecents()
  const favourites = useFavourites()
  const place = useHomePlace()
  const renew = usePosition((position) => position.renew)
  useEffect(() => void renew(), [renew])

  if (recents.status === 'loading' || favourites.status === 'loading' || place === undefined) return <KnownWaiting />
  const kept = new Set(favourites.value.shown.map(({ park_id: id }) => id))
  const recentParks = recents.value.parks.filter(({ id }) => !kept.has(id)).slice(0, RECENT)
  return (
    <>
      <ParkAgain form="row" />
      <FavouriteParks favourites={favourites.value.shown} />
      {recentParks.length > 0 && (
        <section>
          <h2 className={styles.heading}>
            <Trans>Recent</Trans>
          </h2>
          <ParkRows parks={recentParks} icon={<ClockIcon />} label={t`Recent`} />
        </section>
      )}
      {place !== null && <Nearby lat={place.at.lat} lng={place.at.lng} placeName={place.name} />}
      {place === null && recentParks.length + kept.size === 0 && <NewcomerHint />}
    </>
  )
}

interface NearbyProps {
  readonly lat: number
  readonly lng: number
  /** Null for the phone's own position. */
  readonly placeName: string | null
}

function Nearby({ lat, lng, placeName }: NearbyProps) {
  const { t } = useLingui()
  const parks = useParksNear({ lat, lng }, { limit: NEARBY })
  const [isAsked, setAsked] = useState(false)
  useEffect(() => {
    void refreshParksNear({ lat, lng }).then(() => setAsked(true))
  }, [lat, lng])
  const title = placeName === null ? t`Near you` : t`Near ${placeName}`
  if (parks.status === 'loading' || (parks.value.length === 0 && !isAsked)) return <ParkRowsSkeleton />
  if (parks.value.length === 0) return null
  return (
    <section>
      <div className={styles.headingRow}>
        <h2 className={styles.heading}>{title}</h2>
        <Link to={routes.search.href({ lat, lng, ...(placeName === null ? {} : { text: placeName }) })}>
          <Trans>Show on the map</Trans>
        </Link>
      </div>
      <ParkRows parks={parks.value} icon={<PinIcon />} label={title} />
    </section>
  )
}
