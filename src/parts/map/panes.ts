import type { Map } from 'leaflet'

/**
 * What lies over what, the lowest first: the built-in outlines, streets, the names of streets, then raster tiles in Leaflet's own pane: whoever
 * configures those wants to see them, and where one is missing the streets are. Pins and rings are above all (leaflet.css).
 */
export const OUTLINE_PANE = 'outlines'
export const STREET_PANES = { tiles: 'streets', names: 'street-names' } as const

/** Leaflet's pane of raster tiles has 2 in leaflet.css. */
const Z_INDEX: Readonly<Record<string, string>> = {
  [OUTLINE_PANE]: '0',
  [STREET_PANES.tiles]: '1',
  [STREET_PANES.names]: '1',
}

/** Panes live as long as their map; asking twice makes none twice. */
export function ensurePanes(map: Map): void {
  for (const [name, zIndex] of Object.entries(Z_INDEX)) {
    const pane = map.getPane(name) ?? map.createPane(name)
    pane.style.zIndex = zIndex
  }
}
