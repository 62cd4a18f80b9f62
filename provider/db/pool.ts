import pg from 'pg'
import type { Log } from '../../src/lib/log.ts'

const { Pool, types } = pg

const INT8 = 20
const TIMESTAMPTZ = 1184

const parseTimestamp: (text: string) => Date = types.getTypeParser(TIMESTAMPTZ, 'text')

/**
 * Converts columns to what the code expects: bigint and count to number (amounts stay far below 2^53), timestamptz to
 * epoch milliseconds (an `Instant`), json parsed, uuid and text as string.
 */
const columnTypes: pg.CustomTypesConfig = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (oid === INT8) return Number
    if (oid === TIMESTAMPTZ) return (text: string) => parseTimestamp(text).getTime()
    return types.getTypeParser(oid, format ?? 'text')
  },
}

/** In milliseconds; 0 means no limit. Exceeding a limit is answered with 503, and the phone retries. */
export interface PoolLimits {
  /** One statement, including its wait for locks. */
  readonly statement: number
  /**
   * Waiting for a locked row. Less than `CONNECT_MS`, so requests waiting for a connection outlast those waiting for a
   * row.
   */
  readonly lock: number
  /** Idle time between two statements of a transaction; exceeding it ends the transaction and releases its locks. */
  readonly idleInTransaction: number
}

/** How long to wait for a connection from the pool. */
const CONNECT_MS = 5_000

/** Limits for answering requests: one locked row or one runaway statement must not keep other drivers waiting. */
export const SERVICE_LIMITS: PoolLimits = { statement: 10_000, lock: 2_000, idleInTransaction: 10_000 }
/** For the operator's commands, whose statements may take minutes. */
const NO_LIMITS: PoolLimits = { statement: 0, lock: 0, idleInTransaction: 0 }

interface PoolOptions {
  readonly max: number
  readonly log: Log
  readonly limits?: PoolLimits
}

/**
 * Creates a pool of `max` connections. A lost connection is logged and replaced, whether it was idle or in a
 * transaction. Losses are not logged once the pool is ending: it does not wait for its connections to close, and a
 * database that stops meanwhile closes them too.
 */
export function createPool(url: string, { max, log, limits = NO_LIMITS }: PoolOptions): pg.Pool {
  const pool = new Pool({
    connectionString: url,
    max,
    types: columnTypes,
    connectionTimeoutMillis: CONNECT_MS,
    statement_timeout: limits.statement,
    lock_timeout: limits.lock,
    idle_in_transaction_session_timeout: limits.idleInTransaction,
    application_name: 'baywise',
  })
  pool.on('error', (error) => {
    if (!pool.ending) log.warn('database.connection_lost', { message: error.message })
  })
  // The pool handles errors of idle clients only: an error between two statements of a transaction would end the
  // process.
  pool.on('connect', (client) => {
    client.on('error', () => undefined)
  })
  return pool
}
