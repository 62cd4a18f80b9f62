import type pg from 'pg'
import type { Database, Queryable, SqlValue } from './database.ts'
import { NO_SEAL, type Seal } from './seal.ts'

const SERIALIZATION_FAILURE = '40001'
const DEADLOCK_DETECTED = '40P01'
const MAXIMUM_ATTEMPTS = 6

/** SQLSTATE of a database error; undefined for any other error. */
export const sqlState = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined

const isRetryable = (error: unknown): boolean => {
  const state = sqlState(error)
  return state === SERIALIZATION_FAILURE || state === DEADLOCK_DETECTED
}

/** Thrown by calls to a closing database: the caller outlived its owner. */
export class DatabaseClosed extends Error {
  constructor() {
    super('The database is closed')
  }
}

/** Adapts a connection or the pool to what repositories take. */
export const toQueryable = (client: pg.Pool | pg.PoolClient, seal: Seal): Queryable => ({
  seal,
  async query<Row extends object>(text: string, values: readonly SqlValue[] = [], name?: string) {
    const result = await client.query<Row>({ text, values: [...values], ...(name === undefined ? {} : { name }) })
    return result.rows
  },
})

interface From {
  readonly pool: pg.Pool
  readonly seal: Seal
}

async function attempt<T>({ pool, seal }: From, work: (tx: Queryable) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const value = await work(toQueryable(client, seal))
    await client.query('commit')
    client.release()
    return value
  } catch (error) {
    // A connection whose rollback fails is not returned to the pool.
    const rolledBack = await client.query('rollback').then(
      () => true,
      () => false,
    )
    client.release(!rolledBack)
    throw error
  }
}

/**
 * Runs `work`, one whole transaction, and retries it after a serialization failure or a deadlock, when it had no
 * effect.
 */
export async function retryConflicts<T>(work: () => Promise<T>): Promise<T> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await work()
    } catch (error) {
      if (!isRetryable(error) || tried >= MAXIMUM_ATTEMPTS) throw error
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 10 * 2 ** tried))
    }
  }
}

export interface DatabaseOptions {
  /**
   * A separate pool for transactions: they wait for locked rows, single statements rarely do and should not queue
   * behind them.
   */
  readonly transactions?: pg.Pool
  readonly seal?: Seal
}

/** After `close` it rejects new work; transactions under way finish first. */
export function createDatabase(pool: pg.Pool, { transactions = pool, seal = NO_SEAL }: DatabaseOptions = {}): Database {
  const whileOpen = <T>(work: () => Promise<T>): Promise<T> =>
    pool.ending ? Promise.reject(new DatabaseClosed()) : work()
  const direct = toQueryable(pool, seal)
  return {
    seal,
    query: (sql, values, name) => whileOpen(() => direct.query(sql, values, name)),
    pool,
    transaction: (work) => retryConflicts(() => whileOpen(() => attempt({ pool: transactions, seal }, work))),
    close: async () => {
      await Promise.all([...new Set([pool, transactions])].map((one) => one.end()))
    },
  }
}
