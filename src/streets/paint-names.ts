import type { NameStyle } from './name-candidates.ts'
import type { Brush } from './paint-tile.ts'
import type { PlacedName } from './place-names.ts'
import type { StreetLook } from './street-look.ts'

const HALO_PX = 3
const DOT_PX = 3

const fontOf = ({ sizePx, weight, isItalic }: NameStyle, { font }: StreetLook): string =>
  `${isItalic ? 'italic ' : ''}${String(weight)} ${String(sizePx)}px ${font}`

/** Measures names in the app's font. Widths are cached, because every view has the same names. */
export function createMeasure(brush: Brush, look: StreetLook): (text: string, style: NameStyle) => number {
  const known = new Map<string, number>()
  return (text, style) => {
    const font = fontOf(style, look)
    const key = `${font}|${text}`
    const width = known.get(key)
    if (width !== undefined) return width
    brush.font = font
    const measured = brush.measureText(text).width
    known.set(key, measured)
    return measured
  }
}

/** Renders placed names in CSS pixels of the view, each with a halo in the land colour. */
export function paintNames(brush: Brush, names: readonly PlacedName[], look: StreetLook): void {
  brush.textAlign = 'center'
  brush.textBaseline = 'middle'
  brush.lineJoin = 'round'
  brush.lineWidth = HALO_PX
  brush.strokeStyle = look.land
  for (const { style, letters, dot } of names) {
    brush.font = fontOf(style, look)
    brush.fillStyle = look[style.tone]
    if (dot !== undefined) paintDot(brush, dot)
    // All halos go below all letters: otherwise a letter's halo would cover part of the previous letter.
    for (const { text, x, y, angle } of letters) at(brush, { x, y, angle }, () => brush.strokeText(text, 0, 0))
    for (const { text, x, y, angle } of letters) at(brush, { x, y, angle }, () => brush.fillText(text, 0, 0))
  }
}

function at(brush: Brush, stand: { readonly x: number; readonly y: number; readonly angle: number }, draw: () => void) {
  brush.save()
  brush.translate(stand.x, stand.y)
  brush.rotate(stand.angle)
  draw()
  brush.restore()
}

function paintDot(brush: Brush, { x, y }: { readonly x: number; readonly y: number }): void {
  brush.beginPath()
  brush.arc(x, y, DOT_PX, 0, 2 * Math.PI)
  brush.stroke()
  brush.fill()
}
