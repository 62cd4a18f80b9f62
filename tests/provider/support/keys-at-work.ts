import { expect } from 'vitest'
import type { TestProvider } from './test-provider.ts'

/**
 * Other tests have databases of their own beside this one, with locks of their own. Looking at a key takes a shared lock for a moment,
 * which is no work yet.
 */
const LOCKS = `
  select 1 from pg_locks where locktype = 'advisory' and mode = 'ExclusiveLock'
    and database = (select oid from pg_database where datname = current_database())`

/** Waits until a request has its key in hand, inside its transaction. */
export const expectKeyAtWork = ({ deps: { db } }: Pick<TestProvider, 'deps'>): Promise<void> =>
  expect.poll(async () => (await db.query(LOCKS)).length).toBe(1)
