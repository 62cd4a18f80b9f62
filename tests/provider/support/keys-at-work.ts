import { expect } from 'vitest'
import type { TestProvider } from './test-provider.ts'

/**
 * Tests running in parallel have their own databases with their own locks. Looking up a key takes a brief shared lock,
 * which does not count as work.
 */
const LOCKS = `
  select 1 from pg_locks where locktype = 'advisory' and mode = 'ExclusiveLock'
    and database = (select oid from pg_database where datname = current_database())`

/** Waits until a request holds its key inside its transaction. */
export const expectKeyAtWork = ({ deps: { db } }: Pick<TestProvider, 'deps'>): Promise<void> =>
  expect.poll(async () => (await db.query(LOCKS)).length).toBe(1)
