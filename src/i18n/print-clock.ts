import { toInstant } from '../domain/instant.ts'

/** "Now" for printed dates: a printout outlives "today", and relative to this instant every date includes its year. */
export const PAPER = toInstant(0)
