import type * as v from 'valibot'
import { ok, type Result } from '../lib/result.ts'
import type { ApiError } from './api-error.ts'
import type { Call, Client } from './client.ts'
import { type AskedRequest, askRequest, giveUpRequest, type WithdrawnRequest } from './requests.ts'

/** The provider's state of a key. `withdrawn`: requests that still arrive under it are refused. */
export type Fate<T> =
  | { readonly state: 'done'; readonly value: T }
  | { readonly state: 'unknown' | 'in_progress' }
  | WithdrawnRequest

/**
 * One request of a driver's, identified by its key and content, with the same types for sending, asking and giving up.
 */
export interface KeyedCall<T> {
  /** Sends the call; repeated under the same key it has one effect. */
  send(client: Client, key: string): Promise<Result<T, ApiError>>
  /** Asks for its state. Has no effect itself. */
  ask(client: Client, key: string): Promise<Result<Fate<T>, ApiError>>
  /** Prevents it for good unless it was carried out: returns `withdrawn`, or the earlier result. */
  giveUp(client: Client, key: string): Promise<Result<Fate<T>, ApiError>>
}

interface Parts<Wire, T> extends Pick<
  Call<Wire>,
  'method' | 'path' | 'query' | 'body' | 'picture' | 'timeoutMs' | 'schema'
> {
  /** Returns whether the answer matches the request. */
  readonly isAnswer: (value: Wire) => boolean
  readonly read: (value: Wire) => T
}

export function keyedCall<Wire, T>({ read, isAnswer, ...call }: Parts<Wire, T>): KeyedCall<T> {
  const { schema } = call
  const toFate = (asked: Result<AskedRequest<Wire>, ApiError>): Result<Fate<T>, ApiError> => {
    if (asked.ok)
      return ok(asked.value.state === 'done' ? { state: 'done', value: read(asked.value.answer) } : asked.value)
    const { error } = asked
    return error.kind === 'problem' && error.code === 'idempotency_in_progress' ? ok({ state: 'in_progress' }) : asked
  }
  return {
    async send(client, key) {
      const answer = await client.send({ ...call, key, isAnswer, as: 'user' })
      return answer.ok ? ok(read(answer.value)) : answer
    },
    ask: async (client, key) => toFate(await askRequest(client, { key, schema, isAnswer })),
    giveUp: async (client, key) => toFate(await giveUpRequest(client, { key, schema, isAnswer })),
  }
}

/** Makes a call whose answer has its subject in `data`. */
export const keyedData = <T>(
  call: Pick<Call<unknown>, 'method' | 'path' | 'query' | 'body' | 'picture' | 'timeoutMs'>,
  schema: v.GenericSchema<unknown, { readonly data: T }>,
  isAnswer: (data: T) => boolean,
): KeyedCall<T> => keyedCall({ ...call, schema, isAnswer: ({ data }) => isAnswer(data), read: ({ data }) => data })

/** Returns the same call with its answer converted. */
export function mapKeyed<T, U>(call: KeyedCall<T>, map: (value: T) => U): KeyedCall<U> {
  const mapFate = (fate: Result<Fate<T>, ApiError>): Result<Fate<U>, ApiError> => {
    if (!fate.ok) return fate
    return ok(fate.value.state === 'done' ? { state: 'done', value: map(fate.value.value) } : fate.value)
  }
  return {
    async send(client, key) {
      const answer = await call.send(client, key)
      return answer.ok ? ok(map(answer.value)) : answer
    },
    ask: async (client, key) => mapFate(await call.ask(client, key)),
    giveUp: async (client, key) => mapFate(await call.giveUp(client, key)),
  }
}
