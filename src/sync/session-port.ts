import type { SessionPort } from '../api/session-port.ts'
import { applyRefreshedSession, applyRefreshKey, applySessionExpired } from '../db/apply/session.ts'
import type { Databases } from '../db/databases.ts'
import { findSession } from '../db/read/session.ts'
import type { Clock } from '../lib/clock.ts'

/** Lends the session row to the client. */
export const sessionPort = (dbs: Databases, clock: Clock): SessionPort => ({
  async find() {
    const row = await findSession(dbs)
    if (row === undefined) return undefined
    const { accessToken, refreshToken, refreshKey, live } = row
    return { userId: row.user.user_id, accessToken, refreshToken, refreshKey, live }
  },
  keepRefreshKey: (refreshToken, key) => applyRefreshKey(dbs, refreshToken, key),
  replace: (refreshToken, next) => applyRefreshedSession(dbs, { refreshToken, next, savedAt: clock.now() }),
  expire: (refreshToken) => applySessionExpired(dbs, refreshToken),
})
