import * as v from 'valibot'
import { type DeviceSession, deviceSessions } from '../contract/sessions.ts'
import { ok, type Result } from '../lib/result.ts'
import type { ApiError } from './api-error.ts'
import type { Client } from './client.ts'

type Answer<T> = Promise<Result<T, ApiError>>

/** Lists the sessions, the requesting one first. */
export async function listSessions(client: Client): Answer<readonly DeviceSession[]> {
  const answer = await client.send({ method: 'GET', path: '/auth/sessions', schema: deviceSessions, as: 'user' })
  return answer.ok ? ok(answer.value.data) : answer
}

export const endSession = (client: Client, sessionId: string): Answer<unknown> =>
  client.send({
    method: 'DELETE',
    path: `/auth/sessions/${encodeURIComponent(sessionId)}`,
    schema: v.unknown(),
    as: 'user',
  })

/** Ends all sessions but the requesting one. */
export const endOtherSessions = (client: Client): Answer<unknown> =>
  client.send({ method: 'DELETE', path: '/auth/sessions', schema: v.unknown(), as: 'user' })
