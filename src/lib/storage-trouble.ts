import { observable } from './observable.ts'

/**
 * `broken`: the browser's database does not answer, and did not after it was opened anew. `full`: nothing more fits, also
 * after the saved car parks were given up. `outdated`: a newer release has upgraded the database; this one must not write.
 */
export type StorageReason = 'broken' | 'full' | 'outdated'

/** What is kept on this phone cannot be read or written. Never says anything about what the provider did. */
export class StorageError extends Error {
  readonly reason: StorageReason

  constructor(reason: StorageReason, cause: unknown) {
    super(`Storage is ${reason}`, { cause })
    this.name = 'StorageError'
    this.reason = reason
  }
}

/** `memory`: the browser keeps nothing for us (private window, blocked): all is gone with the page. */
export const storageMode = observable<'kept' | 'memory'>('kept')
