import type { Log } from '../../src/lib/log.ts'
import type { Queryable } from './database.ts'
import { sqlState } from './transaction.ts'

/** After a failure the replica is not asked for so long. */
const REST_MS = 5_000

/**
 * States in which the replica cannot answer what the primary can: it is stopping or starting (57P), cannot be reached (08), is behind a
 * migration (42P01, 42883, 42703, 3D000), must not go on reading (40001, a conflict with what it replays) or has no room (53).
 */
const NOT_NOW = /^(?:57P|08|53|42P01$|42883$|42703$|3D000$|28|40001$)/

/** Without a state of PostgreSQL the connection itself failed, or none was free in time. */
function canPrimaryAnswer(error: unknown): boolean {
  const state = sqlState(error) ?? ''
  return !/^[0-9A-Z]{5}$/.test(state) || NOT_NOW.test(state)
}

interface Replicated {
  readonly primary: Queryable
  readonly replica: Queryable
  readonly log: Log
  /** Milliseconds; only differences count. */
  readonly now: () => number
}

/** Reads that may be some seconds old: by the replica as long as it answers, else by the primary. */
export function readsFrom({ primary, replica, log, now }: Replicated): Queryable {
  let restsUntil = -Infinity
  return {
    seal: primary.seal,
    async query(sql, values, name) {
      if (now() < restsUntil) return primary.query(sql, values, name)
      try {
        return await replica.query(sql, values, name)
      } catch (error) {
        if (!canPrimaryAnswer(error)) throw error
        restsUntil = now() + REST_MS
        log.warn('database.replica_left_out', { message: error instanceof Error ? error.message : String(error) })
        return primary.query(sql, values, name)
      }
    },
  }
}
