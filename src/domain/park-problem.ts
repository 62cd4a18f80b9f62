/** What can be wrong at a car park, or with what the app says of it. */
export const PARK_PROBLEMS = ['price', 'entry', 'closed', 'facts', 'other'] as const
export type ParkProblem = (typeof PARK_PROBLEMS)[number]

/** Longest description, in UTF-16 units. */
export const PROBLEM_TEXT_MAX = 1_000

/** Whether there is something to act on: "something else" without a word says nothing. */
export const isTold = (problem: ParkProblem, text: string | null): boolean => problem !== 'other' || text !== null
