import * as v from 'valibot'
import {
  type AccountDeleteBody,
  type AccountExport,
  accountExportSingle,
  type EmailChangeBody,
  type PasswordChangeBody,
} from '../contract/account.ts'
import { profileSingle, type User } from '../contract/auth.ts'
import { ok, type Result } from '../lib/result.ts'
import type { ApiError } from './api-error.ts'
import type { Client } from './client.ts'

type Answer<T> = Promise<Result<T, ApiError>>

export const requestEmailChange = (client: Client, body: EmailChangeBody): Answer<unknown> =>
  client.send({ method: 'POST', path: '/users/email-change', body, schema: v.unknown(), as: 'user' })

export async function confirmEmailChange(client: Client, key: string, code: string): Answer<User> {
  const path = '/users/email-change/confirm'
  const answer = await client.send({ method: 'POST', path, body: { code }, key, schema: profileSingle, as: 'user' })
  return answer.ok ? ok(answer.value.data) : answer
}

export async function exportAccount(client: Client): Answer<AccountExport> {
  const answer = await client.send({
    method: 'GET',
    path: '/users/me/export',
    schema: accountExportSingle,
    as: 'user',
  })
  return answer.ok ? ok(answer.value.data) : answer
}

export const changePassword = (client: Client, body: PasswordChangeBody): Answer<unknown> =>
  client.send({ method: 'PUT', path: '/users/me/password', body, schema: v.unknown(), as: 'user' })

export const deleteAccount = (client: Client, body: AccountDeleteBody): Answer<unknown> =>
  client.send({ method: 'DELETE', path: '/users/me', body, schema: v.unknown(), as: 'user' })
