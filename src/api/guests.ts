import * as v from 'valibot'
import { type SessionWire, sessionSchema } from '../contract/auth.ts'
import type { GuestBody } from '../contract/guests.ts'
import type { Result } from '../lib/result.ts'
import type { ApiError } from './api-error.ts'
import type { Client } from './client.ts'

type Answer<T> = Promise<Result<T, ApiError>>

/** The same key again, after its answer was lost, gives the same guest. */
export const startGuest = (client: Client, key: string, body: GuestBody): Answer<SessionWire> =>
  client.send({ method: 'POST', path: '/front/guest', body, key, schema: sessionSchema, as: 'anyone' })

/** Answers the same whether the address has an account or not. */
export const keepGuest = (client: Client, email: string): Answer<unknown> =>
  client.send({ method: 'POST', path: '/front/guest/keep', body: { email }, schema: v.unknown(), as: 'user' })

/** As `startGuest`: a code counts once, its key again. */
export const confirmKeep = (client: Client, key: string, code: string): Answer<SessionWire> =>
  client.send({
    method: 'POST',
    path: '/front/guest/keep/confirm',
    body: { code },
    key,
    schema: sessionSchema,
    as: 'user',
  })
