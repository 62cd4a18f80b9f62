import { GridLayer, type Coords } from 'leaflet'
import { useEffect } from 'react'
import { TileLayer, useMap } from 'react-leaflet'
import type { LatLng } from '../../../lib/cell.ts'
import { loadBaseMap, type DrawnMap } from '../../../parts/base-map/load-base-map.ts'
import { drawTile, type TileColours } from '../../../parts/base-map/draw-tile.ts'
import { onTheme, readMapColours } from '../../../parts/base-map/map-colours.ts'
import { TILE_PX } from '../../../parts/base-map/world-px.ts'

const TILE_URL = import.meta.env.VITE_TILE_URL

interface BaseGrid {
  readonly anchor: LatLng
  baseMap: DrawnMap | null
  colours: TileColours
}

class BuiltInLayer extends GridLayer {
  private readonly base: BaseGrid

  constructor(base: BaseGrid) {
    // Below the tiles of a configured source, which are added to the map first.
    super({ tileSize: TILE_PX, updateWhenZooming: false, keepBuffer: 1, zIndex: 0 })
    this.base = base
  }

  protected override createTile(coords: Coords): HTMLElement {
    const canvas = document.createElement('canvas')
    const ratio = window.devicePixelRatio
    canvas.width = TILE_PX * ratio
    canvas.height = TILE_PX * ratio
    const context = canvas.getContext('2d')
    if (context !== null) {
      context.scale(ratio, ratio)
      drawTile(context, { x: coords.x, y: coords.y, zoom: coords.z }, this.base)
    }
    return canvas
  }
}

/** The map that is always there, drawn from the outlines in the app; streets only from a source that was configured. */
export function BaseLayer({ anchor }: { readonly anchor: LatLng }) {
  const map = useMap()
  const { lat, lng } = anchor
  useEffect(() => {
    const base: BaseGrid = { anchor: { lat, lng }, baseMap: null, colours: readMapColours(map.getContainer()) }
    const layer = new BuiltInLayer(base)
    map.addLayer(layer)
    let isMounted = true
    const load = async () => {
      base.baseMap = await loadBaseMap()
      if (isMounted) layer.redraw()
    }
    void load()
    const redraw = () => {
      base.colours = readMapColours(map.getContainer())
      layer.redraw()
    }
    const stop = onTheme(redraw)
    return () => {
      isMounted = false
      stop()
      map.removeLayer(layer)
    }
  }, [map, lat, lng])
  return TILE_URL === undefined ? null : <TileLayer url={TILE_URL} crossOrigin="anonymous" />
}
