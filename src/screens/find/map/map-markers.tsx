import { Trans, useLingui } from '@lingui/react/macro'
import { useDeferredValue, useEffect } from 'react'
import { createPortal } from 'react-dom'
import { useFormat } from '../../../i18n/format.ts'
import { must } from '../../../lib/assert.ts'
import type { LatLng } from '../../../lib/cell.ts'
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx'
import type { ListedPark } from '../list-parks.ts'
import { clusterPoints } from './cluster.ts'
import styles from './map.module.css'
import { type Edges, paddingWithin } from './edges.ts'
import { openCluster } from './open-cluster.ts'
import { PinDots } from './pin-dots.tsx'
import { useMapFrame, type MapFrame } from '../../../parts/map/use-map-frame.ts'
import { useSeen } from './use-seen.ts'
import { useStepBack } from './use-step-back.ts'

export interface MapMarkersProps {
  readonly listed: readonly ListedPark[]
  readonly selectedId: number | null
  readonly onSelect: (id: number) => void
  readonly isWide: boolean
}

/** A park with a position, and the text of its pill. */
interface Marked {
  readonly item: ListedPark
  readonly at: LatLng
  readonly text: string
  /** True when the text comes from invented sandbox data. */
  readonly isDemo: boolean
}

/** Approximate width of a letter at 14 px/700, and the pill's padding. */
const LETTER_PX = 8.4
const PADDING_PX = 24
/** Width of the smaller "demo" label beside an invented price. */
const DEMO_PX = 40
/**
 * Half a pill and the map's buttons; at the top the search, the chips, "Search this area", and the pill above its
 * point.
 */
const EDGES: Edges = { from: [70, 212], until: [110, 90], least: 156 }
/** On large screens the search and chips are beside the map, and the selected park's card covers its lower edge. */
const WIDE_EDGES: Edges = { from: [110, 100], until: [110, 260], least: 100 }

const placeOf = ({ park: { lat, lng } }: ListedPark): LatLng | null =>
  lat === null || lng === null ? null : { lat, lng }

const at = ({ x, y }: { readonly x: number; readonly y: number }) => ({
  transform: `translate(${Math.round(x)}px, ${Math.round(y)}px)`,
})

const NONE: readonly ListedPark[] = []

/** Pills with totals, clusters with their lowest total, and a dot at each park; rendered after the map itself. */
export function MapMarkers({ listed: newest, selectedId, onSelect, isWide }: MapMarkersProps) {
  const listed = useDeferredValue(newest, NONE)
  const frame = useMapFrame()
  const seen = useSeen(frame.map)
  useStepBack(frame.map)
  const edges = isWide ? WIDE_EDGES : EDGES
  const marked = useMarked(listed)
  usePanTo(frame, marked.find(({ item }) => item.park.id === selectedId)?.at, edges)
  const byId = new Map(marked.map((mark) => [mark.item.park.id, mark]))
  const clustersAt = clusterPoints(marked.map(toPoint), selectedId)
  const clusters = clustersAt(frame.zoom, seen)
  return (
    <>
      <PinDots places={marked.map(({ at: place }) => place)} />
      {createPortal(
        clusters.map(({ ids, at: place }) => {
          const group = ids.map((id) => must(byId.get(id), 'a park of this cluster'))
          const [first] = group
          if (first === undefined) return null
          const { id } = first.item.park
          return (
            <div
              key={id}
              className={styles.spot}
              style={at(frame.toPane(place))}
              onFocus={({ target }) => {
                if (target.matches(':focus-visible')) showSpot(frame, place, edges)
              }}
              data-spot
              data-cluster={group.length > 1 || undefined}
              data-selected={id === selectedId || undefined}
            >
              {group.length > 1 ? (
                <ClusterButton
                  group={group}
                  onOpen={() => {
                    const isNearer = openCluster(
                      frame.map,
                      group.map((mark) => mark.at),
                      edges,
                    )
                    if (!isNearer) onSelect(id)
                  }}
                />
              ) : (
                <Pill mark={first} isSelected={id === selectedId} onSelect={onSelect} />
              )}
            </div>
          )
        }),
        must(frame.map.getPane('markerPane'), 'the marker pane'),
      )}
    </>
  )
}

const toPoint = ({ item, at: place, text, isDemo }: Marked) => ({
  id: item.park.id,
  at: place,
  widthPx: text.length * LETTER_PX + (isDemo ? DEMO_PX : 0) + PADDING_PX,
})

/**
 * Keeps a keyboard-focused marker clear of the search, chips, list and edges. Not animated, since the next key may
 * follow at once.
 */
function showSpot({ map }: MapFrame, place: LatLng, edges: Edges): void {
  map.panInside(place, { ...paddingWithin(map, edges), animate: false })
}

/** Full for the chosen stay; a count for another time does not matter. */
const isFull = ({ spaces }: ListedPark): boolean => spaces.isForStay && spaces.available === 0

const isClosed = ({ spaces }: ListedPark): boolean => spaces.isClosed === true

function isDemoText(item: ListedPark): boolean {
  if (isClosed(item)) return false
  return isFull(item) ? item.spaces.isDemo : item.park.rate.tariff.demo
}

/** Pill texts: on the map only, zero decimals are dropped. */
function useMarked(listed: readonly ListedPark[]): readonly Marked[] {
  const { t } = useLingui()
  const format = useFormat()
  const textOf = (item: ListedPark): string => {
    const { price } = item
    if (isClosed(item)) return t`Closed`
    if (isFull(item)) return t`Full`
    return price.ok
      ? format.money({ amountMinor: price.value.totalMinor, currency: price.value.currency }, { short: true })
      : '–'
  }
  return listed.flatMap((item) => {
    const place = placeOf(item)
    return place === null ? [] : [{ item, at: place, text: textOf(item), isDemo: isDemoText(item) }]
  })
}

/** Pans the selected park into view; a map that already shows it does not move. */
function usePanTo({ map }: MapFrame, place: LatLng | undefined, edges: Edges) {
  const lat = place?.lat
  const lng = place?.lng
  useEffect(() => {
    if (lat !== undefined && lng !== undefined) map.panInside([lat, lng], paddingWithin(map, edges))
  }, [map, lat, lng, edges])
}

interface PillProps {
  readonly mark: Marked
  readonly isSelected: boolean
  readonly onSelect: (id: number) => void
}

function Pill({ mark: { item, text, isDemo }, isSelected, onSelect }: PillProps) {
  const { id, name } = item.park
  return (
    <button
      type="button"
      className={styles.pill}
      data-pin=""
      data-full={isFull(item) || isClosed(item) || undefined}
      aria-pressed={isSelected}
      onClick={() => onSelect(id)}
    >
      <VisuallyHidden>{name}, </VisuallyHidden>
      {text}
      {isDemo && <DemoMark />}
    </button>
  )
}

const DemoMark = () => (
  <small className={styles.demo}>
    <Trans>demo</Trans>
  </small>
)

function ClusterButton({ group, onOpen }: { readonly group: readonly Marked[]; readonly onOpen: () => void }) {
  const count = useFormat().number(group.length)
  const lowest = lowestOf(group)
  const text = lowest === undefined ? '' : `${lowest.text}+`
  return (
    <button type="button" className={styles.cluster} onClick={onOpen}>
      {/* The accessible name contains the visible text in the same order, for voice control. */}
      <Trans>
        <span className={styles.count}>{count}</span>
        <VisuallyHidden> car parks, </VisuallyHidden>
        {text}
        <VisuallyHidden>. Zoom in</VisuallyHidden>
      </Trans>
      {lowest?.isDemo === true && <DemoMark />}
    </button>
  )
}

/** Returns the cheapest park with a price, ignoring full ones. */
function lowestOf(group: readonly Marked[]): Marked | undefined {
  const priced = group.flatMap((mark) => {
    const { price } = mark.item
    return price.ok && !isFull(mark.item) ? [{ totalMinor: price.value.totalMinor, mark }] : []
  })
  return priced.toSorted((a, b) => a.totalMinor - b.totalMinor)[0]?.mark
}
