// Drawn seldom: what the compiler adds would be half of its bytes.
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
  /** Null: not set yet. */
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
/** Pixels: with Shift for a longer way. */
const STEP = { short: 1, long: 20 }
/** Nearer to the edge of the map, the map moves on. */
const EDGE_PX: [number, number] = [48, 48]

/** A pin that a tap on the map sets, and that a finger, a mouse or the arrow keys move. */
export function MovablePin({ at, label, onMove }: MovablePinProps) {
  const { map, toPane } = useMapFrame()
  const held = useRef<Shift | null>(null)
  useMapEvents({ click: ({ latlng }) => onMove(toPlace(latlng.wrap())) })
  if (at === null) return null
  const { x, y } = toPane(at)
  const tip = map.project(at)
  /** In pixels of the whole world, so that a fraction of one is not lost. */
  const moveTo = (right: number, down: number) => onMove(toPlace(map.unproject([right, down])))
  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key]
    if (step === undefined) return
    event.preventDefault()
    // The map would move, too.
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
      // By the keyboard: a mouse clicks at the end of each move, too.
      onClick={({ detail }) => detail === 0 && map.panTo(at)}
      // What Leaflet stops at the pin has no other phase.
      onPointerDownCapture={onPointerDown}
      {...{ onKeyDown, onPointerMove, onPointerUp: release, onPointerCancel: release }}
    />,
    must(map.getPane('markerPane'), 'the pane of the markers'),
  )
}

/** Without what else Leaflet has of a place. */
const toPlace = ({ lat, lng }: LatLng): LatLng => ({ lat, lng })
