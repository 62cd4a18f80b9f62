import { toInstant } from '../domain/instant.ts'

/** Paper knows no today: seen from here every date is written with its year. */
export const PAPER = toInstant(0)
