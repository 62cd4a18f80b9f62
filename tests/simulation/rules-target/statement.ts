import { type Instant, toInstant } from '../../../src/domain/instant.ts'
import type { Memory } from './memory.ts'

/** One statement over memory: its rows, as PostgreSQL would give them to the repository. */
export type Statement = (memory: Memory, values: readonly unknown[], sql: string) => readonly object[]

/** By their texts, white space apart; `…` stands for anything. */
export type Statements = ReadonlyArray<readonly [text: string, run: Statement]>

/** Values of a statement as the rows have them: times are epoch milliseconds. */
export const timeOf = (value: unknown): Instant => {
  if (!(value instanceof Date)) throw new TypeError(`No time: ${String(value)}`)
  return toInstant(value.getTime())
}
export const timeOrNull = (value: unknown): Instant | null => (value === null ? null : timeOf(value))

export const textOf = (value: unknown): string => {
  if (typeof value !== 'string') throw new TypeError(`No text: ${String(value)}`)
  return value
}

export const numberOf = (value: unknown): number => {
  if (typeof value !== 'number') throw new TypeError(`No number: ${String(value)}`)
  return value
}

/** The row, or none. */
export const rowsOf = <Row extends object>(row: Row | undefined): readonly Row[] => (row === undefined ? [] : [row])

export const countOf = (rows: readonly unknown[]): ReadonlyArray<{ readonly total: number }> => [{ total: rows.length }]

/** `limit` and `offset` of a sorted list. */
export const pageOf = <Row>(rows: readonly Row[], limit: unknown, offset: unknown): readonly Row[] =>
  rows.slice(numberOf(offset), numberOf(offset) + numberOf(limit))
