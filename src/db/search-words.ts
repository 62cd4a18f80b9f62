import { searchTokens } from '../domain/search-text.ts'

interface ParkText {
  readonly name: string
  readonly city: string | null
  readonly address: string | null
  readonly state: string | null
  readonly code: string
}

/** One space before each word, name first: `' ' + prefix` finds the start of any word, and an early hit weighs more. */
export function wordsOfPark(park: ParkText): string {
  const parts = [park.name, park.city, park.address, park.state, park.code]
  return searchTokens(parts.filter((part) => part !== null).join(' '))
    .map((word) => ` ${word}`)
    .join('')
}

/** The tokens again, from their stored form. */
export const tokensOf = (words: string): string[] => words.split(' ').filter((word) => word !== '')
