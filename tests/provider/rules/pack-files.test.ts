import { expect, test } from 'vitest'
import { type CellToPack, groupCells } from '../../../provider/rules/pack-files.ts'
import { cellOf } from '../../../src/lib/cell.ts'
import { createRandom } from '../../domain/places/support/random.ts'

const CORNER = cellOf(43.5, -79.7)

function manyCells(seed: number): readonly CellToPack[] {
  const random = createRandom(seed)
  const cells = new Map<number, CellToPack>()
  for (let n = 0; n < 150; n += 1) {
    const cell = CORNER + Math.floor(random() * 40) + 8192 * Math.floor(random() * 40)
    cells.set(cell, { cell, parks: Math.floor(random() ** 3 * 500), changes: 1 })
  }
  return [...cells.values()]
}

const count = (group: readonly CellToPack[]): number => group.reduce((sum, { parks }) => sum + parks, 0)
const keys = (groups: ReturnType<typeof groupCells>): readonly string[] => groups.map((group) => JSON.stringify(group))

test.each([1, 2, 3, 4, 5])(
  'every cell is in one file, and a file of several cells has 300 car parks at most (%i)',
  (seed) => {
    const cells = manyCells(seed)
    const groups = groupCells(cells)
    expect(
      groups
        .flat()
        .map(({ cell }) => cell)
        .toSorted((a, b) => a - b),
    ).toEqual(cells.map(({ cell }) => cell).toSorted((a, b) => a - b))
    for (const group of groups)
      expect([group.length, group.length === 1 || count(group) <= 300]).toEqual([group.length, true])
    expect(groupCells(cells.toReversed()).length).toBe(groups.length)
  },
)

test('a car park that comes changes the files of its own square, the others stay what they are', () => {
  for (let seed = 1; seed <= 20; seed += 1) {
    const cells = manyCells(seed)
    const before = new Set(keys(groupCells(cells)))
    const [first, ...others] = cells
    const after = keys(groupCells([{ cell: first?.cell ?? 0, parks: (first?.parks ?? 0) + 1, changes: 2 }, ...others]))
    const changed = after.filter((key) => !before.has(key)).length
    expect([seed, changed >= 1 && changed <= 4, changed]).toEqual([seed, true, changed])
  }
})

test('a cell with more car parks than a file takes is a file by itself', () => {
  const dense = { cell: CORNER, parks: 20_000, changes: 1 }
  const beside = { cell: CORNER + 1, parks: 3, changes: 1 }
  expect(groupCells([beside, dense])).toEqual([[dense], [beside]])
  expect(groupCells([])).toEqual([])
})
