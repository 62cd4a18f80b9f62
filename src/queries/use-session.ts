import type { User } from '../contract/auth.ts'
import type { Saved } from '../db/read/saved.ts'
import { useEffect } from 'react'
import { findSession, noteShown } from '../db/read/session.ts'
import { type Query, useSaved } from './query.ts'

export interface Session {
  readonly user: User
  /** True when everything stays readable, but nothing can be sent before the driver signs in again. */
  readonly expired: boolean
}

export async function readSession(): Promise<Saved<Session | null>> {
  const row = await findSession()
  return row === undefined
    ? { value: null, savedAt: null }
    : { value: { user: row.user, expired: !row.live }, savedAt: row.savedAt }
}

/** Null for a visitor. Also records the displayed driver as the one whose taps the page sends. */
export function useSession(): Query<Session | null> {
  const session = useSaved(readSession, [])
  const shown = session.status === 'loading' ? undefined : (session.value?.user.user_id ?? null)
  useEffect(() => {
    if (shown !== undefined) noteShown(shown)
  }, [shown])
  return session
}
