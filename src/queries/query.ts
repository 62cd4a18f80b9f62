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

/** A screen's view of a piece of the mirror: loading, or a value with its age. */
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

// There is none on a server and in tests of a screen alone.
if ('indexedDB' in globalThis) void warmDatabases()

const FRESH_MS = 600_000

/**
 * Returns whether the value was stored shortly before the provider's last answer, while the provider is reachable. A
 * remembered answer of an earlier day does not count, nor does a time in the future (wrong clock). Before the first
 * answer of a session, values stored minutes ago count as fresh: an age that disappears with that answer would shift
 * the page for a second.
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
 * Runs `read` again whenever the rows it has read change. Dexie tracks nested reads at any depth only when called from
 * an async function; otherwise it loses track after awaiting anything but the database.
 */
export const useLive = <T>(read: () => PromiseLike<T>, deps: readonly unknown[], first?: T): T | undefined =>
  useLiveQuery(async () => read(), [...deps], first)

/**
 * Runs `read` again whenever the rows it has read change. `deps` are the values that it closes over; `asker` names it
 * (`readFirst`).
 */
export function useSaved<T>(read: () => Promise<Saved<T>>, deps: readonly unknown[], asker: unknown = read): Query<T> {
  const connection = useConnection()
  const first = firstAnswer(asker) as Saved<T> | undefined
  return toQuery(useLive(read, deps, first), connection)
}

export const LOADING = { status: 'loading' } as const

/**
 * Like `useSaved`, but never returns the answer to an earlier question. `useSaved` keeps it until the new one arrives,
 * which suits one thing that moves, not one thing after another.
 */
export function useSavedOf<T>(asked: string, read: () => Promise<Saved<T>>): Query<T> {
  const found = useSaved(async () => {
    const { value, savedAt } = await read()
    return { value: { asked, value }, savedAt }
  }, [asked])
  return found.status === 'ready' && found.value.asked === asked ? { ...found, value: found.value.value } : LOADING
}
