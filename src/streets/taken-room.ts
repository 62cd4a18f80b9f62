import { intersects, type Rect } from './tile-math.ts'

/** Wide enough for a name, so that most rectangles span few cells. */
const CELL_PX = 64

/** Occupied rectangles in a grid index: a view has hundreds of names. */
export class TakenRoom {
  readonly #cells = new Map<string, Rect[]>()

  isFree(rect: Rect): boolean {
    for (const key of cellsOf(rect)) if (this.#cells.get(key)?.some((other) => intersects(rect, other))) return false
    return true
  }

  take(rects: readonly Rect[]): void {
    for (const rect of rects) {
      for (const key of cellsOf(rect)) {
        const cell = this.#cells.get(key)
        if (cell === undefined) this.#cells.set(key, [rect])
        else cell.push(rect)
      }
    }
  }
}

function* cellsOf({ left, top, right, bottom }: Rect): Generator<string> {
  for (let y = Math.floor(top / CELL_PX); y <= Math.floor(bottom / CELL_PX); y += 1)
    for (let x = Math.floor(left / CELL_PX); x <= Math.floor(right / CELL_PX); x += 1) yield `${String(x)},${String(y)}`
}
