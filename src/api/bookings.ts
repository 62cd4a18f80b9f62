import type * as v from 'valibot'
import {
  type Booking,
  bookingList,
  bookingSingle,
  type BookingVehicleBody,
  type CreateBookingBody,
  type ExtendBookingBody,
} from '../contract/bookings.ts'
import type { Page } from '../contract/common.ts'
import { ok, type Result } from '../lib/result.ts'
import type { ApiError } from './api-error.ts'
import type { Call, Client } from './client.ts'
import { isSameCode } from '../domain/code.ts'

type Answer<T> = Promise<Result<T, ApiError>>
/** A write of a booking: path, content and the key under which it has one effect. */
type Write = Pick<Call<unknown>, 'method' | 'path' | 'query' | 'body'> & { readonly key: string }

type IsAnswer = (booking: Booking) => boolean

async function write(client: Client, call: Write, isAnswer: IsAnswer): Answer<Booking> {
  const answer = await client.send({
    ...call,
    schema: bookingSingle,
    isAnswer: ({ data }) => isAnswer(data),
    as: 'user',
  })
  return answer.ok ? ok(answer.value.data) : answer
}

const isOf =
  (bookingId: string): IsAnswer =>
  (booking) =>
    booking.booking_id === bookingId

export const listBookings = (client: Client, page: number, size: number): Answer<Page<Booking>> =>
  client.send<v.InferOutput<typeof bookingList>>({
    method: 'GET',
    path: '/bookings/list',
    query: { page, size, status_filter: 'all' },
    schema: bookingList,
    isAnswer: (list) => list.page === page,
    as: 'user',
  })

export async function getBooking(client: Client, code: string): Answer<Booking> {
  const path = `/bookings/${encodeURIComponent(code)}`
  const isAnswer = ({ data }: { data: Booking }): boolean => isSameCode(data.booking_code, code)
  const answer = await client.send({ method: 'GET', path, schema: bookingSingle, isAnswer, as: 'user' })
  return answer.ok ? ok(answer.value.data) : answer
}

export const createBooking = (client: Client, key: string, body: CreateBookingBody): Answer<Booking> =>
  write(client, { method: 'POST', path: '/bookings', body, key }, (booking) => booking.park_id === body.park_id)

export const extendBooking = (client: Client, key: string, body: ExtendBookingBody): Answer<Booking> =>
  write(client, { method: 'POST', path: '/bookings/extend', body, key }, isOf(body.booking_id))

/** `minRefund` in minor units: less than that and the provider refuses. */
export const cancelBooking = (
  client: Client,
  key: string,
  args: { bookingId: string; minRefund: number },
): Answer<Booking> =>
  write(
    client,
    {
      method: 'PUT',
      path: `/bookings/${args.bookingId}/status`,
      query: { status: 'cancelled', min_refund: args.minRefund },
      key,
    },
    isOf(args.bookingId),
  )

export interface RenewArgs {
  readonly bookingId: string
  /** Minor units. */
  readonly quotedTotal: number
  readonly tariffVersion: string
}

export const renewBooking = (client: Client, key: string, args: RenewArgs): Answer<Booking> =>
  write(
    client,
    {
      method: 'PUT',
      path: `/bookings/${args.bookingId}/status`,
      query: { status: 'active', quoted_total: args.quotedTotal, tariff_version: args.tariffVersion },
      key,
    },
    isOf(args.bookingId),
  )

export interface PlateArgs {
  readonly bookingId: string
  readonly body: BookingVehicleBody
}

export const changePlate = (client: Client, key: string, args: PlateArgs): Answer<Booking> =>
  write(
    client,
    { method: 'PUT', path: `/bookings/${args.bookingId}/vehicle`, body: args.body, key },
    isOf(args.bookingId),
  )
