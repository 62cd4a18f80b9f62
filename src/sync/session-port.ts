import type { SessionPort } from '../api/session-port.ts'
import { applyRefreshedSession, applyRefreshKey, applySessionExpired } from '../db/apply/session.ts'
import type { Databases } from '../db/databases.ts'
import { findSession } from '../db/read/session.ts'
import type { Clock } from '../lib/clock.ts'

/** Simultaneous requests, such as the lists of a pull, share one read of the row. */
function sharing<T>(read: () => Promise<T>): () => Promise<T> {
  let now: Promise<T> | undefined
  return () => {
    if (now === undefined) {
      now = read()
      queueMicrotask(() => {
        now = undefined
      })
    }
    return now
  }
}

async function read(dbs: Databases): ReturnType<SessionPort['find']> {
  const row = await findSession(dbs)
  if (row === undefined) return undefined
  const { accessToken, refreshToken, refreshKey, live } = row
  return { userId: row.user.user_id, accessToken, refreshToken, refreshKey, live }
}

/** Gives the client access to the session row. */
export const sessionPort = (dbs: Databases, clock: Clock): SessionPort => ({
  find: sharing(() => read(dbs)),
  keepRefreshKey: (refreshToken, key) => applyRefreshKey(dbs, refreshToken, key),
  replace: (refreshToken, next) => applyRefreshedSession(dbs, { refreshToken, next, savedAt: clock.now() }),
  expire: (refreshToken) => applySessionExpired(dbs, refreshToken),
})
