// Rarely rendered; memoisation would double this file.
'use no memo'
import { DomUtil, type Map } from 'leaflet'
import { useEffect, useRef } from 'react'
import { useMap } from 'react-leaflet'
import { must } from '../../../lib/assert.ts'
import type { LatLng } from '../../../lib/cell.ts'
import { toWorldPx } from '../../../lib/world-px.ts'
import { onTheme } from '../../../parts/base-map/map-colours.ts'

const RADIUS_PX = 3
/** Extra area around the view, so that a small pan shows its dots at once. */
const MARGIN_PX = 96
const SHARPEST = 3

/** Paints a dot at each visible place on one canvas; thousands of elements would slow down every pan. */
function drawDots(canvas: HTMLCanvasElement, map: Map, places: readonly LatLng[]): void {
  const { x: width, y: height } = map.getSize().add([2 * MARGIN_PX, 2 * MARGIN_PX])
  const corner = map.containerPointToLayerPoint([-MARGIN_PX, -MARGIN_PX])
  const { x: left, y: top } = corner.add(map.getPixelOrigin())
  const ratio = Math.min(window.devicePixelRatio, SHARPEST)
  canvas.width = Math.round(width * ratio)
  canvas.height = Math.round(height * ratio)
  canvas.style.width = `${String(width)}px`
  canvas.style.height = `${String(height)}px`
  DomUtil.setPosition(canvas, corner)
  const brush = canvas.getContext('2d')
  if (brush === null) return
  brush.scale(ratio, ratio)
  brush.fillStyle = getComputedStyle(map.getContainer()).getPropertyValue('--map-ring').trim()
  brush.beginPath()
  for (const place of places) {
    const world = toWorldPx(place, map.getZoom())
    const [x, y] = [world.x - left, world.y - top]
    if (x < -RADIUS_PX || y < -RADIUS_PX || x > width + RADIUS_PX || y > height + RADIUS_PX) continue
    brush.moveTo(x + RADIUS_PX, y)
    brush.arc(x, y, RADIUS_PX, 0, 2 * Math.PI)
  }
  brush.fill()
}

/** A dot for every car park of the search, below the pills. */
export function PinDots({ places }: { readonly places: readonly LatLng[] }) {
  const map = useMap()
  const latest = useRef<{ places: readonly LatLng[]; draw: () => void }>({ places, draw: () => undefined })
  useEffect(() => {
    const pane = must(map.getPane('shadowPane'), 'the pane below the markers')
    const canvas = DomUtil.create('canvas', 'leaflet-zoom-hide', pane)
    let frame = 0
    const draw = () => {
      // Draw once for all changes, just before the next paint, when styles and layout are computed anyway.
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(() => drawDots(canvas, map, latest.current.places))
    }
    latest.current.draw = draw
    map.on('moveend viewreset resize', draw)
    const stop = onTheme(draw)
    return () => {
      cancelAnimationFrame(frame)
      stop()
      map.off('moveend viewreset resize', draw)
      canvas.remove()
    }
  }, [map])
  useEffect(() => {
    latest.current.places = places
    latest.current.draw()
  }, [places])
  return null
}
