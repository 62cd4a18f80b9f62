import type * as v from 'valibot'
import { type Booking, bookingSingle } from '../contract/bookings.ts'
import {
  type AddFunds,
  addFundsSingle,
  type BookingCheckout,
  bookingCheckoutSingle,
  type Withdrawal,
  withdrawalSingle,
} from '../contract/payments.ts'
import { type Vehicle, vehicleSingle } from '../contract/vehicles.ts'
import { ok, type Result } from '../lib/result.ts'
import type { ApiError } from './api-error.ts'
import type { Client } from './client.ts'

/** Undefined: nothing is kept under the key. Refused with `idempotency_in_progress` while its request is at work. */
type Kept<T> = Promise<Result<T | undefined, ApiError>>

const isNothingKept = (error: ApiError): boolean => error.kind === 'problem' && error.status === 404

interface Expected<T> {
  readonly schema: v.GenericSchema<unknown, { readonly data: T }>
  readonly isAnswer: (value: T) => boolean
}

async function askFor<T>(client: Client, key: string, { schema, isAnswer }: Expected<T>): Kept<T> {
  const answer = await client.send({
    method: 'GET',
    path: `/idempotency/${encodeURIComponent(key)}`,
    schema,
    isAnswer: ({ data }) => isAnswer(data),
    as: 'user',
  })
  if (answer.ok) return ok(answer.value.data)
  return isNothingKept(answer.error) ? ok(undefined) : answer
}

/** What the provider answered to a booking's write whose answer was lost, by the write's key. */
export const findKeptBooking = (client: Client, key: string, isAnswer: (booking: Booking) => boolean): Kept<Booking> =>
  askFor(client, key, { schema: bookingSingle, isAnswer })

/** As `findKeptBooking`, of a vehicle's write. */
export const findKeptVehicle = (client: Client, key: string, isAnswer: (vehicle: Vehicle) => boolean): Kept<Vehicle> =>
  askFor(client, key, { schema: vehicleSingle, isAnswer })

/** As `findKeptBooking`, of a top-up's start. */
export const findKeptTopUp = (client: Client, key: string, isAnswer: (started: AddFunds) => boolean): Kept<AddFunds> =>
  askFor(client, key, { schema: addFundsSingle, isAnswer })

/** As `findKeptBooking`, of a booking that is paid at a gateway. */
export const findKeptCheckout = (
  client: Client,
  key: string,
  isAnswer: (started: BookingCheckout) => boolean,
): Kept<BookingCheckout> => askFor(client, key, { schema: bookingCheckoutSingle, isAnswer })

/** As `findKeptBooking`, of a withdrawal's request or its taking back. */
export const findKeptWithdrawal = (
  client: Client,
  key: string,
  isAnswer: (withdrawal: Withdrawal) => boolean,
): Kept<Withdrawal> => askFor(client, key, { schema: withdrawalSingle, isAnswer })
