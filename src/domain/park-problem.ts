import { NO_SPACE_PROBLEMS, type NoSpaceProblem } from './no-space.ts'

/** Problems of a car park or its data that anyone may report. */
export const PLACE_PROBLEMS = ['price', 'entry', 'closed', 'facts', 'other'] as const
export type PlaceProblem = (typeof PLACE_PROBLEMS)[number]

/** `NoSpaceProblem`s are reported by a driver about their booking. */
export type ParkProblem = PlaceProblem | NoSpaceProblem
export const PARK_PROBLEMS = [...PLACE_PROBLEMS, ...NO_SPACE_PROBLEMS] as const

export const isNoSpace = (problem: ParkProblem): problem is NoSpaceProblem =>
  NO_SPACE_PROBLEMS.some((one) => one === problem)

/** Maximum length of the description, in UTF-16 units. */
export const PROBLEM_TEXT_MAX = 1_000
/**
 * A photo of 1,024 px takes about 100 kB. Together with its text it stays below the provider's request limit of 256 kB.
 */
export const PROBLEM_PHOTO_MAX_BYTES = 150_000
export const PROBLEM_PHOTO_DAYS = 90

/** Whether a report is actionable: "something else" needs a text. */
export const isTold = (problem: ParkProblem, text: string | null): boolean => problem !== 'other' || text !== null
