import { LockTimeoutError } from '../lib/locks.ts'
import { err, type Result } from '../lib/result.ts'
import { StorageError } from '../lib/storage-trouble.ts'
import type { ActionError } from './failures.ts'

/** `work`, with storage trouble, and a lock that another tab does not give back, among its outcomes. */
export async function withStorage<T, E = never>(
  work: () => Promise<Result<T, E | ActionError>>,
): Promise<Result<T, E | ActionError>> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof StorageError) return err({ kind: 'storage', reason: error.reason })
    if (error instanceof LockTimeoutError) return err({ kind: 'busy_elsewhere' })
    throw error
  }
}
