import pg from 'pg'
import type { Log } from '../../src/lib/log.ts'

const { Pool, types } = pg

const INT8 = 20
const TIMESTAMPTZ = 1184

const parseTimestamp: (text: string) => Date = types.getTypeParser(TIMESTAMPTZ, 'text')

/**
 * Columns arrive as the code wants them: bigint and count as number (amounts stay far below 2^53),
 * timestamptz as epoch milliseconds (an `Instant`), json parsed, uuid and text as string.
 */
const columnTypes: pg.CustomTypesConfig = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (oid === INT8) return Number
    if (oid === TIMESTAMPTZ) return (text: string) => parseTimestamp(text).getTime()
    return types.getTypeParser(oid, format ?? 'text')
  },
}

/** In milliseconds; 0: no end. What runs into one is answered 503, and the phone asks again. */
export interface PoolLimits {
  /** One statement, waiting for locks included. */
  readonly statement: number
  /** For a row that somebody else holds: less than `CONNECT_MS`, so that those who wait for a connection outlast those who wait for a row. */
  readonly lock: number
  /** Between two statements of a transaction: its locks end with it. */
  readonly idleInTransaction: number
}

/** A connection from the pool, waited for. */
const CONNECT_MS = 5_000

/** Of whatever answers requests: one row that is held, or one statement that went wrong, must not keep other drivers waiting. */
export const SERVICE_LIMITS: PoolLimits = { statement: 10_000, lock: 2_000, idleInTransaction: 10_000 }
/** Of the operator's commands, whose statements may take minutes. */
const NO_LIMITS: PoolLimits = { statement: 0, lock: 0, idleInTransaction: 0 }

interface PoolOptions {
  readonly max: number
  readonly log: Log
  readonly limits?: PoolLimits
}

/**
 * A connection pool of `max` clients; a lost connection is logged and replaced, whether it was idle or in a transaction. Not once the pool
 * ends: it does not wait for its connections to be gone, and a database that stops meanwhile ends them too.
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
  // The pool listens to idle clients alone: one that is lost inside a transaction, between two statements, would end the process.
  pool.on('connect', (client) => {
    client.on('error', () => undefined)
  })
  return pool
}
