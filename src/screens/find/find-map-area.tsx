import { Trans } from '@lingui/react/macro'
import { lazy, startTransition, Suspense, useEffect, useState } from 'react'
import { whenIdle } from '../../lib/when-idle.ts'
import { useLikelyCountry } from '../../parts/country-guess.ts'
import styles from './find.module.css'
import { MapBoundary } from '../../parts/map-boundary.tsx'
import { START_PLACE } from '../../parts/base-map/start-place.ts'
import type { Find } from './use-find.ts'

const FindMap = lazy(() => import('./map/find-map.tsx'))

/** A busy phone still sees a map soon. */
const MAP_WITHIN_MS = 1_000
/** Coming back to the search, the map is at once where it was. */
let hasOpened = false

/** False until the list has been painted and the page has time: the map must not hold up what one came for. */
function useMapIsDue(isListed: boolean): boolean {
  const [isDue, setDue] = useState(hasOpened)
  useEffect(() => {
    if (!isListed || isDue) return undefined
    let stop = (): void => undefined
    const open = (): void => {
      hasOpened = true
      startTransition(() => setDue(true))
    }
    // A frame later the list is on the screen.
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

/** The map in its own chunk; the list beside it works while it loads, and when it does not. */
export function FindMapArea({ find, selectedId, onSelect, isWide }: FindMapAreaProps) {
  const { results, listed, label, searchKey } = find
  const first = listed.find(({ park }) => park.lat !== null && park.lng !== null)?.park
  const start = START_PLACE[useLikelyCountry() ?? 'NG']
  const centre = results.place ?? { lat: first?.lat ?? start.lat, lng: first?.lng ?? start.lng }
  const isDue = useMapIsDue(!results.isLoading)
  // How far the car parks are decides how the map opens: it waits for them, then stays as it is.
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
