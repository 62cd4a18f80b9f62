import type { Map } from 'leaflet'

/**
 * Stacking order, lowest first: the built-in outlines, streets, street names, then raster tiles in Leaflet's own pane:
 * an operator who configures raster tiles wants them visible, and where a tile is missing the streets show. Pins and
 * rings are above all of these (leaflet.css).
 */
export const OUTLINE_PANE = 'outlines'
export const STREET_PANES = { tiles: 'streets', names: 'street-names' } as const

/** In leaflet.css, Leaflet's pane of raster tiles has 2. */
const Z_INDEX: Readonly<Record<string, string>> = {
  [OUTLINE_PANE]: '0',
  [STREET_PANES.tiles]: '1',
  [STREET_PANES.names]: '1',
}

/** Creates the panes once per map; they live as long as the map. */
export function ensurePanes(map: Map): void {
  for (const [name, zIndex] of Object.entries(Z_INDEX)) {
    const pane = map.getPane(name) ?? map.createPane(name)
    pane.style.zIndex = zIndex
  }
}
