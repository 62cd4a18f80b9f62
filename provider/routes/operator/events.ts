import type { Context } from 'hono'
import { Hono } from 'hono'
import { eventList } from '../../../src/contract/events.ts'
import { operatorListQuery } from '../../../src/contract/operator.ts'
import {
  cancelEventBody,
  eventChangeBody,
  eventCodeBody,
  operatorEventBody,
  operatorEventDetailSingle,
  operatorEventSingle,
  postponeBody,
} from '../../../src/contract/operator-events.ts'
import { mustInstant } from '../../../src/domain/instant.ts'
import { must } from '../../../src/lib/assert.ts'
import { err, ok, type Result } from '../../../src/lib/result.ts'
import type { Queryable } from '../../db/database.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { problem } from '../../http/problem.ts'
import { validate } from '../../http/validate.ts'
import { type EventRow, findEventWithin, listUpcomingEvents, lockEvent } from '../../repositories/events.ts'
import type { Refusal } from '../../rules/refusal.ts'
import type { ProviderDeps } from '../../services/deps.ts'
import { changeEventIn } from '../../services/change-event.ts'
import { toEventPlan, toKeptSpaces, toObjection } from '../../services/event-plans.ts'
import { toEventWire, toOperatorEventDetail } from '../../services/event-wire.ts'
import {
  cancelEventIn,
  changeAccessIn,
  type EventTrouble,
  planEventIn,
  postponeEventIn,
} from '../../services/events.ts'
import { findLockout, noteWrong } from '../../services/operators.ts'
import { requireOperator } from '../guards/require-operator.ts'
import { answerOnce, type Changed, describeOperator, NO_STORE, type OperatorAt, pageOf } from './answer.ts'
import { EVENT_EXAMPLE } from './examples.ts'

const PATH = '/operator/events/:code'

interface Moved {
  readonly done: Result<EventRow, EventTrouble>
  readonly action: NonNullable<Changed<object>['change']>['action']
  readonly details: Readonly<Record<string, unknown>>
}

/** Changes one event. An event with spaces at another operator's car park is answered as not found. */
function change(
  c: Context<AppEnv>,
  deps: ProviderDeps,
  work: (tx: Queryable, at: OperatorAt & { readonly code: string }, known: EventRow) => Promise<Result<Moved, Refusal>>,
): Promise<Response> {
  const code = must(c.req.param('code'), 'code').toUpperCase()
  return answerOnce(c, deps, {
    work: async (tx, at) => {
      const isTheirs = (await findEventWithin(tx, code, at.within)) !== undefined
      const known = isTheirs ? await lockEvent(tx, code) : undefined
      if (known === undefined) return err<Refusal>({ code: 'event_not_found' })
      const moved = await work(tx, { ...at, code }, known)
      if (!moved.ok) return moved
      const { done, action, details } = moved.value
      if (!done.ok) return err<Refusal>(toObjection(done.error))
      const event = must(await findEventWithin(tx, code, null), 'event')
      const isChanged = event.version !== known.version
      return ok({ data: toEventWire(event), change: isChanged ? { action, subject: code, details } : null })
    },
  })
}

/** A taken access code reveals another operator's event, so this answer is limited to ten times in 15 minutes. */
async function guarded(c: Context<AppEnv>, deps: ProviderDeps, answer: () => Promise<Response>): Promise<Response> {
  const bucket = `operator-code:${c.get('operator').key_id}`
  const lockout = await findLockout(deps, bucket)
  if (lockout !== undefined) return problem(c, lockout.code, lockout)
  const response = await answer()
  if (response.status !== 422) return response
  const { errors = [] } = (await response.clone().json()) as { readonly errors?: ReadonlyArray<{ field: string }> }
  if (errors.some(({ field }) => field === 'access_code')) await noteWrong(deps, bucket)
  return response
}

function addReads(routes: Hono<AppEnv>, deps: ProviderDeps): void {
  const operator = requireOperator(deps, 'events')

  routes.get(
    '/operator/events',
    describeOperator(deps, {
      summary: 'Events that are not over, private ones too, the soonest first',
      answers: { 200: eventList },
    }),
    operator,
    validate('query', operatorListQuery),
    async (c) => {
      const events = await listUpcomingEvents(deps.db, deps.clock.now(), c.get('operator').parks)
      return c.json(pageOf(events.map(toEventWire), c.req.valid('query')), 200, NO_STORE)
    },
  )

  routes.get(
    PATH,
    describeOperator(deps, {
      summary: 'One event with its car parks, how many of the kept spaces are free, and what is booked',
      answers: { 200: operatorEventDetailSingle },
    }),
    operator,
    async (c) => {
      const event = await findEventWithin(deps.db, c.req.param('code'), c.get('operator').parks)
      if (event === undefined) return problem(c, 'event_not_found')
      return c.json({ data: await toOperatorEventDetail(deps, event) }, 200, NO_STORE)
    },
  )
}

function addChange(routes: Hono<AppEnv>, deps: ProviderDeps): void {
  routes.patch(
    PATH,
    describeOperator(deps, {
      summary: 'Change the name or the place of an event, its kept spaces and their price; bookings stay as they are',
      answers: { 200: operatorEventSingle },
      example: EVENT_EXAMPLE,
      idempotent: true,
    }),
    requireOperator(deps, 'events'),
    validate('json', eventChangeBody),
    (c) => {
      const body = c.req.valid('json')
      const { version: _seen, ...details } = body
      return change(c, deps, async (tx, { code, within, nowMs }, known) => {
        const parks = await toKeptSpaces(tx, { country: known.country_code, body, within })
        if (!parks.ok) return parks
        const done = await changeEventIn(tx, { code, body, parks: parks.value, nowMs })
        return ok({ done, action: 'event.change', details })
      })
    },
  )
}

function addPlan(routes: Hono<AppEnv>, deps: ProviderDeps): void {
  routes.post(
    '/operator/events',
    describeOperator(deps, {
      summary: 'Plan an event: spaces are kept and its price is published at once',
      answers: { 201: operatorEventSingle },
      example: EVENT_EXAMPLE,
      idempotent: true,
    }),
    requireOperator(deps, 'events'),
    validate('json', operatorEventBody),
    (c) => {
      const body = c.req.valid('json')
      const work = async (tx: Queryable, { within, nowMs }: OperatorAt) => {
        const plan = await toEventPlan(tx, { body, within })
        if (!plan.ok) return err<Refusal>(plan.error)
        const planned = await planEventIn(tx, { plan: plan.value, nowMs })
        if (!planned.ok) return err<Refusal>(toObjection(planned.error))
        const event = must(await findEventWithin(tx, planned.value, within), 'planned event')
        const { access_code: secret, ...shown } = body
        const details = { ...shown, is_private: secret !== null }
        return ok({ data: toEventWire(event), change: { action: 'event.plan' as const, subject: event.code, details } })
      }
      return guarded(c, deps, () => answerOnce(c, deps, { work, status: 201 }))
    },
  )
}

/** Events: planning, postponing, cancelling, access codes. */
export function operatorEventRoutes(deps: ProviderDeps): Hono<AppEnv> {
  const routes = new Hono<AppEnv>()
  const operator = requireOperator(deps, 'events')
  const say = (summary: string) =>
    describeOperator(deps, { summary, answers: { 200: operatorEventSingle }, example: EVENT_EXAMPLE, idempotent: true })
  addReads(routes, deps)
  addPlan(routes, deps)
  addChange(routes, deps)

  routes.put(
    `${PATH}/start`,
    say('Postpone an event: spaces and bookings move with it, and drivers may have their money back'),
    operator,
    validate('json', postponeBody),
    async (c) => {
      const { starts_at: start } = c.req.valid('json')
      // Before the transaction, which would otherwise hold one connection while waiting for another.
      const sign = await deps.signer.passSigning()
      return change(c, deps, async (tx, { code, nowMs }) =>
        ok({
          done: await postponeEventIn(tx, { code, newStartMs: mustInstant(start), sign, nowMs }),
          ...{ action: 'event.postpone', details: { starts_at: start } },
        }),
      )
    },
  )

  routes.put(
    `${PATH}/status`,
    say('Cancel an event: nothing more is sold, and a job gives every booking back in full'),
    operator,
    validate('json', cancelEventBody),
    (c) =>
      change(c, deps, async (tx, { code, nowMs }) =>
        ok({ done: await cancelEventIn(tx, { code, nowMs }), ...{ action: 'event.cancel', details: {} } }),
      ),
  )

  routes.put(
    `${PATH}/access-code`,
    say('Change the access code of an event, or open it to everybody'),
    operator,
    validate('json', eventCodeBody),
    (c) => {
      const { access_code: accessCode } = c.req.valid('json')
      return guarded(c, deps, () =>
        change(c, deps, async (tx, { code, nowMs }) =>
          ok({
            done: await changeAccessIn(tx, { code, accessCode, nowMs }),
            ...{ action: 'event.access', details: { is_private: accessCode !== null } },
          }),
        ),
      )
    },
  )
  return routes
}
