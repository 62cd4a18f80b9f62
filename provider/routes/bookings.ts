import { Hono } from 'hono'
import type { Context } from 'hono'
import { union } from 'valibot'
import { bookingList, bookingListQuery, bookingSingle, createBookingBody } from '../../src/contract/bookings.ts'
import { bookingCheckoutSingle } from '../../src/contract/payments.ts'
import { parseBookingCode } from '../../src/domain/code.ts'
import type { ProviderDeps } from '../services/deps.ts'
import type { AppEnv } from '../http/app-env.ts'
import { describe } from '../http/describe.ts'
import { idempotent } from './guards/idempotent.ts'
import { problem } from '../http/problem.ts'
import { requestOrigin } from '../http/request-origin.ts'
import { paymentLimit } from './guards/payment-limit.ts'
import { requireUser } from './guards/require-user.ts'
import { validate } from '../http/validate.ts'
import { bookDraft } from '../services/book.ts'
import { type BookRequest, draftBooking } from '../services/draft-booking.ts'
import { draftMonthly } from '../services/draft-monthly.ts'
import { checkoutBooking } from '../services/holds.ts'
import { toBookingWire } from '../services/booking-wire.ts'

function createBooking(c: Context<AppEnv>, deps: ProviderDeps, body: BookRequest['body']): Promise<Response> {
  return idempotent(c, deps, async (call) => {
    const nowMs = deps.clock.now()
    const draftAs = body.product_id === undefined ? draftBooking : draftMonthly
    const draft = await draftAs(deps, { userId: c.get('userId'), body, nowMs })
    if (!draft.ok) return { kind: 'refused', refusal: draft.error }
    if (body.payment_method === 'gateway') {
      const origin = requestOrigin(c, deps.config.publicUrl)
      return checkoutBooking(deps, { call, draft: draft.value, origin })
    }
    return bookDraft(deps, draft.value, { ...call, nowMs })
  })
}

type Described = Parameters<typeof describe>[0]

const describeBookings = (deps: ProviderDeps, route: Omit<Described, 'tag' | 'secured'>) =>
  describe({ tag: 'bookings', secured: true, ...route }, deps.config)

/** Reads and creates bookings; `booking-changes.ts` has the other routes. */
export function bookingRoutes(deps: ProviderDeps): Hono<AppEnv> {
  const routes = new Hono<AppEnv>()
  const user = requireUser(deps)
  const limits = paymentLimit(deps)

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
      summary: 'Book a stay or a monthly pass and pay from the wallet, or keep the space while a gateway is paid',
      answers: { 201: union([bookingSingle, bookingCheckoutSingle]) },
      idempotent: true,
    }),
    user,
    validate('json', createBookingBody),
    (c, next) => (c.req.valid('json').payment_method === 'gateway' ? limits.start(c, next) : next()),
    (c) => createBooking(c, deps, c.req.valid('json')),
  )

  return routes
}
