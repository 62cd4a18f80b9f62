import * as v from 'valibot'
import {
  type CheckInItem,
  type CheckInsAnswer,
  checkInsSingle,
  type DayListWire,
  dayListSchema,
  type PairAnswer,
  type PairBody,
  pairSingle,
} from '../contract/attendant.ts'
import { SIGN_OUT_TIMEOUT_MS } from '../config/limits.ts'
import { isSameCode } from '../domain/code.ts'
import type { SignedData } from '../domain/signed-data.ts'
import { err, ok, type Result } from '../lib/result.ts'
import type { ApiError } from './api-error.ts'
import type { Client } from './client.ts'

type Answer<T> = Promise<Result<T, ApiError>>

/** Repeating the code with the same key returns the same answer, so a lost answer needs no new code. */
export async function pairDevice(client: Client, key: string, body: PairBody): Answer<PairAnswer> {
  const answer = await client.send({
    method: 'POST',
    path: '/attendant/pair',
    body,
    key,
    schema: pairSingle,
    as: 'anyone',
  })
  return answer.ok ? ok(answer.value.data) : answer
}

export const unpairDevice = (client: Client, token: string): Answer<unknown> =>
  client.send({
    method: 'DELETE',
    path: '/attendant/device',
    schema: v.unknown(),
    as: 'anyone',
    token,
    timeoutMs: SIGN_OUT_TIMEOUT_MS,
  })

/** `data` stays unparsed: its signature covers those bytes, not the output of a schema. */
const signedSchema = v.object({ data: v.unknown(), kid: v.number(), signature: v.string() })

export interface DayListAnswer {
  readonly signed: SignedData
  readonly list: DayListWire
}

export async function getDayList(
  client: Client,
  token: string,
  query: { readonly park: string; readonly cursor?: string },
): Answer<DayListAnswer> {
  const path = '/attendant/day-list'
  const answer = await client.send({ method: 'GET', path, query, schema: signedSchema, as: 'anyone', token })
  if (!answer.ok) return answer
  const list = v.safeParse(dayListSchema, answer.value.data)
  return list.success && isSameCode(list.output.park.code, query.park)
    ? ok({ signed: answer.value, list: list.output })
    : err({ kind: 'invalid_response', status: 200 })
}

export async function sendCheckInItems(
  client: Client,
  token: string,
  batch: { readonly key: string; readonly items: readonly CheckInItem[] },
): Answer<CheckInsAnswer> {
  const { key, items } = batch
  const answer = await client.send({
    method: 'POST',
    path: '/attendant/check-ins',
    body: { items },
    key,
    schema: checkInsSingle,
    isAnswer: ({ data: { results } }) =>
      results.length === items.length && results.every(({ nonce }, index) => nonce === items[index]?.nonce),
    as: 'anyone',
    token,
  })
  return answer.ok ? ok(answer.value.data) : answer
}
