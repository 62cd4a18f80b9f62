import type { TileColours } from './draw-tile.ts'

/**
 * Reads the colours at the time of drawing, so that a theme change needs only a redraw and the map no colours of its
 * own.
 */
export function readMapColours(element: Element): TileColours {
  const style = getComputedStyle(element)
  const colour = (name: string) => style.getPropertyValue(name).trim()
  return {
    land: colour('--map-land'),
    water: colour('--map-water'),
    border: colour('--map-ring'),
    name: colour('--muted'),
    font: style.fontFamily,
  }
}

/** Calls `redraw` when the system or the driver changes the theme. Returns the function that stops this. */
export function onTheme(redraw: () => void): () => void {
  const media = matchMedia('(prefers-color-scheme: dark)')
  media.addEventListener('change', redraw)
  const chosen = new MutationObserver(redraw)
  chosen.observe(document.documentElement, { attributeFilter: ['data-theme'] })
  return () => {
    media.removeEventListener('change', redraw)
    chosen.disconnect()
  }
}
