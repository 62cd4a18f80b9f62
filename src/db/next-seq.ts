import { systemRandom } from '../lib/random.ts'
import type { UserDb } from './schema.ts'

/** Numbers of one database: more than any will give. */
const LIFE = 2 ** 32
const LIVES = 2 ** 20

/** A sign-out removes the database, and the next one counts from somewhere else: a number of the one before is not taken for its own. */
const firstSeq = (): number => Math.floor(systemRandom() * LIVES) * LIFE + 1

/** The next number of this database's order of events. Inside a transaction that holds `counters`. */
export async function nextSeq(db: UserDb): Promise<number> {
  const known = await db.counters.get('seq')
  const value = known === undefined ? firstSeq() : known.value + 1
  await db.counters.put({ key: 'seq', value })
  return value
}

/** Whether the number was given by this database, and not by one that was here before it. Inside a transaction that holds `counters`. */
export async function isOwnSeq(db: UserDb, seq: number): Promise<boolean> {
  const known = await db.counters.get('seq')
  return known !== undefined && Math.floor(known.value / LIFE) === Math.floor(seq / LIFE)
}
