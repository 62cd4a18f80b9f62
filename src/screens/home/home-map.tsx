// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans } from '@lingui/react/macro'
import { useEffect } from 'react'
import { Link } from 'react-router-dom'
import { refreshParksNear } from '../../actions/connection.online.ts'
import { routes } from '../../config/routes.ts'
import { previewZoom } from '../../parts/base-map/draw-preview.ts'
import { MapDrawing } from '../../parts/base-map/map-drawing.tsx'
import { mapSources } from '../../parts/base-map/map-sources.ts'
import { START_PLACE } from '../../parts/base-map/start-place.ts'
import { type NearbyPark, useParksNear } from '../../queries/use-parks-near.ts'
import { useSelectedCountry } from '../../queries/use-selected-country.ts'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import styles from './home.module.css'
import { type HomePlace, useHomePlace } from '../../parts/use-home-place.ts'

const AROUND = { limit: 300, radiusMetres: 150_000 }
const NONE: readonly NearbyPark[] = []

/** Saved car parks around the driver on the built-in map, on large screens only. One link, which opens the full map. */
export default function HomeMap() {
  const place = useHomePlace()
  const country = useSelectedCountry()
  if (place === undefined) return null
  return <Preview place={place ?? { at: START_PLACE[country?.code ?? 'NG'], name: null }} isGuess={place === null} />
}

function Preview({ place: { at, name }, isGuess }: { readonly place: HomePlace; readonly isGuess: boolean }) {
  const { lat, lng } = at
  const near = useParksNear(at, AROUND)
  const parks = near.status === 'ready' ? near.value : NONE
  const zoom = previewZoom(
    at,
    parks.map(({ distance_m }) => distance_m),
  )
  // With a known position, the list beside the map makes this request.
  useEffect(() => {
    if (isGuess) void refreshParksNear({ lat, lng })
  }, [isGuess, lat, lng])
  return (
    <Link
      className={styles.mapLink}
      to={routes.search.href({ lat, lng, ...(name === null ? {} : { text: name }) })}
      data-parks={parks.length}
    >
      <MapDrawing centre={at} zoom={zoom} parks={parks} />
      <VisuallyHidden>
        <Trans>Map of car parks</Trans>
      </VisuallyHidden>
      <span className={styles.mapSources}>{mapSources({ parks, zoom })}</span>
    </Link>
  )
}
