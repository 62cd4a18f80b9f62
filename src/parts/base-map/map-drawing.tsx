// Drawn seldom: what the compiler adds would be half of its bytes.
'use no memo'
import { useEffect, useState } from 'react'
import type { LatLng } from '../../lib/cell.ts'
import { drawPreview, type Preview } from './draw-preview.ts'
import { type DrawnMap, loadBaseMap } from './load-base-map.ts'
import { onTheme } from './map-colours.ts'

export interface MapDrawingProps extends Pick<Preview, 'zoom' | 'parks'> {
  readonly centre: LatLng
  readonly className?: string | undefined
}

/** A still picture of the built-in map; an empty canvas until its file is there. */
export function MapDrawing({ centre: { lat, lng }, zoom, parks, className }: MapDrawingProps) {
  const [canvas, setCanvas] = useState<HTMLCanvasElement | null>(null)
  const [baseMap, setBaseMap] = useState<DrawnMap | null>(null)
  useEffect(() => {
    void loadBaseMap().then(setBaseMap)
  }, [])
  useEffect(() => {
    if (canvas === null || baseMap === null) return undefined
    const draw = () => drawPreview(canvas, { centre: { lat, lng }, zoom, parks, baseMap })
    const sizes = new ResizeObserver(draw)
    sizes.observe(canvas)
    const stop = onTheme(draw)
    return () => {
      sizes.disconnect()
      stop()
    }
  }, [canvas, baseMap, lat, lng, zoom, parks])
  return <canvas ref={setCanvas} className={className} aria-hidden="true" data-drawn={baseMap !== null} />
}
