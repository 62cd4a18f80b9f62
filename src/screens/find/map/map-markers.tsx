import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { useFormat } from '../../../i18n/format.ts'
import { must } from '../../../lib/assert.ts'
import type { LatLng } from '../../../lib/cell.ts'
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx'
import type { ListedPark } from '../list-parks.ts'
import { clusterPoints } from './cluster.ts'
import styles from './map.module.css'
import { MAX_ZOOM } from '../../../parts/base-map/scale.ts'
import { useMapFrame, type MapFrame } from './use-map-frame.ts'
import { useStepBack } from './use-step-back.ts'

export interface MapMarkersProps {
  readonly shown: readonly ListedPark[]
  readonly others: readonly ListedPark[]
  readonly selectedId: number | null
  readonly onSelect: (id: number) => void
  readonly isWide: boolean
}

/** A park that has a place on the map, with the words of its pill. */
interface Marked {
  readonly item: ListedPark
  readonly at: LatLng
  readonly text: string
}

/** About the width of a letter at 14/700, and the pill's padding. */
const LETTER_PX = 8.4
const PADDING_PX = 24
const CLUSTER_ZOOM_STEP = 2
/** Half a pill and the map's buttons; over the top stand search and chips. */
const EDGE_PX: [number, number] = [110, 90]
const TOP_EDGE_PX: [number, number] = [70, 170]
/** On large screens the card of the selected park stands below. */
const WIDE_EDGE_PX: [number, number] = [110, 260]

export const placeOf = ({ park: { lat, lng } }: ListedPark): LatLng | null =>
  lat === null || lng === null ? null : { lat, lng }

const at = ({ x, y }: { readonly x: number; readonly y: number }) => ({
  transform: `translate(${Math.round(x)}px, ${Math.round(y)}px)`,
})

/** Pills with totals, clusters with the lowest one, and dots for the parks that the list has not come to. */
export function MapMarkers({ shown, others, selectedId, onSelect, isWide }: MapMarkersProps) {
  const frame = useMapFrame()
  useStepBack(frame.map)
  const marked = useMarked(shown)
  usePanTo(frame, marked.find(({ item }) => item.park.id === selectedId)?.at, isWide ? WIDE_EDGE_PX : EDGE_PX)
  const byId = new Map(marked.map((mark) => [mark.item.park.id, mark]))
  const points = marked.map(({ item, at: place, text }) => ({
    id: item.park.id,
    ...frame.toPane(place),
    widthPx: text.length * LETTER_PX + PADDING_PX,
  }))
  const clusters = clusterPoints(points, selectedId)
  return createPortal(
    <>
      {[...marked.map(({ at: place, item }) => ({ place, id: item.park.id })), ...others.flatMap(toDot)].map(
        ({ place, id }) => (
          <span key={id} className={styles.dot} style={at(frame.toPane(place))} />
        ),
      )}
      {clusters.map(({ ids, x, y }) => {
        const group = ids.map((id) => must(byId.get(id), 'a park of this cluster'))
        const [first] = group
        if (first === undefined) return null
        return (
          <div
            key={first.item.park.id}
            className={styles.spot}
            style={at({ x, y })}
            onFocus={({ target }) => {
              if (target.matches(':focus-visible')) showSpot(frame, { x, y }, isWide)
            }}
            data-spot
            data-cluster={group.length > 1 || undefined}
            data-selected={first.item.park.id === selectedId || undefined}
          >
            {group.length > 1 ? (
              <ClusterButton group={group} frame={frame} />
            ) : (
              <Pill mark={first} isSelected={first.item.park.id === selectedId} onSelect={onSelect} />
            )}
          </div>
        )
      })}
    </>,
    must(frame.map.getPane('markerPane'), 'the marker pane'),
  )
}

/** By the keyboard: from under search, chips, list and edges. At once, since the next key may come at any time. */
function showSpot({ map }: MapFrame, { x, y }: { readonly x: number; readonly y: number }, isWide: boolean): void {
  const padding = { paddingTopLeft: TOP_EDGE_PX, paddingBottomRight: isWide ? WIDE_EDGE_PX : EDGE_PX }
  map.panInside(map.layerPointToLatLng([x, y]), { ...padding, animate: false })
}

const toDot = (item: ListedPark) => {
  const place = placeOf(item)
  return place === null ? [] : [{ place, id: item.park.id }]
}

/** Decimals are dropped on the map only, and only when they are zero. */
function useMarked(shown: readonly ListedPark[]): readonly Marked[] {
  const { t } = useLingui()
  const format = useFormat()
  const textOf = ({ park, price }: ListedPark): string => {
    if (park.available === 0) return t`Full`
    return price.ok
      ? format.money({ amountMinor: price.value.totalMinor, currency: price.value.currency }, { short: true })
      : '–'
  }
  return shown.flatMap((item) => {
    const place = placeOf(item)
    return place === null ? [] : [{ item, at: place, text: textOf(item) }]
  })
}

/** Brings the selected park into sight; a map that shows it already stays still. */
function usePanTo({ map }: MapFrame, place: LatLng | undefined, edgePx: [number, number]) {
  const lat = place?.lat
  const lng = place?.lng
  useEffect(() => {
    if (lat !== undefined && lng !== undefined)
      map.panInside([lat, lng], { paddingTopLeft: TOP_EDGE_PX, paddingBottomRight: edgePx })
  }, [map, lat, lng, edgePx])
}

interface PillProps {
  readonly mark: Marked
  readonly isSelected: boolean
  readonly onSelect: (id: number) => void
}

function Pill({ mark: { item, text }, isSelected, onSelect }: PillProps) {
  const { id, name, available } = item.park
  return (
    <button
      type="button"
      className={styles.pill}
      data-pin=""
      data-full={available === 0 || undefined}
      aria-pressed={isSelected}
      aria-label={`${name}, ${text}`}
      onClick={() => onSelect(id)}
    >
      {text}
    </button>
  )
}

function ClusterButton({
  group,
  frame: { map, zoom },
}: {
  readonly group: readonly Marked[]
  readonly frame: MapFrame
}): ReactNode {
  const count = group.length
  const lowest = lowestOf(group)
  const text = lowest === undefined ? '' : `${lowest}+`
  const open = () => {
    const places = group.map(({ at: { lat, lng } }): [number, number] => [lat, lng])
    map.fitBounds(places, {
      paddingTopLeft: TOP_EDGE_PX,
      paddingBottomRight: EDGE_PX,
      maxZoom: Math.min(MAX_ZOOM, zoom + CLUSTER_ZOOM_STEP),
    })
  }
  return (
    <button type="button" className={styles.cluster} onClick={open}>
      {/* The name holds what is seen, in its order: whoever speaks to the phone says that. */}
      <Trans>
        <span className={styles.count}>{count}</span>
        <VisuallyHidden> car parks, </VisuallyHidden>
        {text}
        <VisuallyHidden>. Zoom in</VisuallyHidden>
      </Trans>
    </button>
  )
}

/** The words of the cheapest park that can be priced; full ones are no offer. */
function lowestOf(group: readonly Marked[]): string | undefined {
  const priced = group.flatMap(({ item: { park, price }, text }) =>
    price.ok && park.available !== 0 ? [{ totalMinor: price.value.totalMinor, text }] : [],
  )
  return priced.toSorted((a, b) => a.totalMinor - b.totalMinor)[0]?.text
}
