import { Hono } from 'hono'
import type { Context } from 'hono'
import { union } from 'valibot'
import { bookingList, bookingListQuery, bookingSingle, createBookingBody } from '../../src/contract/bookings.ts'
import { bookingCheckoutSingle } from '../../src/contract/payments.ts'
import { parseBookingCode } from '../../src/domain/code.ts'
import type { UserId } from '../../src/domain/ids.ts'
import { unreachable } from '../../src/lib/assert.ts'
import type { ProviderDeps } from '../deps.ts'
import type { AppEnv } from '../http/app-env.ts'
import { describe } from '../http/describe.ts'
import { replay, toIdempotentCall } from '../http/idempotent.ts'
import { problem } from '../http/problem.ts'
import { type Refusal, refuse } from '../http/refusal.ts'
import { requireUser } from '../http/require-user.ts'
import { validate } from '../http/validate.ts'
import type { IdempotentCall } from '../repositories/idempotency.ts'
import { bookDraft, type BookRequest, draftBooking } from '../rules/book.ts'
import { toBookingWire } from '../rules/booking-wire.ts'
import { checkoutBooking } from './booking-checkout.ts'

export const userScope = (userId: UserId): string => `user:${userId}`

const created = (c: Context<AppEnv>, call: IdempotentCall, body: string): Response =>
  c.body(body, 201, { 'content-type': 'application/json; charset=utf-8', 'idempotency-key': call.key })

/** A refusal counts only when no twin has booked, or is booking, under the same key meanwhile. */
async function refuseUnlessTwin(
  c: Context<AppEnv>,
  deps: ProviderDeps,
  refused: { readonly call: IdempotentCall; readonly refusal: Refusal },
) {
  const twin = await deps.store.beginIdempotent(refused.call)
  c.header('idempotency-key', refused.call.key)
  switch (twin.state) {
    case 'replay':
      return replay(c, refused.call, twin.answer)
    case 'in_progress':
      return problem(c, 'idempotency_in_progress', { retryAfterSeconds: 1 })
    case 'reused':
      return problem(c, 'idempotency_key_reused')
    case 'new':
      return refuse(c, refused.refusal)
    default:
      return unreachable(twin)
  }
}

async function createBooking(c: Context<AppEnv>, deps: ProviderDeps, body: BookRequest['body']): Promise<Response> {
  const userId = c.get('userId')
  const call = await toIdempotentCall(c, userScope(userId))
  if (call === undefined) return problem(c, 'idempotency_key_required')
  // Asked before the rules: a replay must not fail because the price or the time has moved on since.
  const known = await deps.store.findAnswer(call.scope, call.key)
  if (known !== undefined) {
    return known.fingerprint === call.fingerprint
      ? replay(c, call, known)
      : refuseUnlessTwin(c, deps, { call, refusal: { code: 'idempotency_key_reused' } })
  }
  const nowMs = deps.clock.now()
  const draft = await draftBooking(deps, { userId, body, nowMs })
  if (!draft.ok) return refuseUnlessTwin(c, deps, { call, refusal: draft.error })
  if (body.payment_method === 'gateway') return checkoutBooking(c, deps, { call, draft: draft.value })
  const done = await bookDraft(deps, draft.value, { ...call, nowMs })
  switch (done.kind) {
    case 'booked':
      return created(c, call, done.answer.body)
    case 'replay':
      return replay(c, call, done.answer)
    case 'refused':
      return refuseUnlessTwin(c, deps, { call, refusal: done.refusal })
    default:
      return unreachable(done)
  }
}

type Described = Parameters<typeof describe>[0]

const describeBookings = (deps: ProviderDeps, route: Omit<Described, 'tag' | 'secured'>) =>
  describe({ tag: 'bookings', secured: true, ...route }, deps.config)

/** Reading and creating bookings; `booking-changes.ts` has the rest. */
export function bookingRoutes(deps: ProviderDeps): Hono<AppEnv> {
  const routes = new Hono<AppEnv>()
  const user = requireUser(deps)

  routes.get(
    '/bookings/list',
    describeBookings(deps, { summary: 'The driver’s bookings, latest start first', answers: { 200: bookingList } }),
    user,
    validate('query', bookingListQuery),
    async (c) => {
      const { page, size, status_filter: status = 'all' } = c.req.valid('query')
      const { rows, total } = await deps.store.listBookings({ userId: c.get('userId'), status, page, size })
      return c.json({ items: rows.map(toBookingWire), total, page, size, pages: Math.max(1, Math.ceil(total / size)) })
    },
  )

  routes.get(
    '/bookings/:code',
    describeBookings(deps, {
      summary: 'One booking by its code, for its owner alone',
      answers: { 200: bookingSingle },
    }),
    user,
    async (c) => {
      const code = parseBookingCode(c.req.param('code'))
      const row = code.ok ? await deps.store.findBookingByCode(c.get('userId'), code.value) : undefined
      return row === undefined ? problem(c, 'booking_not_found') : c.json({ data: toBookingWire(row) })
    },
  )

  routes.post(
    '/bookings',
    describeBookings(deps, {
      summary: 'Book and pay from the wallet, or keep the space while a gateway is paid',
      answers: { 201: union([bookingSingle, bookingCheckoutSingle]) },
      idempotent: true,
    }),
    user,
    validate('json', createBookingBody),
    (c) => createBooking(c, deps, c.req.valid('json')),
  )

  return routes
}
