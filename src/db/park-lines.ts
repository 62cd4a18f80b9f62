import type { Park } from '../contract/parks.ts'
import { searchTokens } from '../domain/search-text.ts'
import type { BlockRow, BlockWordsRow } from './block-rows.ts'
import type { ParkPlace } from './park-places.ts'

export const wordsOf = (park: Park): readonly string[] => {
  const parts = [park.name, park.city, park.address, park.state, park.code]
  return searchTokens(parts.filter((part) => part !== null).join(' '))
}

/**
 * One space before each word, name first: `' ' + prefix` finds the start of any word, and an earlier hit ranks higher.
 */
export const lineOf = ({ slug, code, country_code }: Park, words: readonly string[]): string =>
  [words.map((word) => ` ${word}`).join(''), slug, code, country_code].join('\t')

export const wordsOfLine = (line: string): readonly string[] => line.slice(1, line.indexOf('\t')).split(' ')

export const countryOfLine = (line: string): string => line.slice(line.lastIndexOf('\t') + 1)

export const linesOf = ({ lines }: Pick<BlockWordsRow, 'lines'>): readonly string[] => lines.split('\n')

export interface FoundLine extends ParkPlace {
  readonly line: string
}

/**
 * Returns the lines of a block that contain each of `parts`. Searches for the longest part first, since few lines have
 * it.
 */
export function findInLines(
  { ids, cells }: BlockRow,
  { lines }: BlockWordsRow,
  parts: readonly string[],
): readonly FoundLine[] {
  const longest = parts.reduce((one, other) => (other.length > one.length ? other : one), '')
  const found: FoundLine[] = []
  let hit = lines.indexOf(longest)
  let from = 0
  for (let index = 0; hit !== -1; index += 1) {
    const next = lines.indexOf('\n', from)
    const end = next === -1 ? lines.length : next
    if (hit < end) {
      const line = lines.slice(from, end)
      const [id, cell] = [ids[index], cells[index]]
      if (id !== undefined && cell !== undefined && parts.every((part) => line.includes(part)))
        found.push({ id, cell, line })
      hit = lines.indexOf(longest, end)
    }
    from = end + 1
  }
  return found
}
