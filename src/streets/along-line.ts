/** x, y, x, y … in pixels of the view. */
type Points = readonly number[]

/** Position of a letter or whole name on a line; the angle is the line's, in radians, never upside down. */
export interface Stand {
  readonly x: number
  readonly y: number
  readonly angle: number
}

/** A name's position on its line. */
export interface Fit {
  /** Distance along the line at which the name begins, in pixels. */
  readonly from: number
  readonly isReversed: boolean
  readonly isStraight: boolean
}

export interface MeasuredLine {
  readonly points: Points
  /** Distance of each point from the start, along the line. */
  readonly distances: readonly number[]
  readonly length: number
}

/** Maximum turn from the first to the last letter, and at a single corner. With sharper turns letters overlap. */
const MAX_TURN = Math.PI / 3
const MAX_CORNER = Math.PI / 7
/** A flatter bend is not noticeable in a name rendered in one piece. */
const STRAIGHT = 0.1

export function measureLine(points: Points): MeasuredLine {
  const distances: number[] = [0]
  let length = 0
  for (let at = 2; at + 1 < points.length; at += 2) {
    length += Math.hypot((points[at] ?? 0) - (points[at - 2] ?? 0), (points[at + 1] ?? 0) - (points[at - 1] ?? 0))
    distances.push(length)
  }
  return { points, distances, length }
}

/** Returns the segment that contains a distance, as the index of its first point. */
function pieceAt({ distances }: MeasuredLine, distance: number): number {
  let [low, high] = [0, distances.length - 2]
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((distances[middle] ?? 0) <= distance) low = middle
    else high = middle - 1
  }
  return Math.max(0, low)
}

const angleOf = ({ points }: MeasuredLine, piece: number): number =>
  Math.atan2(
    (points[piece * 2 + 3] ?? 0) - (points[piece * 2 + 1] ?? 0),
    (points[piece * 2 + 2] ?? 0) - (points[piece * 2] ?? 0),
  )

export function standAt(line: MeasuredLine, distance: number): Stand {
  const piece = pieceAt(line, distance)
  const angle = angleOf(line, piece)
  const beyond = distance - (line.distances[piece] ?? 0)
  return {
    x: (line.points[piece * 2] ?? 0) + Math.cos(angle) * beyond,
    y: (line.points[piece * 2 + 1] ?? 0) + Math.sin(angle) * beyond,
    angle,
  }
}

const turn = (from: number, to: number): number => {
  const difference = to - from
  return Math.atan2(Math.sin(difference), Math.cos(difference))
}

/**
 * Whether a name of that width is legible on the line from that distance. Returns undefined when the line is too short
 * or bends too much.
 */
export function fitAt(line: MeasuredLine, from: number, width: number): Fit | undefined {
  if (from < 0 || from + width > line.length) return undefined
  const [first, last] = [pieceAt(line, from), pieceAt(line, from + width)]
  const start = angleOf(line, first)
  let [least, most, before] = [0, 0, start]
  for (let piece = first + 1; piece <= last; piece += 1) {
    const angle = angleOf(line, piece)
    if (Math.abs(turn(before, angle)) > MAX_CORNER) return undefined
    before = angle
    const turned = turn(start, angle)
    least = Math.min(least, turned)
    most = Math.max(most, turned)
  }
  if (most - least > MAX_TURN) return undefined
  const [head, tail] = [standAt(line, from), standAt(line, from + width)]
  return { from, isReversed: tail.x < head.x, isStraight: most - least < STRAIGHT }
}

/** Returns the position of a straight name's middle, rotated to read from left to right. */
export function middleOf(line: MeasuredLine, { from, isReversed }: Fit, width: number): Stand {
  const [head, tail] = [standAt(line, from), standAt(line, from + width)]
  const angle = Math.atan2(tail.y - head.y, tail.x - head.x)
  return { x: (head.x + tail.x) / 2, y: (head.y + tail.y) / 2, angle: isReversed ? angle + Math.PI : angle }
}
