import type { TileColours } from './draw-tile.ts'

/** Read when drawing, so that a change of theme needs one redraw and no colours of its own. */
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

/** Calls `redraw` when the theme changes, by the system or by the driver. @returns how to stop */
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
