import { GridLayer, type Coords } from 'leaflet'
import { drawTile, type TileContent } from '../base-map/draw-tile.ts'
import { isStreetScale } from '../base-map/scale.ts'
import { TILE_PX } from '../../lib/world-px.ts'
import { OUTLINE_PANE } from './panes.ts'

/** Tiles of the app's own outlines; call `redraw` after the content has changed. */
export class BuiltInLayer extends GridLayer {
  private readonly content: TileContent

  constructor(content: TileContent) {
    super({ tileSize: TILE_PX, updateWhenZooming: false, keepBuffer: 1, pane: OUTLINE_PANE })
    this.content = content
  }

  protected override createTile(coords: Coords): HTMLElement {
    const canvas = document.createElement('canvas')
    // Plain ground: the map's background colour, without an image per tile.
    if (isStreetScale(coords.z)) return canvas
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
