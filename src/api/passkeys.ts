import * as v from 'valibot'
import { type SessionWire, sessionSchema } from '../contract/auth.ts'
import {
  type Passkey,
  type PasskeyOwnerBody,
  type PasskeyBody,
  type PasskeyCreation,
  passkeyCreation,
  passkeyList,
  type PasskeyLoginBody,
  type PasskeyOptions,
  passkeyOptions,
  passkeySingle,
} from '../contract/passkeys.ts'
import { ok, type Result } from '../lib/result.ts'
import type { ApiError } from './api-error.ts'
import type { Client } from './client.ts'

type Answer<T> = Promise<Result<T, ApiError>>

export async function listPasskeys(client: Client): Answer<readonly Passkey[]> {
  const answer = await client.send({ method: 'GET', path: '/auth/passkeys', schema: passkeyList, as: 'user' })
  return answer.ok ? ok(answer.value.data) : answer
}

export async function beginPasskey(client: Client, body: PasskeyOwnerBody): Answer<PasskeyCreation> {
  const path = '/auth/passkeys/options'
  const answer = await client.send({ method: 'POST', path, body, schema: passkeyCreation, as: 'user' })
  return answer.ok ? ok(answer.value.data) : answer
}

export async function addPasskey(client: Client, body: PasskeyBody): Answer<Passkey> {
  const answer = await client.send({ method: 'POST', path: '/auth/passkeys', body, schema: passkeySingle, as: 'user' })
  return answer.ok ? ok(answer.value.data) : answer
}

export const removePasskey = (client: Client, passkeyId: string, body: PasskeyOwnerBody): Answer<unknown> =>
  client.send({
    method: 'DELETE',
    path: `/auth/passkeys/${encodeURIComponent(passkeyId)}`,
    body,
    schema: v.unknown(),
    as: 'user',
  })

export async function beginPasskeyLogin(client: Client): Answer<PasskeyOptions> {
  const path = '/auth/passkey-login/options'
  const answer = await client.send({ method: 'POST', path, schema: passkeyOptions, as: 'anyone' })
  return answer.ok ? ok(answer.value.data) : answer
}

export const passkeyLogin = (client: Client, body: PasskeyLoginBody): Answer<SessionWire> =>
  client.send({ method: 'POST', path: '/auth/passkey-login', body, schema: sessionSchema, as: 'anyone' })
