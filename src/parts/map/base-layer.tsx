// Rarely rendered; memoisation would double this file.
'use no memo'
import type { GridLayer } from 'leaflet'
import { useEffect, useRef } from 'react'
import { TileLayer, useMap } from 'react-leaflet'
import { loadBaseMap } from '../base-map/load-base-map.ts'
import type { TileContent } from '../base-map/draw-tile.ts'
import { onTheme, readMapColours } from '../base-map/map-colours.ts'
import { isStreetScale } from '../base-map/scale.ts'
import { BuiltInLayer } from './built-in-layer.ts'
import styles from './map.module.css'
import { ensurePanes } from './panes.ts'

const TILE_URL = import.meta.env.VITE_TILE_URL

type Content = { -readonly [Key in keyof TileContent]: TileContent[Key] }

export interface BaseLayerProps {
  /** Where streets lie over the outlines: west, south, east, north. */
  readonly covered: TileContent['covered']
}

/**
 * The map that is always available, drawn from the app's own outlines, and over it the raster tiles of a configured
 * source.
 */
export function BaseLayer({ covered }: BaseLayerProps) {
  const map = useMap()
  const drawn = useRef<{ readonly layer: GridLayer; readonly content: Content } | null>(null)
  useEffect(() => {
    ensurePanes(map)
    const content: Content = { baseMap: null, colours: readMapColours(map.getContainer()), covered: [] }
    const layer = new BuiltInLayer(content)
    drawn.current = { layer, content }
    map.addLayer(layer)
    let isMounted = true
    const load = async () => {
      map.off('zoomend', loadWhenSeen)
      content.baseMap = await loadBaseMap()
      if (isMounted) layer.redraw()
    }
    // At street scale none of it is drawn.
    const loadWhenSeen = () => {
      if (!isStreetScale(map.getZoom())) void load()
    }
    map.on('zoomend', loadWhenSeen)
    loadWhenSeen()
    const redraw = () => {
      content.colours = readMapColours(map.getContainer())
      layer.redraw()
    }
    const stop = onTheme(redraw)
    return () => {
      isMounted = false
      map.off('zoomend', loadWhenSeen)
      stop()
      map.removeLayer(layer)
    }
  }, [map])
  useEffect(() => {
    if (drawn.current === null || drawn.current.content.covered === covered) return
    drawn.current.content.covered = covered
    drawn.current.layer.redraw()
  }, [covered])
  return TILE_URL === undefined ? null : (
    <TileLayer url={TILE_URL} crossOrigin="anonymous" className={styles.raster ?? ''} />
  )
}
