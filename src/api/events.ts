import type * as v from 'valibot'
import {
  EVENT_GRANT_HEADER,
  eventAccessSingle,
  type EventDetail,
  eventList,
  eventSingle,
  type ParkingEvent,
} from '../contract/events.ts'
import type { Page } from '../contract/common.ts'
import { isSameCode } from '../domain/code.ts'
import type { CountryCode } from '../domain/country.ts'
import { ok, type Result } from '../lib/result.ts'
import type { ApiError } from './api-error.ts'
import type { Client } from './client.ts'

type Answer<T> = Promise<Result<T, ApiError>>

export interface EventListQuery {
  readonly country: CountryCode
  readonly page: number
  readonly size: number
}

/** Lists upcoming events, soonest first; private ones are never listed. */
export const listEvents = (client: Client, query: EventListQuery): Answer<Page<ParkingEvent>> =>
  client.send<v.InferOutput<typeof eventList>>({
    method: 'GET',
    path: '/events',
    query: { ...query },
    schema: eventList,
    isAnswer: (list) => list.page === query.page,
    as: 'anyone',
  })

/** `grant`: for a private event, otherwise null. */
export async function getEvent(client: Client, code: string, grant: string | null): Answer<EventDetail> {
  const answer = await client.send({
    method: 'GET',
    path: `/events/${encodeURIComponent(code)}`,
    ...(grant === null ? {} : { headers: { [EVENT_GRANT_HEADER]: grant } }),
    schema: eventSingle,
    isAnswer: ({ data }) => isSameCode(data.code, code),
    as: 'anyone',
  })
  return answer.ok ? ok(answer.value.data) : answer
}

export type EventAccess = v.InferOutput<typeof eventAccessSingle>['data']

/** Refusals: access_code_wrong, rate_limited. */
export async function openPrivateEvent(client: Client, accessCode: string): Answer<EventAccess> {
  const body = { access_code: accessCode }
  const answer = await client.send({
    method: 'POST',
    path: '/events/access',
    body,
    schema: eventAccessSingle,
    as: 'anyone',
  })
  return answer.ok ? ok(answer.value.data) : answer
}
