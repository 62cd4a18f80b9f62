import { PARKS_OF_CELLS } from '../../src/contract/parks.ts'
import type { Cell } from '../../src/lib/cell.ts'

/** Picks the cells to answer, in the order requested: each whose parks still fit after those already picked. */
export function cellsThatFit(counted: ReadonlyArray<{ readonly cell: Cell; readonly parks: number }>): readonly Cell[] {
  let left = PARKS_OF_CELLS
  return counted.flatMap(({ cell, parks }) => {
    if (parks > left) return []
    left -= parks
    return [cell]
  })
}
