import { err, type Result } from '../lib/result.ts'
import { StorageError } from '../lib/storage-trouble.ts'
import type { ActionError } from './action-error.ts'

/** `work`, with storage trouble as one of its outcomes. */
export async function withStorage<T>(work: () => Promise<Result<T, ActionError>>): Promise<Result<T, ActionError>> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof StorageError) return err({ kind: 'storage', reason: error.reason })
    throw error
  }
}
