import * as v from 'valibot'
import { givenUpSingle, type RequestFate, requestSingle } from '../contract/requests.ts'
import { err, ok, type Result } from '../lib/result.ts'
import type { ApiError, ApiProblem } from './api-error.ts'
import type { Call, Client } from './client.ts'
import { toApiProblem } from './read-answer.ts'

/** The answer to a request, in the shape of its own answers. */
export interface DoneRequest<T> {
  readonly state: 'done'
  readonly status: number
  readonly answer: T
}

/** Never has an effect; `refusal` is set when the provider refused it. */
export interface WithdrawnRequest {
  readonly state: 'withdrawn'
  readonly refusal?: ApiProblem
}

export type GivenUp<T> = WithdrawnRequest | DoneRequest<T>
export type AskedRequest<T> = { readonly state: 'unknown' | 'in_progress' } | GivenUp<T>

/** A request and the shape of its answer. */
export interface RequestQuestion<T> {
  readonly key: string
  /** Schema of the whole body: `bookingSingle`, not the booking in it. */
  readonly schema: v.GenericSchema<unknown, T>
  /** Returns whether the answer matches the request. */
  readonly isAnswer?: (answer: T) => boolean
}

/** Checks the stored answer as if it had arrived for the request itself. */
function toDone<T>(
  { status, answer }: Extract<RequestFate, { state: 'done' }>,
  { schema, isAnswer }: RequestQuestion<T>,
): Result<DoneRequest<T>, ApiError> {
  const parsed = v.safeParse(schema, answer)
  if (!parsed.success || isAnswer?.(parsed.output) === false) return err({ kind: 'invalid_response', status })
  return ok({ state: 'done', status, answer: parsed.output })
}

const toWithdrawn = ({ refusal }: Extract<RequestFate, { state: 'withdrawn' }>): WithdrawnRequest =>
  refusal === undefined ? { state: 'withdrawn' } : { state: 'withdrawn', refusal: toApiProblem(refusal, null) }

const callAbout = <T extends { readonly data: RequestFate }>(
  method: 'GET' | 'DELETE',
  key: string,
  schema: v.GenericSchema<unknown, T>,
): Call<T> => ({
  method,
  path: `/requests/${encodeURIComponent(key)}`,
  schema,
  isAnswer: ({ data }) => data.key === key,
  as: 'user',
})

/** Asks for the state of one of the driver's requests; resends nothing and changes nothing. */
export async function askRequest<T>(
  client: Client,
  question: RequestQuestion<T>,
): Promise<Result<AskedRequest<T>, ApiError>> {
  const answer = await client.send(callAbout('GET', question.key, requestSingle))
  if (!answer.ok) return answer
  const { data } = answer.value
  if (data.state === 'done') return toDone(data, question)
  return ok(data.state === 'withdrawn' ? toWithdrawn(data) : { state: data.state })
}

/**
 * Gives a request up: from then on its key has no effect, however late it arrives. `done`: it had taken effect before.
 * Refused with `idempotency_in_progress` while it is being processed. May be repeated.
 */
export async function giveUpRequest<T>(
  client: Client,
  question: RequestQuestion<T>,
): Promise<Result<GivenUp<T>, ApiError>> {
  const answer = await client.send(callAbout('DELETE', question.key, givenUpSingle))
  if (!answer.ok) return answer
  const { data } = answer.value
  return data.state === 'done' ? toDone(data, question) : ok(toWithdrawn(data))
}
