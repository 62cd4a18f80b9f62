import type { Booking, CreateBookingBody } from '../contract/bookings.ts'
import type { VehicleTypeId } from '../domain/tariff-types.ts'
import { readIntents } from '../db/read/intents.ts'
import { err, ok, type Result } from '../lib/result.ts'
import { type Phone, thisPhone } from '../sync/phone.ts'
import type { ActionError } from './action-error.ts'
import { askAgain } from './ask-again.online.ts'
import { pushBooking } from './push-write.online.ts'
import { withStorage } from './with-storage.ts'

export interface BookParkInput {
  readonly parkId: number
  /** Kept with the intent, so that an unfinished booking can be named at the next start. */
  readonly parkName: string
  /** One of the two. */
  readonly plate?: string
  readonly vehicleId?: string
  readonly vehicleTypeId: VehicleTypeId
  /** Epoch milliseconds. */
  readonly startMs: number
  readonly endMs: number
  /** What the driver was shown, minor units of the park's currency. */
  readonly quotedTotalMinor: number
  readonly tariffVersion: string
}

export function toBookingBody(input: BookParkInput, method: CreateBookingBody['payment_method']): CreateBookingBody {
  const { parkId, plate, vehicleId, vehicleTypeId, startMs, endMs } = input
  return {
    park_id: parkId,
    ...(vehicleId === undefined ? {} : { vehicle_id: vehicleId }),
    ...(plate === undefined ? {} : { plate }),
    vehicle_type_id: vehicleTypeId,
    start_time: new Date(startMs).toISOString(),
    end_time: new Date(endMs).toISOString(),
    payment_method: method,
    quoted_total: input.quotedTotalMinor,
    tariff_version: input.tariffVersion,
  }
}

/** Of an earlier tap for the very same stay, whose answer was lost or is awaited in another tab. */
async function findSame(body: CreateBookingBody, phone: Phone): Promise<string | undefined> {
  const content = JSON.stringify(body)
  const same = (await readIntents(phone.dbs)).find(
    ({ write }) => write.kind === 'booking.create' && JSON.stringify(write.body) === content,
  )
  return same?.id
}

/**
 * Books and pays from the wallet. The intent and its key are stored first and a lost answer is asked for with the same key, so one tap
 * makes at most one booking, and a second tap for the same stay goes on with the first. Refusals: park_full, wallet_too_low,
 * price_changed, times_invalid and kin.
 */
export const bookPark = (input: BookParkInput, phone: Phone = thisPhone): Promise<Result<Booking, ActionError>> =>
  withStorage(async (): Promise<Result<Booking, ActionError>> => {
    const body = toBookingBody(input, 'wallet')
    const intentId = await findSame(body, phone)
    if (intentId === undefined) return pushBooking(phone, { kind: 'booking.create', parkName: input.parkName, body })
    const answer = await askAgain(intentId, phone)
    if (!answer.ok) return answer
    // Settled in another tab between two looks: asking for it tells how.
    return answer.value === null ? err({ kind: 'outcome_unknown', intentId }) : ok(answer.value)
  })
