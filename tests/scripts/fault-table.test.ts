import { expect, test } from 'vitest'
import { missingFrom, missingFromSimulator, proofsIn, toTable } from '../../scripts/fault-table.ts'

// Assembled, because a literal title in this file would be taken for a proof.
const title = (number: string, words: string): string => `fault ${number}: ${words}`

test('titles are found with their number, in every kind of test, and groups are not', () => {
  const text = [
    `describe('${title('07', 'a group')}', () => {`,
    `test('${title('07', 'a worker is killed')}', async () => {})`,
    `test.each([1])(\n  "${title('8', 'after %s it’s done')}", () => {})`,
    `it(\`${title('8', 'with ${name}')}\`, () => {})`,
  ].join('\n')
  expect(proofsIn('e2e/a.spec.ts', text).map(({ fault, words }) => [fault, words])).toEqual([
    [7, 'a worker is killed'],
    [8, 'after … it’s done'],
    [8, 'with …'],
  ])
})

test('where a fault is proven is told by the file', () => {
  const text = `test('${title('1', 'words')}', () => {})`
  const whereIn = (file: string): string | undefined => proofsIn(file, text)[0]?.where
  expect(whereIn('e2e/a.spec.ts')).toBe('browser')
  expect(whereIn('tests/simulation/a.test.ts')).toBe('simulator')
  expect(whereIn('tests/sync/a.pg.test.ts')).toBe('PostgreSQL')
  expect(whereIn('tests/sync/a.test.ts')).toBe('unit')
})

test('a number without a test is missing', () => {
  const proofs = Array.from({ length: 50 }, (_, index) => index + 1)
    .filter((fault) => fault !== 29)
    .map((fault) => ({ fault, words: 'holds', where: 'unit' as const, file: 'tests/a.test.ts' }))
  expect(missingFrom(proofs)).toEqual([29])
  expect(toTable(proofs.slice(0, 1))).toContain('| 1 | holds | unit | `tests/a.test.ts` |')
})

test('a fault of the simulator without a test there is missing, unless a reason is given', () => {
  const proof = { fault: 1, words: 'holds', where: 'unit', file: 'tests/a.test.ts' } as const
  expect(missingFromSimulator([proof])).toContain(1)
  expect(missingFromSimulator([{ ...proof, where: 'simulator' }])).not.toContain(1)
  expect(missingFromSimulator([])).not.toContain(23)
})
