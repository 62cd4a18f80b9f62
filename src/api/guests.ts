import * as v from 'valibot'
import { type SessionWire, sessionSchema } from '../contract/auth.ts'
import type { GuestBody } from '../contract/guests.ts'
import type { Result } from '../lib/result.ts'
import type { ApiError } from './api-error.ts'
import type { Client } from './client.ts'

type Answer<T> = Promise<Result<T, ApiError>>

/** Repeating it with the same key after a lost answer returns the same guest. */
export const startGuest = (client: Client, key: string, body: GuestBody): Answer<SessionWire> =>
  client.send({ method: 'POST', path: '/front/guest', body, key, schema: sessionSchema, as: 'anyone' })

/** Gives the same answer whether or not the address has an account. */
export const keepGuest = (client: Client, email: string): Answer<unknown> =>
  client.send({ method: 'POST', path: '/front/guest/keep', body: { email }, schema: v.unknown(), as: 'user' })

/** Like `startGuest`: a code works once, but can be repeated with its key. */
export const confirmKeep = (client: Client, key: string, code: string): Answer<SessionWire> =>
  client.send({
    method: 'POST',
    path: '/front/guest/keep/confirm',
    body: { code },
    key,
    schema: sessionSchema,
    as: 'user',
  })
