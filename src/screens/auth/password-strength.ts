import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common'

/** 0: guessed at once; 4: not within a lifetime. */
export type StrengthScore = 0 | 1 | 2 | 3 | 4

export interface Strength {
  readonly score: StrengthScore
  /** Main reason why it is easy to guess; null when there is none. */
  readonly why: 'common' | 'yours' | 'pattern' | 'date' | null
}

/** Characters beyond this are ignored: no attacker guesses that far, and each one costs time. */
const MAXIMUM_LENGTH = 100

const checker = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs, maxLength: MAXIMUM_LENGTH })

const WHY: Readonly<Record<string, Strength['why']>> = {
  topTen: 'common',
  topHundred: 'common',
  common: 'common',
  similarToCommon: 'common',
  wordByItself: 'common',
  userInputs: 'yours',
  namesByThemselves: 'yours',
  commonNames: 'yours',
  straightRow: 'pattern',
  keyPattern: 'pattern',
  sequences: 'pattern',
  simpleRepeat: 'pattern',
  extendedRepeat: 'pattern',
  dates: 'date',
  recentYears: 'date',
}

/** `known`: the driver's own name and address, which an attacker would try. */
export function rateStrength(password: string, known: readonly string[]): Strength {
  const { score, feedback, sequence } = checker.check(password, toWords(known))
  const isOwn = sequence.some((match) => 'dictionaryName' in match && match.dictionaryName === 'userInputs')
  const why = isOwn ? 'yours' : (WHY[feedback.warning ?? ''] ?? null)
  return { score, why: score < 3 ? why : null }
}

const SEPARATORS = /[\s@.+_-]+/

/** Returns each text, its words, and each pair of adjacent words joined: "awandiaye". */
function toWords(known: readonly string[]): string[] {
  const words = known.flatMap((text) => text.split(SEPARATORS)).filter((word) => word !== '')
  const pairs = words.map((word, at) => word + (words[at + 1] ?? ''))
  return [...known, ...words, ...pairs].map((word) => word.toLowerCase())
}
