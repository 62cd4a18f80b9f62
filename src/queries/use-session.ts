import type { User } from '../contract/auth.ts'
import type { Saved } from '../db/read/saved.ts'
import { findSession } from '../db/read/session.ts'
import { type Query, useSaved } from './query.ts'

export interface Session {
  readonly user: User
  /** True: everything stays readable, but nothing can be sent before the driver signs in again. */
  readonly expired: boolean
}

async function readSession(): Promise<Saved<Session | null>> {
  const row = await findSession()
  return row === undefined
    ? { value: null, savedAt: null }
    : { value: { user: row.user, expired: !row.live }, savedAt: row.savedAt }
}

/** Null: a visitor. */
export const useSession = (): Query<Session | null> => useSaved(readSession, [])
