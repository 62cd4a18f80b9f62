import { Trans } from '@lingui/react/macro'
import { lazy, startTransition, Suspense, useEffect, useState } from 'react'
import { whenIdle } from '../../lib/when-idle.ts'
import { useLikelyCountry } from '../../parts/country-guess.ts'
import styles from './find.module.css'
import { MapBoundary } from '../../parts/map-boundary.tsx'
import { START_PLACE } from '../../parts/base-map/start-place.ts'
import type { Find } from './use-find.ts'

const FindMap = lazy(() => import('./map/find-map.tsx'))

/** Upper limit, so that the map appears soon on a busy phone too. */
const MAP_WITHIN_MS = 1_000
/** Once opened, the map renders at once when the driver returns to the search. */
let hasOpened = false

/** Returns false until the list has been painted and the page is idle: the map must not delay the list. */
function useMapIsDue(isListed: boolean): boolean {
  const [isDue, setDue] = useState(hasOpened)
  useEffect(() => {
    if (!isListed || isDue) return undefined
    let stop = (): void => undefined
    const open = (): void => {
      hasOpened = true
      startTransition(() => setDue(true))
    }
    // One frame later the list has been painted.
    const frame = requestAnimationFrame(() => (stop = whenIdle(open, MAP_WITHIN_MS)))
    return () => {
      cancelAnimationFrame(frame)
      stop()
    }
  }, [isListed, isDue])
  return isDue
}

export interface FindMapAreaProps {
  readonly find: Find
  readonly selectedId: number | null
  readonly onSelect: (id: number) => void
  readonly isWide: boolean
}

/** The map, in its own chunk; the list works while the map loads, and if it fails to load. */
export function FindMapArea({ find, selectedId, onSelect, isWide }: FindMapAreaProps) {
  const { results, listed, label, searchKey } = find
  const first = listed.find(({ park }) => park.lat !== null && park.lng !== null)?.park
  const start = START_PLACE[useLikelyCountry() ?? 'NG']
  const centre = results.place ?? { lat: first?.lat ?? start.lat, lng: first?.lng ?? start.lng }
  const isDue = useMapIsDue(!results.isLoading)
  // The initial zoom depends on the distances, so wait for the car parks.
  if (results.isLoading || !isDue) return <div className={styles.noMap} />
  return (
    <MapBoundary
      fallback={
        <p className={styles.noMap}>
          <Trans>The map couldn’t be loaded. The list has every car park.</Trans>
        </p>
      }
    >
      <Suspense fallback={<div className={styles.noMap} />}>
        <FindMap
          key={searchKey}
          centre={centre}
          label={results.place === null ? null : label}
          listed={listed}
          selectedId={selectedId}
          onSelect={onSelect}
          isWide={isWide}
        />
      </Suspense>
    </MapBoundary>
  )
}
