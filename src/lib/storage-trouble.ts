import { observable } from './observable.ts'

/**
 * `broken`: the database does not respond, even after it was reopened. `full`: nothing more fits, even after the saved
 * car parks were deleted. `outdated`: a newer release has upgraded the database; this one must not write.
 */
export type StorageReason = 'broken' | 'full' | 'outdated'

/** Local storage cannot be read or written. Says nothing about the state at the provider. */
export class StorageError extends Error {
  readonly reason: StorageReason

  constructor(reason: StorageReason, cause: unknown) {
    super(`Storage is ${reason}`, { cause })
    this.name = 'StorageError'
    this.reason = reason
  }
}

/** `memory`: the browser persists nothing (private window, blocked), so all data is lost with the page. */
export const storageMode = observable<'kept' | 'memory'>('kept')
