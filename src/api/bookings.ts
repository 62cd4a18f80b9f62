import type * as v from 'valibot'
import {
  type Booking,
  bookingList,
  bookingSingle,
  type BookingVehicleBody,
  type CreateBookingBody,
  type ExtendBookingBody,
  type MoveBookingBody,
  movedBooking,
  type ShortenBookingBody,
} from '../contract/bookings.ts'
import type { Page } from '../contract/common.ts'
import { ok, type Result } from '../lib/result.ts'
import type { ApiError } from './api-error.ts'
import type { Call, Client } from './client.ts'
import { isSameCode } from '../domain/code.ts'
import { type KeyedCall, keyedCall, keyedData } from './keyed-call.ts'

type Answer<T> = Promise<Result<T, ApiError>>
type IsAnswer = (booking: Booking) => boolean

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

export const createBooking = (body: CreateBookingBody): KeyedCall<Booking> =>
  keyedData({ method: 'POST', path: '/bookings', body }, bookingSingle, (booking) => booking.park_id === body.park_id)

export const extendBooking = (body: ExtendBookingBody): KeyedCall<Booking> =>
  keyedData({ method: 'POST', path: '/bookings/extend', body }, bookingSingle, isOf(body.booking_id))

const changeStatus = (bookingId: string, query: NonNullable<Call<unknown>['query']>): KeyedCall<Booking> =>
  keyedData({ method: 'PUT', path: `/bookings/${bookingId}/status`, query }, bookingSingle, isOf(bookingId))

export interface CancelArgs {
  readonly bookingId: string
  /** Minor units: the provider refuses when the refund would be less. */
  readonly minRefund: number
  readonly reason?: 'no_space' | undefined
}

export const cancelBooking = ({ bookingId, minRefund, reason }: CancelArgs): KeyedCall<Booking> =>
  changeStatus(bookingId, {
    status: 'cancelled',
    min_refund: minRefund,
    ...(reason === undefined ? {} : { reason }),
  })

export interface RenewArgs {
  readonly bookingId: string
  /** Minor units. */
  readonly quotedTotal: number
  readonly tariffVersion: string
}

export const renewBooking = ({ bookingId, quotedTotal, tariffVersion }: RenewArgs): KeyedCall<Booking> =>
  changeStatus(bookingId, { status: 'active', quoted_total: quotedTotal, tariff_version: tariffVersion })

export interface PlateArgs {
  readonly bookingId: string
  readonly body: BookingVehicleBody
}

export const changePlate = ({ bookingId, body }: PlateArgs): KeyedCall<Booking> =>
  keyedData({ method: 'PUT', path: `/bookings/${bookingId}/vehicle`, body }, bookingSingle, isOf(bookingId))

/** `maxPrice` in minor units: the provider refuses when more is owed by then. */
export const payOverstay = (args: {
  readonly bookingId: string
  readonly maxPrice: number
  readonly isPrivate: boolean
}): KeyedCall<Booking> =>
  keyedData(
    {
      ...{ method: 'POST', path: `/bookings/${args.bookingId}/overstay` },
      body: { max_price: args.maxPrice, ...(args.isPrivate ? { privately: true } : {}) },
    },
    bookingSingle,
    isOf(args.bookingId),
  )

export interface ShortenArgs {
  readonly bookingId: string
  /** RFC 3339. */
  readonly baseEnd: string
  readonly newEnd: string
  /** Minor units: the provider refuses when the refund would be less. */
  readonly minRefundMinor: number
}

export function shortenBooking({ bookingId, baseEnd, newEnd, minRefundMinor }: ShortenArgs): KeyedCall<Booking> {
  const body: ShortenBookingBody = { base_end_time: baseEnd, new_end_time: newEnd, min_refund: minRefundMinor }
  return keyedData({ method: 'POST', path: `/bookings/${bookingId}/shorten`, body }, bookingSingle, isOf(bookingId))
}

export interface KeepEventArgs {
  readonly bookingId: string
  /** RFC 3339: when the parking begins, as the driver saw it. */
  readonly parkingFrom: string
}

/** Keeps a booking for the new date of its event, which ends the choice. */
export const keepEventBooking = ({ bookingId, parkingFrom }: KeepEventArgs): KeyedCall<Booking> =>
  keyedData(
    { method: 'PUT', path: `/bookings/${bookingId}/event`, body: { parking_from: parkingFrom } },
    bookingSingle,
    isOf(bookingId),
  )

export interface MoveArgs {
  readonly bookingId: string
  readonly body: MoveBookingBody
}

export interface Moved {
  readonly booking: Booking
  /** The former booking: cancelled, with its refund. */
  readonly left: Booking
}

export const moveBooking = ({ bookingId, body }: MoveArgs): KeyedCall<Moved> =>
  keyedCall<v.InferOutput<typeof movedBooking>, Moved>({
    ...{ method: 'POST', path: `/bookings/${bookingId}/move`, body, schema: movedBooking },
    isAnswer: ({ data, moved }) => data.moved_from === bookingId && moved.booking_id === bookingId,
    read: ({ data: booking, moved: left }) => ({ booking, left }),
  })
