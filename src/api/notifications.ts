import * as v from 'valibot'
import {
  pushKeySingle,
  type PushSubscriptionBody,
  pushSubscriptionSingle,
  type PushSubscriptionWire,
} from '../contract/push.ts'
import { ok, type Result } from '../lib/result.ts'
import type { ApiError } from './api-error.ts'
import type { Client } from './client.ts'

type Answer<T> = Promise<Result<T, ApiError>>

const pathOf = (id: string): string => `/push/subscriptions/${encodeURIComponent(id)}`

/** The provider's public VAPID key, base64url. */
export async function getPushKey(client: Client): Answer<string> {
  const answer = await client.send({ method: 'GET', path: '/push/key', schema: pushKeySingle, as: 'anyone' })
  return answer.ok ? ok(answer.value.data.public_key) : answer
}

/** Updates the language, time zone and quiet hours of a device that is already registered; may be repeated at will. */
export async function putPushDevice(client: Client, body: PushSubscriptionBody): Answer<PushSubscriptionWire> {
  const path = '/push/subscriptions'
  const answer = await client.send({ method: 'POST', path, body, schema: pushSubscriptionSingle, as: 'user' })
  return answer.ok ? ok(answer.value.data) : answer
}

export const deletePushDevice = (client: Client, id: string): Answer<unknown> =>
  client.send({ method: 'DELETE', path: pathOf(id), schema: v.unknown(), as: 'user' })
