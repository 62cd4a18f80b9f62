import type pg from 'pg'
import type { Seal } from './seal.ts'

/** A value that a statement's `$n` accepts; objects and arrays for json columns go through `JSON.stringify` first. */
export type SqlValue = string | number | boolean | null | Date | Uint8Array | readonly string[] | readonly number[]

/** What a repository needs: the pool outside a transaction, one connection inside it. */
export interface Queryable {
  /**
   * Returns the rows of a statement. `Row` states what the SQL selects; nothing checks it at run time. A named
   * statement is parsed once per connection; use it for frequent queries whose plan does not depend on the values.
   */
  query<Row extends object>(sql: string, values?: readonly SqlValue[], name?: string): Promise<readonly Row[]>
  /** Encrypts and decrypts stored keys. */
  readonly seal: Seal
}

export interface Database extends Queryable {
  /** Runs `work` in one transaction, and retries it from the start after a serialization failure or a deadlock. */
  transaction<T>(work: (tx: Queryable) => Promise<T>): Promise<T>
  /** The pool for single statements itself, for COPY, LISTEN and health checks. */
  readonly pool: pg.Pool
  close(): Promise<void>
}
