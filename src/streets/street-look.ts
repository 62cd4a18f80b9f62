import type { RoadKind } from './street-tile.ts'

/** Colours from the app's tokens, and the style of names. */
export interface StreetLook {
  readonly land: string
  readonly water: string
  readonly street: string
  readonly casing: string
  readonly green: string
  readonly rail: string
  readonly name: string
  readonly greenName: string
  readonly waterName: string
  readonly font: string
  readonly language: 'en' | 'fr'
  /** 1 is the app's default text size; larger if the driver chose larger text. */
  readonly textScale: number
}

/**
 * Widths in pixels from zoom 10 to 17. At 16, the zoom for reading streets, major roads have 8, minor ones 5 and paths
 * 3.
 */
const WIDTHS: Readonly<Record<RoadKind, readonly number[]>> = {
  highway: [1.6, 2, 2.6, 3.4, 5, 7, 9, 13],
  major_road: [1, 1.3, 1.8, 2.6, 4, 6, 8, 12],
  minor_road: [0, 0, 0.5, 1, 2.2, 3.6, 5, 8],
  path: [0, 0, 0, 0, 0.8, 1.4, 3, 4],
  rail: [0, 0.8, 1, 1.4, 2, 3, 4, 5],
}
const FIRST_ZOOM = 10

/** Returns the width of a road in CSS pixels; 0: not shown at this zoom. */
export function roadWidth(kind: RoadKind, zoom: number): number {
  const widths = WIDTHS[kind]
  return zoom < FIRST_ZOOM ? 0 : (widths[Math.min(zoom - FIRST_ZOOM, widths.length - 1)] ?? 0)
}
