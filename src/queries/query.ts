import { useLiveQuery } from 'dexie-react-hooks'
import type { Saved } from '../db/read/saved.ts'
import { warmDatabases } from '../db/read/warm.ts'
import type { Connection } from '../signals/connection.ts'
import { firstAnswer } from './first-answers.ts'
import { useConnection } from './use-connection.ts'

export type { Transaction, Wallet } from '../contract/wallet.ts'
export type { BlockedAttempt } from './use-blocked-attempts.ts'
export type { OutboxView } from './use-outbox.ts'
export type { VehicleView } from './use-vehicles.ts'
export type { BookingView, Waiting } from './view-bookings.ts'

/** What a screen knows of a piece of the mirror: nothing yet, or a value with its age. */
export type Query<T> =
  | { readonly status: 'loading' }
  | {
      readonly status: 'ready'
      readonly value: T
      /** When the provider's answer was stored, epoch milliseconds; null when there was none. */
      readonly savedAt: number | null
      /** False: show the age ("saved 14:05") when there is one. */
      readonly fresh: boolean
    }

// Absent on a server and in tests of a screen alone.
if ('indexedDB' in globalThis) void warmDatabases()

const FRESH_MS = 600_000

/**
 * Fresh: stored not long before the provider's last sign of life, and the provider answers now: neither a recalled sign of
 * life of an earlier day nor an age from the future (a clock that was wrong) counts. Until the first answer of a session what
 * came minutes ago counts too: an age that goes with that answer would push the page down for a second.
 */
export function isFresh(savedAt: number | null, { state, lastSuccessAt }: Connection): boolean {
  const signOfLife = state === 'checking' ? Date.now() : lastSuccessAt
  if (savedAt === null || signOfLife === null || state === 'offline') return false
  return Math.abs(signOfLife - savedAt) < FRESH_MS
}

export function toQuery<T>(saved: Saved<T> | undefined, connection: Connection): Query<T> {
  if (saved === undefined) return { status: 'loading' }
  return { status: 'ready', value: saved.value, savedAt: saved.savedAt, fresh: isFresh(saved.savedAt, connection) }
}

/**
 * `read` runs again whenever the rows it looked at change. Dexie knows of all that it reads, however many functions deep, only where it is called
 * in an async function: in another one it follows no wait for anything but the database.
 */
export const useLive = <T>(read: () => PromiseLike<T>, deps: readonly unknown[], first?: T): T | undefined =>
  useLiveQuery(async () => read(), [...deps], first)

/** `read` runs again whenever the rows it looked at change. `deps` are the values that it closes over; `asker` names it (`readFirst`). */
export function useSaved<T>(read: () => Promise<Saved<T>>, deps: readonly unknown[], asker: unknown = read): Query<T> {
  const connection = useConnection()
  const first = firstAnswer(asker) as Saved<T> | undefined
  return toQuery(useLive(read, deps, first), connection)
}

export const LOADING = { status: 'loading' } as const

/**
 * As `useSaved`, but never the answer to an earlier question. There it stays until the new one has come, which is right for one thing that moves,
 * not for one thing after another.
 */
export function useSavedOf<T>(asked: string, read: () => Promise<Saved<T>>): Query<T> {
  const found = useSaved(async () => {
    const { value, savedAt } = await read()
    return { value: { asked, value }, savedAt }
  }, [asked])
  return found.status === 'ready' && found.value.asked === asked ? { ...found, value: found.value.value } : LOADING
}
