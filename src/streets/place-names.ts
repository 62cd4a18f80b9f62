import { fitAt, type Fit, type MeasuredLine, measureLine, middleOf, type Stand, standAt } from './along-line.ts'
import type { Candidates, LineName, NameStyle, PointName } from './name-candidates.ts'
import { TakenRoom } from './taken-room.ts'
import { containsRect, intersects, type Rect } from './tile-math.ts'

/** A rendered piece of a name: the whole name, or one letter on a bend. */
export interface Letters extends Stand {
  readonly text: string
}

export interface PlacedName {
  readonly style: NameStyle
  readonly letters: readonly Letters[]
  /** Position of the dot, for names that have one. */
  readonly dot?: { readonly x: number; readonly y: number }
  readonly boxes: readonly Rect[]
}

export interface Room {
  /** Size of the view, whose origin is 0,0. */
  readonly width: number
  readonly height: number
  /** Width of the part of the view beyond each visible edge. */
  readonly margin?: number
  /** Pins and their labels, which names must not overlap. */
  readonly markers: readonly Rect[]
  /** Returns the width of a text in pixels. */
  readonly measure: (text: string, style: NameStyle) => number
  /** A static, possibly small picture: names are tried at more positions. */
  readonly isStill?: boolean
}

/** Minimum gap between two names, and around a marker. */
const GAP_PX = 4
/** Minimum distance between two names of the same street. */
const REPEAT_PX = 320
/** Spacing of the positions tried along a long street. */
const STEP_PX = 160
const STILL_STEP_PX = 16
/** Longer names wrap into two lines where possible. */
const WRAP_PX = 96
const LINE_HEIGHT = 1.15
const DOT_PX = 3
/**
 * Fraction of a name that must fit on its street for a horizontal label: with a shorter street it would be unclear
 * which street is meant.
 */
const LEVEL_FIT = 0.7

type Try = Pick<PlacedName, 'letters' | 'boxes' | 'dot'>

/**
 * Chooses the names of a view and their positions: important names first, without overlapping each other, a marker or
 * the view's edge. Street names follow their line; if it bends too much or is too short, they are horizontal at its
 * middle. A slightly moved map keeps its names, because positions are counted from the line's own start, not the
 * view's.
 */
export function placeNames(candidates: Candidates, room: Room): readonly PlacedName[] {
  const taken = new TakenRoom()
  taken.take(room.markers.map((rect) => grow(rect, GAP_PX)))
  const named = new Map<string, Stand[]>()
  const placed: PlacedName[] = []
  const place = (name: PointName | LineName): void => {
    for (const tried of 'points' in name ? lineTries(name, room) : [pointTry(name, room)]) {
      const [at] = tried.letters
      if (at === undefined || isNamedNear(named.get(name.text), at)) continue
      if (!tried.boxes.every((box) => isInside(box, room) && taken.isFree(box))) continue
      if (isCut(tried.boxes, room)) continue
      taken.take(tried.boxes.map((box) => grow(box, GAP_PX)))
      named.set(name.text, [...(named.get(name.text) ?? []), at])
      placed.push({ style: name.style, ...tried })
    }
  }
  const all: readonly (PointName | LineName)[] = [...candidates.points, ...candidates.lines]
  for (const name of all.toSorted((a, b) => a.rank - b.rank)) place(name)
  return placed
}

const grow = ({ left, top, right, bottom }: Rect, by: number): Rect => ({
  left: left - by,
  top: top - by,
  right: right + by,
  bottom: bottom + by,
})

const isInside = (box: Rect, { width, height }: Room): boolean =>
  containsRect({ left: 0, top: 0, right: width, bottom: height }, box)

/** Whether the visible edge cuts a name: "34th Street" cut off would read 4th Street. */
function isCut(boxes: readonly Rect[], { width, height, margin = 0 }: Room): boolean {
  if (margin === 0) return false
  const seen = { left: margin, top: margin, right: width - margin, bottom: height - margin }
  return boxes.some((box) => intersects(seen, box)) && !boxes.every((box) => containsRect(seen, box))
}

const isNamedNear = (others: readonly Stand[] | undefined, { x, y }: Stand): boolean =>
  others?.some((other) => Math.hypot(other.x - x, other.y - y) < REPEAT_PX) === true

const boxAround = (x: number, y: number, [width, height]: readonly [number, number]): Rect => ({
  left: x - width / 2,
  top: y - height / 2,
  right: x + width / 2,
  bottom: y + height / 2,
})

/** Wraps a long name into two lines at the space nearest to its middle. */
export function wrap(text: string, width: number): readonly string[] {
  const spaces = [...text.matchAll(/ /g)].map(({ index }) => index)
  if (width <= WRAP_PX || spaces.length === 0) return [text]
  const middle = text.length / 2
  const cut = spaces.reduce((best, at) => (Math.abs(at - middle) < Math.abs(best - middle) ? at : best))
  return [text.slice(0, cut), text.slice(cut + 1)]
}

function pointTry({ text, style, x, y }: PointName, { measure }: Room): Try {
  const rows = wrap(text, measure(text, style))
  const height = style.sizePx * LINE_HEIGHT
  const below = style.hasDot ? DOT_PX + height / 2 + 2 : (-(rows.length - 1) * height) / 2
  const letters = rows.map((row, at) => ({ text: row, x, y: y + below + at * height, angle: 0 }))
  const boxes = letters.map((row) => boxAround(x, row.y, [measure(row.text, style), height]))
  if (!style.hasDot) return { letters, boxes }
  return { letters, boxes: [...boxes, boxAround(x, y, [2 * DOT_PX, 2 * DOT_PX])], dot: { x, y } }
}

function* lineTries(
  { points, text, style, isPart = false }: LineName,
  { measure, isStill = false }: Room,
): Generator<Try> {
  const line = measureLine(points)
  const width = measure(text, style)
  const starts = startsOn(line.length, width, isStill ? STILL_STEP_PX : STEP_PX)
  let isPlaceable = false
  for (const from of starts) {
    const fit = fitAt(line, from, width)
    if (fit === undefined) continue
    isPlaceable = true
    yield alongTry({ line, fit, text, style }, measure)
  }
  // Too bent or too short everywhere: horizontal, at the middle.
  if (!isPlaceable && !isPart && line.length >= width * LEVEL_FIT) {
    const { x, y } = standAt(line, line.length / 2)
    yield { letters: [{ text, x, y, angle: 0 }], boxes: [boxAround(x, y, [width, style.sizePx * LINE_HEIGHT])] }
  }
}

/**
 * Returns where a name may begin: centred on a short street; on a long one at regular steps outwards from the middle.
 */
function startsOn(length: number, width: number, step: number): readonly number[] {
  const middle = (length - width) / 2
  if (middle < 0) return []
  const starts = [middle]
  for (let away = step; away <= middle; away += step) starts.push(middle - away, middle + away)
  return starts
}

interface Along {
  readonly line: MeasuredLine
  readonly fit: Fit
  readonly text: string
  readonly style: NameStyle
}

function alongTry({ line, fit, text, style }: Along, measure: Room['measure']): Try {
  const width = measure(text, style)
  const boxes: Rect[] = []
  // Squares along the line, because one box around a slanting name would take up the space of five.
  const side = style.sizePx * LINE_HEIGHT
  const count = Math.max(2, Math.ceil(width / side))
  for (let at = 0; at < count; at += 1) {
    const { x, y } = standAt(line, fit.from + side / 2 + ((width - side) * at) / (count - 1))
    boxes.push(boxAround(x, y, [side, side]))
  }
  if (fit.isStraight) return { letters: [{ text, ...middleOf(line, fit, width) }], boxes }
  const letters: Letters[] = []
  let before = ''
  for (const letter of text) {
    const [start, end] = [measure(before, style), measure(before + letter, style)]
    const along = (start + end) / 2
    const stand = standAt(line, fit.isReversed ? fit.from + width - along : fit.from + along)
    letters.push({ text: letter, ...stand, angle: fit.isReversed ? stand.angle + Math.PI : stand.angle })
    before += letter
  }
  return { letters, boxes }
}
