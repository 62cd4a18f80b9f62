import { type Cell, cornerMicro } from '../../src/lib/cell.ts'

/** A cell as far as its file is concerned. `changes` never is the same again after any of its parks has changed. */
export interface CellToPack {
  readonly cell: Cell
  readonly parks: number
  readonly changes: number
}

/** Parks of a file at most, but for a cell that has more by itself. 300 are about 9 kB; fewer repeat what they share too often. */
const PARKS_OF_FILE = 300

/** The grid of cells is a square of so many, halved again and again. */
const ROOT = 8_192
const CELL_MICRO = 50_000

interface Square {
  readonly x: number
  readonly y: number
  readonly size: number
}

interface Placed extends CellToPack {
  readonly x: number
  readonly y: number
}

const place = (cell: CellToPack): Placed => {
  const { lat, lng } = cornerMicro(cell.cell)
  return { ...cell, x: (lng + 180_000_000) / CELL_MICRO, y: (lat + 90_000_000) / CELL_MICRO }
}

const countOf = (cells: readonly CellToPack[]): number => cells.reduce((sum, { parks }) => sum + parks, 0)

/**
 * Cells of each file: neighbours, in quarters of quarters of the world as large as a file may be, small ones of one square together. Where
 * a square is cut depends on nothing outside it, so a park that comes or goes changes the files of its own square alone.
 */
export function groupCells(cells: readonly CellToPack[]): ReadonlyArray<readonly CellToPack[]> {
  if (cells.length === 0) return []
  return split(cells.map(place), { x: 0, y: 0, size: ROOT }).map((group) =>
    group.map(({ cell, parks, changes }) => ({ cell, parks, changes })).toSorted((a, b) => a.cell - b.cell),
  )
}

function split(cells: readonly Placed[], square: Square): ReadonlyArray<readonly Placed[]> {
  if (square.size === 1 || countOf(cells) <= PARKS_OF_FILE) return [cells]
  const groups: Placed[][] = []
  const whole: Array<readonly Placed[]> = []
  for (const quarter of quartersOf(square)) {
    const inside = cells.filter((cell) => isInside(cell, quarter))
    if (inside.length === 0) continue
    if (countOf(inside) > PARKS_OF_FILE) {
      whole.push(...split(inside, quarter))
      continue
    }
    const last = groups.at(-1)
    if (last !== undefined && countOf(last) + countOf(inside) <= PARKS_OF_FILE) last.push(...inside)
    else groups.push([...inside])
  }
  return [...whole, ...groups]
}

const quartersOf = ({ x, y, size }: Square): readonly Square[] => {
  const half = size / 2
  return [
    { x, y, size: half },
    { x: x + half, y, size: half },
    { x, y: y + half, size: half },
    { x: x + half, y: y + half, size: half },
  ]
}

const isInside = ({ x, y }: Placed, square: Square): boolean =>
  x >= square.x && x < square.x + square.size && y >= square.y && y < square.y + square.size
