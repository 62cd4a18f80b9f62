import { GridLayer, type Coords } from 'leaflet'
import { useEffect, useRef } from 'react'
import { TileLayer, useMap } from 'react-leaflet'
import { loadBaseMap } from '../../../parts/base-map/load-base-map.ts'
import { drawTile, type TileContent } from '../../../parts/base-map/draw-tile.ts'
import { onTheme, readMapColours } from '../../../parts/base-map/map-colours.ts'
import { TILE_PX } from '../../../parts/base-map/world-px.ts'
import { ensurePanes, OUTLINE_PANE } from './panes.ts'
import type { StreetsState } from './streets-state.ts'

const TILE_URL = import.meta.env.VITE_TILE_URL
const NOTHING_COVERED: TileContent['covered'] = []

class BuiltInLayer extends GridLayer {
  private readonly content: TileContent

  constructor(content: TileContent) {
    super({ tileSize: TILE_PX, updateWhenZooming: false, keepBuffer: 1, pane: OUTLINE_PANE })
    this.content = content
  }

  protected override createTile(coords: Coords): HTMLElement {
    const canvas = document.createElement('canvas')
    const ratio = window.devicePixelRatio
    canvas.width = TILE_PX * ratio
    canvas.height = TILE_PX * ratio
    const context = canvas.getContext('2d')
    if (context !== null) {
      context.scale(ratio, ratio)
      drawTile(context, { x: coords.x, y: coords.y, zoom: coords.z }, this.content)
    }
    return canvas
  }
}

type Content = { -readonly [Key in keyof TileContent]: TileContent[Key] }

export interface BaseLayerProps {
  /** Of what lies over the outlines. */
  readonly streets: StreetsState
}

/** The map that is always there, drawn from the outlines in the app, and over it the raster tiles of a source that was configured. */
export function BaseLayer({ streets }: BaseLayerProps) {
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
      content.baseMap = await loadBaseMap()
      if (isMounted) layer.redraw()
    }
    void load()
    const redraw = () => {
      content.colours = readMapColours(map.getContainer())
      layer.redraw()
    }
    const stop = onTheme(redraw)
    return () => {
      isMounted = false
      stop()
      map.removeLayer(layer)
    }
  }, [map])
  const covered = streets.kind === 'shown' ? streets.boxes : NOTHING_COVERED
  useEffect(() => {
    if (drawn.current === null || drawn.current.content.covered === covered) return
    drawn.current.content.covered = covered
    drawn.current.layer.redraw()
  }, [covered])
  return TILE_URL === undefined ? null : <TileLayer url={TILE_URL} crossOrigin="anonymous" />
}
