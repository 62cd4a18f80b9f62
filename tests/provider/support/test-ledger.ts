import { expect } from 'vitest'
import { MINUTE_MS } from '../../../src/domain/instant.ts'
import { reconcile, sumLedger } from '../../../provider/repositories/ledger.ts'
import type { TestClock, TestProvider } from './test-provider.ts'

/** Ends a file of tests that move money: whatever they did, every account is the sum of its entries, and all of them come to nothing. */
export async function closeBalanced(provider: TestProvider): Promise<void> {
  expect(await reconcile(provider.deps.db)).toEqual([])
  expect(await sumLedger(provider.deps.db)).toBe(0)
  await provider.close()
}

/** A stay starts at a whole minute. */
export const goToWholeMinute = (clock: TestClock): void => clock.set(Math.ceil(clock.now() / MINUTE_MS) * MINUTE_MS)
