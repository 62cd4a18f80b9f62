import { Hono } from 'hono'
import type { Context } from 'hono'
import {
  bookingSingle,
  bookingStatusQuery,
  type BookingVehicleBody,
  bookingVehicleBody,
  extendBookingBody,
  moveBookingBody,
  movedBooking,
  payOverstayBody,
  shortenBookingBody,
} from '../../src/contract/bookings.ts'
import { keepEventBody } from '../../src/contract/events.ts'
import { type BookingId, toBookingId } from '../../src/domain/ids.ts'
import { mustInstant, parseInstant } from '../../src/domain/instant.ts'
import type { Result } from '../../src/lib/result.ts'
import { isUuid } from '../../src/lib/uuid7.ts'
import type { ProviderDeps } from '../services/deps.ts'
import type { AppEnv } from '../http/app-env.ts'
import { describe } from '../http/describe.ts'
import { idempotent, onStore } from './guards/idempotent.ts'
import { problem } from '../http/problem.ts'
import { refuse } from './refuse.ts'
import type { Refusal } from '../rules/refusal.ts'
import { requireUser } from './guards/require-user.ts'
import { validate } from '../http/validate.ts'
import type { BookingRow } from '../repositories/bookings.ts'
import type { Rows } from '../repositories/store.ts'
import { toBookingWire } from '../services/booking-wire.ts'
import { cancel, type Change, extend, putPlate, renew } from '../services/change-booking.ts'
import { keepForNewDate } from '../services/follow-events.ts'
import { payOverstay, shorten } from '../services/end-of-stay.ts'
import { move } from '../services/move-booking.ts'
import { parsePlate } from '../rules/stay.ts'

type Apply<T = BookingRow> = (change: Change) => Promise<Result<T, Refusal>>

interface Asked<T> {
  readonly bookingId: string
  readonly apply: Apply<T>
  readonly evenHeld?: boolean
}

/** Locks the driver's booking, applies a rule to it and answers with the outcome, all under the request's key. */
async function changeLocked<T>(
  c: Context<AppEnv>,
  deps: ProviderDeps,
  change: Asked<T> & { readonly answer: (changed: T) => object },
): Promise<Response> {
  const userId = c.get('userId')
  const sign = await deps.signer.passSigning()
  const work = async (tx: Rows): Promise<Response> => {
    const booking = isUuid(change.bookingId)
      ? await tx.lockBooking(userId, toBookingId(change.bookingId) satisfies BookingId)
      : undefined
    if (booking === undefined) return problem(c, 'booking_not_found')
    if (booking.hold_until !== null && change.evenHeld !== true) return problem(c, 'booking_not_active')
    const changed = await change.apply({ tx, deps, sign, booking, nowMs: deps.clock.now() })
    return changed.ok ? c.json(change.answer(changed.value)) : refuse(c, changed.error)
  }
  return idempotent(c, deps, onStore(deps, work))
}

/** Answers with the changed booking. */
const changeBooking = (c: Context<AppEnv>, deps: ProviderDeps, change: Asked<BookingRow>): Promise<Response> =>
  changeLocked(c, deps, { ...change, answer: (booking) => ({ data: toBookingWire(booking) }) })

const describeChange = (summary: string, deps: ProviderDeps, answer: Answer = bookingSingle) =>
  describe({ tag: 'bookings', summary, answers: { 200: answer }, secured: true, idempotent: true }, deps.config)

type Answer = typeof bookingSingle | typeof movedBooking

/** Uses the plate of one of the driver's vehicles, or the typed plate. */
const putWantedPlate = async (change: Parameters<Apply>[0], body: BookingVehicleBody): ReturnType<Apply> => {
  const { vehicle_id: vehicleId } = body
  const vehicle =
    vehicleId === undefined ? undefined : await change.tx.findOwnVehicle(change.booking.user_id, vehicleId)
  if (vehicleId !== undefined && vehicle === undefined) return { ok: false, error: { code: 'vehicle_not_found' } }
  const plate = parsePlate(vehicle?.plate ?? body.plate ?? '')
  return plate.ok ? putPlate(change, plate.value) : plate
}

/** Routes for the end of a stay: an earlier end, and the time after it. */
function addEndRoutes(routes: Hono<AppEnv>, deps: ProviderDeps): void {
  const user = requireUser(deps)
  routes.post(
    '/bookings/:id/shorten',
    describeChange('Move the end earlier for at least min_refund', deps),
    user,
    validate('json', shortenBookingBody),
    (c) => {
      const body = c.req.valid('json')
      const [newEnd, baseEnd] = [parseInstant(body.new_end_time), parseInstant(body.base_end_time)]
      if (!newEnd.ok || !baseEnd.ok) return problem(c, 'times_invalid')
      const wanted = { newEndMs: newEnd.value, baseEndMs: baseEnd.value, minRefundMinor: body.min_refund }
      return changeBooking(c, deps, { bookingId: c.req.param('id'), apply: (change) => shorten(change, wanted) })
    },
  )
  routes.post(
    '/bookings/:id/overstay',
    describeChange('Pay for the time after the end, for at most max_price', deps),
    user,
    validate('json', payOverstayBody),
    (c) => {
      const { max_price: maxPriceMinor, privately: isPrivate } = c.req.valid('json')
      return changeBooking(c, deps, {
        bookingId: c.req.param('id'),
        apply: (change) => payOverstay(change, { maxPriceMinor, isPrivate }),
      })
    },
  )
}

function addMoveRoute(routes: Hono<AppEnv>, deps: ProviderDeps): void {
  routes.post(
    '/bookings/:id/move',
    describeChange(
      'Move to other times or another car park at quoted_total, for at least min_refund',
      deps,
      movedBooking,
    ),
    requireUser(deps),
    validate('json', moveBookingBody),
    (c) => {
      const wanted = c.req.valid('json')
      return changeLocked(c, deps, {
        bookingId: c.req.param('id'),
        apply: (change) => move(change, wanted),
        answer: ({ to, from }) => ({ data: toBookingWire(to), moved: toBookingWire(from) }),
      })
    },
  )
}

/** Routes that keep the booking: for another plate, or for the new date of its event. */
function addKeepingRoutes(routes: Hono<AppEnv>, deps: ProviderDeps): void {
  const user = requireUser(deps)

  routes.put(
    '/bookings/:id/vehicle',
    describeChange('Change the plate; the pass is signed again with a higher sequence', deps),
    user,
    validate('json', bookingVehicleBody),
    (c) => {
      const body = c.req.valid('json')
      return changeBooking(c, deps, { bookingId: c.req.param('id'), apply: (change) => putWantedPlate(change, body) })
    },
  )

  routes.put(
    '/bookings/:id/event',
    describeChange('Keep a booking of a postponed event for its new date; money back is a cancel', deps),
    user,
    validate('json', keepEventBody),
    (c) => {
      const from = mustInstant(c.req.valid('json').parking_from)
      return changeBooking(c, deps, {
        bookingId: c.req.param('id'),
        apply: (change) => keepForNewDate(change, from),
      })
    },
  )
}

/** Extend, shorten, move, cancel, renew, change the plate, pay for overtime. */
export function bookingChangeRoutes(deps: ProviderDeps): Hono<AppEnv> {
  const routes = new Hono<AppEnv>()
  const user = requireUser(deps)
  addEndRoutes(routes, deps)
  addKeepingRoutes(routes, deps)
  addMoveRoute(routes, deps)

  routes.post(
    '/bookings/extend',
    describeChange('Move the end later, for at most max_price', deps),
    user,
    validate('json', extendBookingBody),
    (c) => {
      const body = c.req.valid('json')
      const [newEnd, baseEnd] = [parseInstant(body.new_end_time), parseInstant(body.base_end_time)]
      if (!newEnd.ok || !baseEnd.ok) return problem(c, 'times_invalid')
      const wanted = { newEndMs: newEnd.value, baseEndMs: baseEnd.value, maxPriceMinor: body.max_price }
      return changeBooking(c, deps, { bookingId: body.booking_id, apply: (change) => extend(change, wanted) })
    },
  )

  routes.put(
    '/bookings/:id/status',
    describeChange('Cancel for at least min_refund, or renew a cancelled booking at quoted_total', deps),
    user,
    validate('query', bookingStatusQuery),
    (c) => {
      const {
        status,
        min_refund: minRefundMinor,
        reason,
        quoted_total: totalMinor,
        tariff_version: tariffVersion,
      } = c.req.valid('query')
      const bookingId = c.req.param('id')
      if (status === 'cancelled') {
        const wanted = { minRefundMinor, isNoSpace: reason !== undefined }
        return changeBooking(c, deps, { bookingId, apply: (change) => cancel(change, wanted), evenHeld: true })
      }
      if (totalMinor === undefined || tariffVersion === undefined) {
        const field = totalMinor === undefined ? 'quoted_total' : 'tariff_version'
        return problem(c, 'validation_failed', { fields: [{ field, code: 'required' }] })
      }
      return changeBooking(c, deps, { bookingId, apply: (change) => renew(change, { totalMinor, tariffVersion }) })
    },
  )

  return routes
}
