/** x, y, x, y … */
type Line = readonly number[]

/** Coordinates of some hundred adjacent tiles fit into 21 bits, margins included. */
const keyOf = (x: number, y: number): number => (x + 2 ** 20) * 2 ** 21 + (y + 2 ** 20)
const startKey = (line: Line): number => keyOf(line[0] ?? 0, line[1] ?? 0)
const endKey = (line: Line): number => keyOf(line.at(-2) ?? 0, line.at(-1) ?? 0)

function reversed(line: Line): Line {
  const back: number[] = []
  for (let at = line.length - 2; at >= 0; at -= 2) back.push(line[at] ?? 0, line[at + 1] ?? 0)
  return back
}

/**
 * Joins the pieces of one street that meet end to end: a name needs a line of its own length, and map data splits
 * streets at every crossing. Where more than two pieces meet, the street forks, and only the first one found is joined.
 */
export function mergeLines(pieces: readonly Line[]): readonly Line[] {
  const byEnd = new Map<number, Set<number>>()
  const note = (key: number, index: number) => {
    const known = byEnd.get(key)
    if (known === undefined) byEnd.set(key, new Set([index]))
    else known.add(index)
  }
  for (const [index, line] of pieces.entries()) {
    note(startKey(line), index)
    note(endKey(line), index)
  }
  const used = new Set<number>()
  /** Follows the pieces from the end of a line as far as possible. */
  const extend = (from: Line): Line => {
    const points = [...from]
    for (;;) {
      const key = endKey(points)
      const next = [...(byEnd.get(key) ?? [])].find((index) => !used.has(index))
      const piece = next === undefined ? undefined : pieces[next]
      if (next === undefined || piece === undefined) return points
      used.add(next)
      const forward = startKey(piece) === key ? piece : reversed(piece)
      // Skips the piece's first point, which equals the line's end.
      for (let at = 2; at < forward.length; at += 1) points.push(forward[at] ?? 0)
    }
  }
  const merged: Line[] = []
  for (const [index, line] of pieces.entries()) {
    if (used.has(index)) continue
    used.add(index)
    merged.push(extend(reversed(extend(line))))
  }
  return merged
}
