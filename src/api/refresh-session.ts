import { sessionSchema } from '../contract/auth.ts'
import { err, ok, type Result } from '../lib/result.ts'
import type { ApiError } from './api-error.ts'
import type { Client, ClientPorts } from './client.ts'
import type { SessionTokens } from './session-port.ts'

const REFRESH_LOCK = 'baywise-refresh'

type Refreshed = Promise<Result<string, ApiError>>
type Ports = Pick<ClientPorts, 'session' | 'locks' | 'newId'>

/** Returns the token that another tab obtained in place of `stale`'s, if one did. */
async function findSuccessor(ports: Ports, stale: SessionTokens): Refreshed {
  const current = await ports.session.find()
  const isOurs = current !== undefined && current.live && current.userId === stale.userId
  return isOurs && current.accessToken !== stale.accessToken ? ok(current.accessToken) : err({ kind: 'signed_out' })
}

/**
 * Returns a new access token in place of `stale`'s. One tab refreshes at a time; the others take its result. The key is
 * stored before the request and shared by all tabs: after a lost answer, or when two tabs ask at once where there are
 * no locks, the provider returns the same successor and the driver stays signed in. Only the provider's own 401 ends
 * the session.
 */
export function refreshSession(client: Client, ports: Ports, stale: SessionTokens): Refreshed {
  const refresh = async (): Refreshed => {
    const current = await ports.session.find()
    if (current?.accessToken !== stale.accessToken || !current.live) return findSuccessor(ports, stale)
    const { refreshToken } = current
    const key = await ports.session.keepRefreshKey(refreshToken, ports.newId())
    if (key === undefined) return findSuccessor(ports, stale)
    const answer = await client.send({
      method: 'POST',
      path: '/auth/refresh',
      body: { refresh_token: refreshToken },
      key,
      schema: sessionSchema,
      as: 'anyone',
      isAnswer: ({ user }) => user.user_id === current.userId,
    })
    if (answer.ok) {
      await ports.session.replace(refreshToken, answer.value)
      return ok(answer.value.access_token)
    }
    // A disabled account (403) is reported as such: signing in again would not help, and its session resumes once the
    // account is enabled.
    if (answer.error.kind === 'problem' && answer.error.status === 401) {
      await ports.session.expire(refreshToken)
      return err({ kind: 'signed_out' })
    }
    return answer
  }
  return ports.locks.run(REFRESH_LOCK, refresh, { onTimeout: 'take_over' })
}
