import { systemRandom } from '../lib/random.ts'
import type { UserDb } from './schema.ts'

/** Numbers reserved for one database: more than it can ever use. */
const LIFE = 2 ** 32
const LIVES = 2 ** 20

/**
 * A sign-out removes the database, and the next one starts at a random range, so a number from the removed one is not
 * mistaken for its own.
 */
const firstSeq = (): number => Math.floor(systemRandom() * LIVES) * LIFE + 1

/** Returns the next number in this database's order of events. Runs inside a transaction that holds `counters`. */
export async function nextSeq(db: UserDb): Promise<number> {
  const known = await db.counters.get('seq')
  const value = known === undefined ? firstSeq() : known.value + 1
  await db.counters.put({ key: 'seq', value })
  return value
}

/**
 * Returns whether this database issued the number, rather than one before it. Runs inside a transaction that holds
 * `counters`.
 */
export async function isOwnSeq(db: UserDb, seq: number): Promise<boolean> {
  const known = await db.counters.get('seq')
  return known !== undefined && Math.floor(known.value / LIFE) === Math.floor(seq / LIFE)
}
