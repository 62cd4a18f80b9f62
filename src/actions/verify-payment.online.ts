import type { ApiError } from '../api/api-error.ts'
import { clientAs } from '../api/client.ts'
import { verifyPayment as askProvider } from '../api/payments.ts'
import { LOCKS } from '../config/lock-names.ts'
import type { VerifyPayment } from '../contract/payments.ts'
import { applyPayments } from '../db/apply/payments.ts'
import { ok, type Result } from '../lib/result.ts'
import { uuid7 } from '../lib/uuid7.ts'
import { type Phone, thisPhone } from '../sync/phone.ts'
import { pullBooking } from '../sync/pull/pull-bookings.ts'
import { pullWallet } from '../sync/pull/pull-wallet.ts'
import { toldAt } from '../sync/told-at.ts'
import type { ActionError } from './action-error.ts'
import { attemptAsUser } from './attempt.online.ts'

/** `busy`: another tab is asking about the same payment at this moment; what it hears reaches this one through the mirror. */
export type PaymentAnswer = { readonly kind: 'answered'; readonly answer: VerifyPayment } | { readonly kind: 'busy' }

/** The money moved: balance and booking are brought before the driver is told, so that what is told can be seen. */
async function follow(phone: Phone, userId: string, { data, status }: VerifyPayment): Promise<void> {
  if (status !== 'success' && status !== 'refunded') return
  const { payment, currency } = data
  const code = payment.outcome === 'booked' ? payment.booking_code : null
  // A failed pull leaves what was saved, which says how old it is.
  await Promise.all([pullWallet(phone, userId, currency), ...(code === null ? [] : [pullBooking(phone, userId, code)])])
}

async function ask(phone: Phone, userId: string, reference: string): Promise<Result<VerifyPayment, ApiError>> {
  const key = uuid7(phone.clock.now(), phone.random)
  const answer = await askProvider(clientAs(phone.client, userId), key, reference)
  if (!answer.ok) return answer
  await applyPayments(phone.dbs, userId, { payments: [answer.value.data.payment], ...toldAt(phone) })
  await follow(phone, userId, answer.value)
  return answer
}

/**
 * Asks the provider, which asks the gateway, what became of a payment: one question at a time across the tabs of this phone.
 * Moves no money by itself and may be asked any number of times. Unknown or another driver's: refused with `payment_not_found`.
 */
export const verifyPayment = (
  reference: string,
  phone: Phone = thisPhone,
): Promise<Result<PaymentAnswer, ActionError>> =>
  attemptAsUser(phone, async (userId): Promise<Result<PaymentAnswer, ApiError>> => {
    const asked = await phone.locks.runIfFree(LOCKS.verify + reference, () => ask(phone, userId, reference))
    if (!asked.ok) return ok({ kind: 'busy' })
    return asked.value.ok ? ok({ kind: 'answered', answer: asked.value.value }) : asked.value
  })
