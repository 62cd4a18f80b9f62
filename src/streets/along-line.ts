/** x, y, x, y … in pixels of the view. */
type Points = readonly number[]

/** Where a letter or a whole name stands on a line; the angle is that of the line there, radians, never upside down. */
export interface Stand {
  readonly x: number
  readonly y: number
  readonly angle: number
}

/** A name's place on its line: `bend` 0 is a straight piece. */
export interface Fit {
  /** Pixels along the line at which the name begins. */
  readonly from: number
  readonly isReversed: boolean
  readonly isStraight: boolean
}

export interface MeasuredLine {
  readonly points: Points
  /** How far from its start each point lies, along the line. */
  readonly distances: readonly number[]
  readonly length: number
}

/** A name may turn so far from its first letter to its last, and so far at once. Sharper, letters run into each other. */
const MAX_TURN = Math.PI / 3
const MAX_CORNER = Math.PI / 7
/** Flatter bends are not seen in a name drawn in one piece. */
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

/** The piece of the line that a distance lies on: the number of its first point. */
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

/** Whether a name of that width can be read on the line from there on; undefined where it is too short or bends too much. */
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

/** One stand in the middle of a straight name, turned so that it is read from the left. */
export function middleOf(line: MeasuredLine, { from, isReversed }: Fit, width: number): Stand {
  const [head, tail] = [standAt(line, from), standAt(line, from + width)]
  const angle = Math.atan2(tail.y - head.y, tail.x - head.x)
  return { x: (head.x + tail.x) / 2, y: (head.y + tail.y) / 2, angle: isReversed ? angle + Math.PI : angle }
}
