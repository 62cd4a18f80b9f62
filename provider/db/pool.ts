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

/** A connection pool of `max` clients; a lost connection is logged and replaced, whether it was idle or in a transaction. */
export function createPool(url: string, options: { readonly max: number; readonly log: Log }): pg.Pool {
  const pool = new Pool({
    connectionString: url,
    max: options.max,
    types: columnTypes,
    connectionTimeoutMillis: 5_000,
    application_name: 'baywise',
  })
  pool.on('error', (error) => options.log.warn('database.connection_lost', { message: error.message }))
  // The pool listens to idle clients alone: one that is lost inside a transaction, between two statements, would end the process.
  pool.on('connect', (client) => {
    client.on('error', () => undefined)
  })
  return pool
}
