import type { PaidStay } from '../db/read/payments.ts'
import type { Result } from '../lib/result.ts'
import { type Phone, thisPhone } from '../sync/phone.ts'
import type { ActionError } from './action-error.ts'
import { type BookParkInput, toBookingBody } from './book-park.online.ts'
import { type StartedPayment, startPayment } from './start-payment.online.ts'

/** Keeps the space for as long as its driver may pay at the gateway. Refusals as those of `bookPark`, and payment_unavailable. */
export function holdForPayment(
  input: BookParkInput & Pick<PaidStay, 'zone'>,
  phone: Phone = thisPhone,
): Promise<Result<StartedPayment, ActionError>> {
  const { parkName, zone, startMs: fromMs, endMs: untilMs } = input
  const stay = { parkName, zone, fromMs, untilMs }
  return startPayment({ kind: 'booking', body: toBookingBody(input, 'gateway'), stay }, phone)
}
