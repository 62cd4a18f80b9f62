/**
 * An operator's events in the console: reading, planning, changing, postponing, cancelling. Nothing of it is stored on
 * the phone.
 */
import type { Page } from '../contract/common.ts'
import { eventList, type ParkingEvent } from '../contract/events.ts'
import {
  type EventChangeBody,
  type OperatorEventBody,
  type OperatorEventDetail,
  operatorEventDetailSingle,
  operatorEventSingle,
} from '../contract/operator-events.ts'
import { CROCKFORD } from '../domain/code.ts'
import { type Instant, toRfc3339 } from '../domain/instant.ts'
import { ok, type Result } from '../lib/result.ts'
import { changeOperator, readOperator } from './console.online.ts'
import type { ActionError } from './failures.ts'

type Answer<T> = Promise<Result<T, ActionError>>

const PAGE = 20

const pathOf = (code: string, rest = ''): string => `/events/${encodeURIComponent(code)}${rest}`

/** Fetches events that are not over, soonest first. `page`: from 1. */
export const loadOperatorEvents = (page: number): Answer<Page<ParkingEvent>> =>
  readOperator({ method: 'GET', path: '/events', query: { page, size: PAGE }, schema: eventList })

export async function loadOperatorEvent(code: string): Answer<OperatorEventDetail> {
  const answer = await readOperator({ method: 'GET', path: pathOf(code), schema: operatorEventDetailSingle })
  return answer.ok ? ok(answer.value.data) : answer
}

const told = async (answer: Answer<{ readonly data: ParkingEvent }>): Answer<ParkingEvent> => {
  const event = await answer
  return event.ok ? ok(event.value.data) : event
}

export const planEvent = (body: OperatorEventBody): Answer<ParkingEvent> =>
  told(changeOperator({ method: 'POST', path: '/events', body, schema: operatorEventSingle }))

/** Refused with `version_conflict` when the event was changed meanwhile. */
export const changeEvent = (code: string, body: EventChangeBody): Answer<ParkingEvent> =>
  told(changeOperator({ method: 'PATCH', path: pathOf(code), body, schema: operatorEventSingle }))

export const postponeEvent = (code: string, start: Instant): Answer<ParkingEvent> => {
  const body = { starts_at: toRfc3339(start) }
  return told(changeOperator({ method: 'PUT', path: pathOf(code, '/start'), body, schema: operatorEventSingle }))
}

export const cancelEvent = (code: string): Answer<ParkingEvent> => {
  const body = { status: 'cancelled' }
  return told(changeOperator({ method: 'PUT', path: pathOf(code, '/status'), body, schema: operatorEventSingle }))
}

/** Null makes the event public. */
export const setAccessCode = (code: string, accessCode: string | null): Answer<ParkingEvent> => {
  const body = { access_code: accessCode }
  return told(changeOperator({ method: 'PUT', path: pathOf(code, '/access-code'), body, schema: operatorEventSingle }))
}

/** Unguessable: eight random characters, such as "7QM4-T2PK". */
export function makeAccessCode(): string {
  const text = Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => CROCKFORD[byte & 31] ?? '0').join('')
  return `${text.slice(0, 4)}-${text.slice(4)}`
}
