import { Trans } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { Link } from 'react-router-dom'
import { refreshParksNear } from '../../actions/refresh.online.ts'
import { routes } from '../../config/routes.ts'
import type { LatLng } from '../../lib/cell.ts'
import { type DrawnMap, loadBaseMap } from '../../parts/base-map/load-base-map.ts'
import { onTheme } from '../../parts/base-map/map-colours.ts'
import { mapSources } from '../../parts/base-map/map-sources.ts'
import { START_PLACE } from '../../parts/base-map/start-place.ts'
import { type NearbyPark, useParksNear } from '../../queries/use-parks-near.ts'
import { useSelectedCountry } from '../../queries/use-selected-country.ts'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import { drawPreview, previewZoom } from './draw-preview.ts'
import styles from './home.module.css'
import { type HomePlace, useHomePlace } from '../../parts/use-home-place.ts'

const AROUND = { limit: 300, radiusMetres: 150_000 }
const NONE: readonly NearbyPark[] = []

/** The car parks that this device knows around the driver, on the built-in map: large screens only. One link, which opens the real map. */
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
  // Where the driver is known to be, the list beside the map asks.
  useEffect(() => {
    if (isGuess) void refreshParksNear({ lat, lng })
  }, [isGuess, lat, lng])
  return (
    <Link
      className={styles.mapLink}
      to={routes.search.href({ lat, lng, ...(name === null ? {} : { text: name }) })}
      data-parks={parks.length}
    >
      <Drawing centre={at} zoom={zoom} parks={parks} />
      <VisuallyHidden>
        <Trans>Map of car parks</Trans>
      </VisuallyHidden>
      <span className={styles.mapSources}>{mapSources({ parks, zoom, hasTiles: false })}</span>
    </Link>
  )
}

interface DrawingProps {
  readonly centre: LatLng
  readonly zoom: number
  readonly parks: readonly NearbyPark[]
}

function Drawing({ centre, zoom, parks }: DrawingProps) {
  const [canvas, setCanvas] = useState<HTMLCanvasElement | null>(null)
  const [baseMap, setBaseMap] = useState<DrawnMap | null>(null)
  useEffect(() => {
    void loadBaseMap().then(setBaseMap)
  }, [])
  useEffect(() => {
    if (canvas === null || baseMap === null) return undefined
    const draw = () => drawPreview(canvas, { centre, zoom, parks, baseMap })
    const sizes = new ResizeObserver(draw)
    sizes.observe(canvas)
    const stop = onTheme(draw)
    return () => {
      sizes.disconnect()
      stop()
    }
  }, [canvas, baseMap, centre, zoom, parks])
  return <canvas ref={setCanvas} aria-hidden="true" />
}
