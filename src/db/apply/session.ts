import type { SessionWire, User } from '../../contract/auth.ts'
import { dropArrivals } from '../../lib/arrivals.ts'
import { deleteCalendarExports } from '../../lib/calendar-exports.ts'
import { dropSocialMarks } from '../../lib/social-marks.ts'
import { deletePageSnapshots } from '../../lib/page-snapshots.ts'
import type { Databases } from '../databases.ts'
import { onPublic, onSession } from '../with-db.ts'
import type { SessionRow } from '../schema.ts'
import { forgetUser, type UnsentChoice } from './forget-user.ts'

const toRow = (session: SessionWire, savedAt: number): SessionRow => ({
  id: 'session',
  user: session.user,
  accessToken: session.access_token,
  refreshToken: session.refresh_token,
  refreshKey: null,
  live: true,
  savedAt,
})

export function applySession(dbs: Databases, session: SessionWire, savedAt: number): Promise<unknown> {
  dbs.noteDriverChange()
  dbs.noteShown(session.user.user_id)
  return onSession(dbs, () => dbs.session.session.put(toRow(session, savedAt)))
}

/**
 * Changes the row only while it still holds `refreshToken`: a sign-out or another refresh wins over a late answer.
 * Returns the resulting row; undefined when it had changed.
 */
const changeIfHolding = (
  dbs: Databases,
  refreshToken: string,
  change: (row: SessionRow) => SessionRow,
): Promise<SessionRow | undefined> =>
  onSession(dbs, () => {
    const { session } = dbs.session
    return dbs.session.transaction('rw', session, async () => {
      const row = await session.get('session')
      if (row === undefined || row.refreshToken !== refreshToken) return undefined
      const next = change(row)
      await session.put(next)
      return next
    })
  })

/**
 * Stores the key of a refresh unless one is stored already, and returns the key to send: two tabs that refresh at once
 * send the same key, so the provider sees one request. Returns undefined when the session changed meanwhile.
 */
export async function applyRefreshKey(dbs: Databases, refreshToken: string, key: string): Promise<string | undefined> {
  const row = await changeIfHolding(dbs, refreshToken, (known) => ({ ...known, refreshKey: known.refreshKey ?? key }))
  return row?.refreshKey ?? undefined
}

export interface RefreshedSession {
  /** The consumed token. */
  readonly refreshToken: string
  readonly next: SessionWire
  readonly savedAt: number
}

export const applyRefreshedSession = (dbs: Databases, refreshed: RefreshedSession): Promise<unknown> =>
  changeIfHolding(dbs, refreshed.refreshToken, () => toRow(refreshed.next, refreshed.savedAt))

export const applySessionExpired = (dbs: Databases, refreshToken: string): Promise<unknown> =>
  changeIfHolding(dbs, refreshToken, (row) => ({ ...row, live: false }))

export const applyProfile = (dbs: Databases, user: User): Promise<unknown> =>
  onSession(dbs, () =>
    dbs.session.session
      .where('id')
      .equals('session')
      .and((row) => row.user.user_id === user.user_id)
      .modify({ user }),
  )

/**
 * Removes the driver from this phone: the session row first, so that no other tab sends anything more as them; then
 * their rows and recent searches. Returns false when an emptied database is left because another tab holds it.
 */
export async function applySignOut(dbs: Databases, unsent: UnsentChoice = 'discard'): Promise<boolean> {
  dbs.noteDriverChange()
  dbs.noteShown(null)
  deletePageSnapshots()
  deleteCalendarExports()
  dropArrivals()
  dropSocialMarks()
  const row = await onSession(dbs, () => dbs.session.session.get('session'))
  if (row === undefined) return true
  await onSession(dbs, () => dbs.session.session.delete('session'))
  const isForgotten = await forgetUser(dbs, row.user.user_id, unsent)
  await onPublic(dbs, () => dbs.public.recents.clear())
  return isForgotten
}
