import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import type { Map as LeafletMap } from 'leaflet'
import { useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { MapContainer, useMap } from 'react-leaflet'
import { messages } from '../../locales/en.po'
import { toInstant } from '../../src/domain/instant.ts'
import { must } from '../../src/lib/assert.ts'
import '../../src/parts/map/leaflet.css'
import { MapMarkers } from '../../src/screens/find/map/map-markers.tsx'
import '../../src/ui/tokens.css'
import { createRandom } from '../../tests/domain/places/support/random.ts'
import { makePark, makeRate, toListed } from '../../tests/screens/find/park-fixture.ts'

declare global {
  interface Window {
    pinsBench: {
      /** Tasks of the page over 50 ms, milliseconds. */
      readonly longTasks: number[]
      pins(): number
      /** Frames a second while the map is panned. */
      pan(): Promise<number>
      zoom(by: 1 | -1): Promise<void>
    }
  }
}

const MIDDLE = { lat: 43.66, lng: -79.39 }
/** Degrees: a city. */
const SPREAD = 0.12
const STAY = { fromMs: toInstant(Date.UTC(2026, 10, 23, 15)), untilMs: toInstant(Date.UTC(2026, 10, 23, 17)) }
const PAN_SECONDS = 1

const random = createRandom(7)
const around = (middle: number): number => middle + (random() + random() - 1) * SPREAD
const count = Number(new URLSearchParams(location.search).get('pins'))
const listed = toListed(
  Array.from({ length: count }, (_, id) =>
    makePark({ id, lat: around(MIDDLE.lat), lng: around(MIDDLE.lng), rate: makeRate(100 + (id % 40) * 50) }),
  ),
  { stay: STAY, vehicleTypeId: 1, free: new Map(), planOf: () => undefined },
)

const longTasks: number[] = []
new PerformanceObserver((list) => {
  for (const { duration } of list.getEntries()) longTasks.push(duration)
}).observe({ type: 'longtask', buffered: true })

const ended = (map: LeafletMap): Promise<void> => new Promise((resolve) => map.once('moveend', () => resolve()))

async function pan(map: LeafletMap): Promise<number> {
  let [frames, isMoving] = [0, true]
  const frame = (): void => {
    frames += 1
    if (isMoving) requestAnimationFrame(frame)
  }
  const startedAt = performance.now()
  requestAnimationFrame(frame)
  const { x, y } = map.getSize()
  for (const [across, down] of [
    [0.8, 0.2],
    [-0.5, 0.4],
    [0.3, -0.6],
    [-0.6, 0],
  ] as const) {
    const end = ended(map)
    map.panBy([x * across, y * down], { duration: PAN_SECONDS, easeLinearity: 1 })
    await end
  }
  isMoving = false
  return (frames * 1000) / (performance.now() - startedAt)
}

function Bench() {
  const map = useMap()
  useEffect(() => {
    window.pinsBench = {
      longTasks,
      pins: () => document.querySelectorAll('[data-spot]').length,
      pan: () => pan(map),
      async zoom(by) {
        const end = ended(map)
        map.setZoom(map.getZoom() + by)
        await end
      },
    }
  }, [map])
  return null
}

function Page() {
  const [selectedId, select] = useState<number | null>(0)
  return (
    <MapContainer
      center={MIDDLE}
      zoom={13}
      maxZoom={17}
      zoomControl={false}
      attributionControl={false}
      style={{ blockSize: '100vh' }}
    >
      <MapMarkers listed={listed} selectedId={selectedId} onSelect={select} isWide={false} />
      <Bench />
    </MapContainer>
  )
}

i18n.loadAndActivate({ locale: 'en', messages })
createRoot(must(document.querySelector('#root') ?? undefined, 'the page')).render(
  <I18nProvider i18n={i18n}>
    <Page />
  </I18nProvider>,
)
