import type { Log } from '../../src/lib/log.ts'
import type { Queryable } from './database.ts'
import { sqlState } from './transaction.ts'

/** How long the replica is skipped after a failure. */
const REST_MS = 5_000

/**
 * SQLSTATEs of a replica that cannot answer what the primary can: it is stopping or starting (57P), unreachable (08),
 * rejects the login (28), is behind a migration (42P01, 42883, 42703, 3D000), cancels the read because it conflicts
 * with replay (40001), or is out of resources (53).
 */
const NOT_NOW = /^(?:57P|08|53|42P01$|42883$|42703$|3D000$|28|40001$)/

/** Without a SQLSTATE, the connection itself failed or none was free in time. */
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

/** For reads that may be some seconds stale: uses the replica while it answers, otherwise the primary. */
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
