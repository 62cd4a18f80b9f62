import { type Instant, toInstant } from '../../../src/domain/instant.ts'
import type { Memory } from './memory.ts'

/** Runs one statement over memory; returns rows as PostgreSQL would give them to the repository. */
export type Statement = (memory: Memory, values: readonly unknown[], sql: string) => readonly object[]

/** Keyed by their texts, ignoring white space; `…` matches anything. */
export type Statements = ReadonlyArray<readonly [text: string, run: Statement]>

/** Converts a statement's values to those of the rows: times are epoch milliseconds. */
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

/** Applies `limit` and `offset` to a sorted list. */
export const pageOf = <Row>(rows: readonly Row[], limit: unknown, offset: unknown): readonly Row[] =>
  rows.slice(numberOf(offset), numberOf(offset) + numberOf(limit))
