import { NO_SPACE_PROBLEMS, type NoSpaceProblem } from './no-space.ts'

/** What can be wrong at a car park, or with what the app says of it, for anybody to tell. */
export const PLACE_PROBLEMS = ['price', 'entry', 'closed', 'facts', 'other'] as const
export type PlaceProblem = (typeof PLACE_PROBLEMS)[number]

/** The latter are told by a driver of their booking. */
export type ParkProblem = PlaceProblem | NoSpaceProblem
export const PARK_PROBLEMS = [...PLACE_PROBLEMS, ...NO_SPACE_PROBLEMS] as const

export const isNoSpace = (problem: ParkProblem): problem is NoSpaceProblem =>
  NO_SPACE_PROBLEMS.some((one) => one === problem)

/** Longest description, in UTF-16 units. */
export const PROBLEM_TEXT_MAX = 1_000
/** A photo of 1,024 px takes about 100 kB. With its text it stays under what the provider reads of a request, 256 kB. */
export const PROBLEM_PHOTO_MAX_BYTES = 150_000
export const PROBLEM_PHOTO_DAYS = 90

/** Whether there is something to act on: "something else" without a word says nothing. */
export const isTold = (problem: ParkProblem, text: string | null): boolean => problem !== 'other' || text !== null
