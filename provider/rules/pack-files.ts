import { type Cell, cornerMicro } from '../../src/lib/cell.ts'

/**
 * What a file needs to know about a cell. `changes` never returns to an earlier value after one of its parks has
 * changed.
 */
export interface CellToPack {
  readonly cell: Cell
  readonly parks: number
  readonly changes: number
}

/**
 * Most parks in a file, unless a single cell has more. 300 are about 9 kB; smaller files would repeat shared data too
 * often.
 */
const PARKS_OF_FILE = 300

/** Side of the square grid of cells, in cells; the grid is halved repeatedly. */
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
 * Groups neighbouring cells into files: the world is quartered recursively until a square fits into one file, and small
 * quarters of the same square share a file. Where a square is split depends only on what is inside it, so adding or
 * removing a park changes only the files of its own square.
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
