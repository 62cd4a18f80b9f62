import type { VerifyPayment } from '../contract/payments.ts'
import { ok, type Result } from '../lib/result.ts'
import { type Phone, thisPhone } from '../sync/phone.ts'
import { subjectLock } from '../sync/requests/send-now.ts'
import type { ActionError } from './action-error.ts'
import { ask } from './ask-now.online.ts'

/** `busy`: another tab is asking about the same payment at this moment; what it hears reaches this one through the mirror. */
export type PaymentAnswer = { readonly kind: 'answered'; readonly answer: VerifyPayment } | { readonly kind: 'busy' }

/**
 * Asks the provider, which asks the gateway, what became of a payment: one question at a time across the tabs of this phone.
 * Moves no money by itself and may be asked any number of times. Unknown or another driver's: refused with `payment_not_found`.
 */
export async function verifyPayment(
  reference: string,
  phone: Phone = thisPhone,
): Promise<Result<PaymentAnswer, ActionError>> {
  if (await phone.locks.isHeld(subjectLock(`payment:${reference}`))) return ok({ kind: 'busy' })
  const asked = await ask(phone, 'verified', { kind: 'payment.verify', reference })
  return asked.ok ? ok({ kind: 'answered', answer: asked.value.answer }) : asked
}
