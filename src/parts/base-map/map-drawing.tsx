// Rarely rendered; memoisation would double this file.
'use no memo'
import { useEffect, useRef, useState } from 'react'
import type { LatLng } from '../../lib/cell.ts'
import { stepThrough } from '../../lib/step-through.ts'
import { stepWhenIdle } from '../../lib/when-idle.ts'
import { drawPreview, type Preview } from './draw-preview.ts'
import { type DrawnMap, loadBaseMap } from './load-base-map.ts'
import { onTheme } from './map-colours.ts'

/** How long a tile of the picture waits for a page that never becomes idle. */
const WITHIN_MS = 100

export interface MapDrawingProps extends Pick<Preview, 'zoom' | 'parks' | 'hasPin'> {
  readonly centre: LatLng
  readonly className?: string | undefined
}

/** A static picture of the built-in map; an empty canvas until the map data has loaded. */
export function MapDrawing({ centre: { lat, lng }, zoom, parks, hasPin, className }: MapDrawingProps) {
  const [canvas, setCanvas] = useState<HTMLCanvasElement | null>(null)
  const [baseMap, setBaseMap] = useState<DrawnMap | null>(null)
  const drawn = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    void loadBaseMap().then(setBaseMap)
  }, [])
  useEffect(() => {
    if (canvas === null || baseMap === null) return undefined
    let stop = (): void => undefined
    const draw = () => {
      stop()
      const steps = drawPreview(canvas, { centre: { lat, lng }, zoom, parks, baseMap, hasPin })
      // A visible picture is redrawn at once, so that it never disappears in between.
      if (drawn.current === canvas) stepThrough(steps)
      else stop = stepWhenIdle(steps, WITHIN_MS, () => (drawn.current = canvas))
    }
    const sizes = new ResizeObserver(draw)
    sizes.observe(canvas)
    const stopTheme = onTheme(draw)
    return () => {
      stop()
      sizes.disconnect()
      stopTheme()
    }
  }, [canvas, baseMap, lat, lng, zoom, parks, hasPin])
  return <canvas ref={setCanvas} className={className} aria-hidden="true" data-drawn={baseMap !== null} />
}
