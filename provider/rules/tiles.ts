import { PARKS_OF_CELLS } from '../../src/contract/parks.ts'
import type { Cell } from '../../src/lib/cell.ts'

/** The cells that are answered, in the order asked for: each whose parks still fit beside those before it. */
export function cellsThatFit(counted: ReadonlyArray<{ readonly cell: Cell; readonly parks: number }>): readonly Cell[] {
  let left = PARKS_OF_CELLS
  return counted.flatMap(({ cell, parks }) => {
    if (parks > left) return []
    left -= parks
    return [cell]
  })
}
