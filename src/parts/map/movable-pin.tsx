// Rarely rendered; memoisation would double this file.
'use no memo'
import { type KeyboardEvent, type PointerEvent, useRef } from 'react'
import { createPortal } from 'react-dom'
import { useMapEvents } from 'react-leaflet'
import { must } from '../../lib/assert.ts'
import type { LatLng } from '../../lib/cell.ts'
import { keepFromMap } from './map-buttons.tsx'
import styles from './map.module.css'
import { useMapFrame } from './use-map-frame.ts'

export interface MovablePinProps {
  /** Null when not set yet. */
  readonly at: LatLng | null
  readonly label: string
  readonly onMove: (at: LatLng) => void
}

type Shift = readonly [right: number, down: number]

const STEPS: Readonly<Record<string, Shift>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}
/** Pixels per key press; Shift makes the long step. */
const STEP = { short: 1, long: 20 }
/** Closer than this to the map's edge, the map pans along. */
const EDGE_PX: [number, number] = [48, 48]

/** A pin set by a tap on the map and moved by touch, mouse or the arrow keys. */
export function MovablePin({ at, label, onMove }: MovablePinProps) {
  const { map, toPane } = useMapFrame()
  const held = useRef<Shift | null>(null)
  useMapEvents({ click: ({ latlng }) => onMove(toPlace(latlng.wrap())) })
  if (at === null) return null
  const { x, y } = toPane(at)
  const tip = map.project(at)
  /** In pixels of the whole world, so that fractions are not lost. */
  const moveTo = (right: number, down: number) => onMove(toPlace(map.unproject([right, down])))
  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key]
    if (step === undefined) return
    event.preventDefault()
    // Otherwise the map would move as well.
    event.stopPropagation()
    const pixels = event.shiftKey ? STEP.long : STEP.short
    moveTo(tip.x + step[0] * pixels, tip.y + step[1] * pixels)
    map.panInside(at, { padding: EDGE_PX })
  }
  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId)
    held.current = [tip.x - event.clientX, tip.y - event.clientY]
  }
  const onPointerMove = ({ clientX, clientY }: PointerEvent) => {
    if (held.current !== null) moveTo(clientX + held.current[0], clientY + held.current[1])
  }
  const release = () => {
    held.current = null
  }
  return createPortal(
    <button
      ref={keepFromMap}
      type="button"
      className={`${styles.pin} ${styles.movable}`}
      style={{ transform: `translate(${Math.round(x)}px, ${Math.round(y)}px)` }}
      aria-label={label}
      data-place="pin"
      // Keyboard only: a mouse also clicks at the end of each drag.
      onClick={({ detail }) => detail === 0 && map.panTo(at)}
      // Leaflet stops this event at the pin, so only the capture phase sees it.
      onPointerDownCapture={onPointerDown}
      {...{ onKeyDown, onPointerMove, onPointerUp: release, onPointerCancel: release }}
    />,
    must(map.getPane('markerPane'), 'the pane of the markers'),
  )
}

/** Drops Leaflet's other properties of a position. */
const toPlace = ({ lat, lng }: LatLng): LatLng => ({ lat, lng })
