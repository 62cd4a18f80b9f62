import type { Language } from '../../lib/language.ts'
import type { StreetLook } from '../../streets/street-look.ts'

const USUAL_TEXT_PX = 16

/** Reads the app's current tokens, so that a theme change needs no second table of colours. */
export function readStreetLook(element: Element, language: Language): StreetLook {
  const style = getComputedStyle(element)
  const colour = (name: string) => style.getPropertyValue(name).trim()
  return {
    land: colour('--map-land'),
    water: colour('--map-water'),
    street: colour('--map-street'),
    casing: colour('--map-casing'),
    green: colour('--map-green'),
    rail: colour('--map-ring'),
    name: colour('--muted'),
    greenName: colour('--map-green-name'),
    waterName: colour('--map-water-name'),
    font: style.fontFamily,
    language,
    textScale: Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / USUAL_TEXT_PX,
  }
}
