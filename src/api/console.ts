import * as v from 'valibot'
import {
  acceptedSingle,
  type ConsoleSession,
  type ConsoleSessionBody,
  consoleSessionSingle,
  type Memberships,
  membershipsSingle,
} from '../contract/console.ts'
import type { ActFactorBody, ActProofBody } from '../contract/operator-money.ts'
import { moneyProofSingle, type SecondFactor, secondFactorSingle } from '../contract/second-factor.ts'
import { ok, type Result } from '../lib/result.ts'
import type { ApiError } from './api-error.ts'
import type { Call, Client } from './client.ts'

type Answer<T> = Promise<Result<T, ApiError>>

const dataOf = async <T>(answer: Answer<{ readonly data: T }>): Answer<T> => {
  const told = await answer
  return told.ok ? ok(told.value.data) : told
}

export const listMemberships = (client: Client): Answer<Memberships> =>
  dataOf(client.send({ method: 'GET', path: '/console/memberships', schema: membershipsSingle, as: 'user' }))

export const acceptInvitation = (client: Client, code: string, key: string) =>
  dataOf(
    client.send({
      ...{ method: 'POST', path: '/console/invitations/accept', body: { code } },
      ...{ key, schema: acceptedSingle, as: 'user' },
    }),
  )

export const beginSecondFactor = (client: Client): Answer<SecondFactor> =>
  dataOf(client.send({ method: 'POST', path: '/console/second-factor', schema: secondFactorSingle, as: 'user' }))

export const openConsole = (client: Client, body: ConsoleSessionBody): Answer<ConsoleSession> =>
  dataOf(client.send({ method: 'POST', path: '/console/sessions', body, schema: consoleSessionSingle, as: 'user' }))

export const endConsole = (client: Client, token: string): Answer<unknown> =>
  client.send({ method: 'DELETE', path: '/console/session', schema: v.unknown(), as: 'anyone', token })

/** Paths are relative to `/operator`. */
export type OperatorCall<T> = Pick<Call<T>, 'method' | 'path' | 'query' | 'body' | 'picture' | 'timeoutMs' | 'schema'>

/** Calls with the console's token; every change has a `key`. */
export const callOperator = <T>(
  client: Client,
  call: OperatorCall<T>,
  { token, key }: { readonly token: string; readonly key?: string },
): Answer<T> =>
  client.send({
    ...call,
    ...{ path: `/operator${call.path}`, as: 'anyone', token },
    ...(key === undefined ? {} : { key }),
  })

/** Begins the second factor for one money act, with the console's token. */
export const beginActFactor = (client: Client, token: string, body: ActFactorBody): Answer<SecondFactor> =>
  dataOf(
    client.send({
      ...{ method: 'POST', path: '/console/money/second-factor', body },
      ...{ schema: secondFactorSingle, as: 'anyone', token },
    }),
  )

/** Refusals: code_invalid, code_expired, passkey_invalid. */
export const showActFactor = (client: Client, token: string, body: ActProofBody): Answer<unknown> =>
  client.send({
    ...{ method: 'POST', path: '/console/money/second-factor/confirm', body, as: 'anyone', token },
    ...{ schema: moneyProofSingle, isAnswer: ({ data }) => data.request === body.request },
  })
