import type { UserDb } from './schema.ts'

/** The next number of this database's order of events. Inside a transaction that holds `counters`. */
export async function nextSeq(db: UserDb): Promise<number> {
  const value = ((await db.counters.get('seq'))?.value ?? 0) + 1
  await db.counters.put({ key: 'seq', value })
  return value
}
