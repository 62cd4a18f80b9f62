import { observable } from '../lib/observable.ts'

/**
 * Whether the provider can be reached, judged by its answers and not by `navigator.onLine`. `checking` until the first
 * answer of this session; `slow` means that it answers late.
 */
export interface Connection {
  readonly state: 'checking' | 'online' | 'slow' | 'offline'
  /** When the provider last answered in this session, epoch milliseconds. */
  readonly lastSuccessAt: number | null
}

export const connection = observable<Connection>({ state: 'checking', lastSuccessAt: null })
