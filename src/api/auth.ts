import * as v from 'valibot'
import {
  type ProfilePatch,
  profileSingle,
  type RegisterBody,
  registered,
  type Registered,
  type ResendBody,
  type ResetPasswordBody,
  type SessionWire,
  sessionSchema,
  type User,
  verifiedSchema,
  type VerifyEmailBody,
} from '../contract/auth.ts'
import { ok, type Result } from '../lib/result.ts'
import type { ApiError } from './api-error.ts'
import type { Client } from './client.ts'

type Answer<T> = Promise<Result<T, ApiError>>

/** Accepted, or done: the content of the body is not used. */
const nothing = v.unknown()

export async function register(client: Client, body: RegisterBody): Answer<Registered> {
  const answer = await client.send({ method: 'POST', path: '/auth/register', body, schema: registered, as: 'anyone' })
  return answer.ok ? ok(answer.value.data) : answer
}

export const login = (client: Client, body: { identifier: string; password: string }): Answer<SessionWire> =>
  client.send({ method: 'POST', path: '/auth/login', body, schema: sessionSchema, as: 'anyone' })

/** Repeating it with the same key after a lost answer signs in again. */
export async function verifyEmail(client: Client, key: string, body: VerifyEmailBody): Answer<SessionWire> {
  const answer = await client.send({
    method: 'POST',
    path: '/auth/verify-email',
    body,
    key,
    schema: verifiedSchema,
    as: 'anyone',
  })
  if (!answer.ok) return answer
  const { token, ...rest } = answer.value
  return ok({ ...rest, access_token: token })
}

export const resendVerification = (client: Client, body: ResendBody): Answer<unknown> =>
  client.send({ method: 'POST', path: '/auth/resend-verification', body, schema: nothing, as: 'anyone' })

export const forgotPassword = (client: Client, email: string): Answer<unknown> =>
  client.send({ method: 'POST', path: '/auth/forgot-password', body: { email }, schema: nothing, as: 'anyone' })

/** Like `verifyEmail`: a link works once, but can be repeated with its key. */
export const resetPassword = (client: Client, key: string, body: ResetPasswordBody): Answer<unknown> =>
  client.send({ method: 'POST', path: '/auth/reset-password', body, key, schema: nothing, as: 'anyone' })

/** Revokes the refresh token and its family. */
export const logout = (client: Client, refreshToken: string, timeoutMs: number): Answer<unknown> =>
  client.send({
    method: 'POST',
    path: '/auth/logout',
    body: { refresh_token: refreshToken },
    schema: nothing,
    as: 'anyone',
    timeoutMs,
  })

export async function patchProfile(client: Client, patch: ProfilePatch): Answer<User> {
  const answer = await client.send({
    method: 'PATCH',
    path: '/users/profile',
    body: patch,
    schema: profileSingle,
    as: 'user',
  })
  return answer.ok ? ok(answer.value.data) : answer
}
