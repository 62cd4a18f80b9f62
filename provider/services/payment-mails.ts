import { displayBookingCode } from '../../src/domain/code.ts'
import { toBookingCode } from '../../src/domain/ids.ts'
import type { ProviderDeps } from './deps.ts'
import { formatAmount } from '../messages/format.ts'
import { PAYMENT_TEXTS } from '../messages/payment-texts.ts'
import { findMethodOf } from '../repositories/payment-methods.ts'
import type { PaymentRow } from '../repositories/payments.ts'
import { findUser, mailAddressOf } from '../repositories/users.ts'
import { runInBackground } from './background.ts'

/**
 * Tells the driver, who has left the page, that a late payment was credited to the wallet. A late payment that still
 * booked a space is covered by the booking's email.
 */
export function sendLatePaymentMail(
  deps: Pick<ProviderDeps, 'db' | 'log' | 'mailer' | 'config'>,
  payment: PaymentRow,
): void {
  const { purpose, booking_code: booking, order_code: order } = payment
  if (purpose === 'top_up') return
  runInBackground(deps.log, 'mail.late_payment', async () => {
    const user = await findUser(deps.db, payment.user_id)
    const to = user === undefined ? null : mailAddressOf(user)
    if (user === undefined || to === null) return
    const text = PAYMENT_TEXTS[user.language].lateMail({
      firstName: user.first_name,
      amount: formatAmount(payment.amount_minor, payment.currency, user.language),
      purpose,
      code: booking === null ? (order ?? '') : displayBookingCode(toBookingCode(booking)),
      link: `${deps.config.publicUrl}/wallet`,
    })
    await deps.mailer.send({ to, ...text })
  })
}

/** Tells the driver about an automatic charge, or that automatic charges were switched off. */
export function sendAutoTopUpMail(
  deps: Pick<ProviderDeps, 'db' | 'log' | 'mailer' | 'config'>,
  payment: PaymentRow,
  news: 'charged' | 'switchedOff',
): void {
  runInBackground(deps.log, 'mail.auto_top_up', async () => {
    const [user, method] = await Promise.all([findUser(deps.db, payment.user_id), findMethodOf(deps.db, payment)])
    if (user === undefined) return
    const facts = {
      firstName: user.first_name,
      amount: formatAmount(payment.amount_minor, payment.currency, user.language),
      card: [method?.brand, method?.last4].filter((part) => typeof part === 'string').join(' '),
      link: `${deps.config.publicUrl}/wallet`,
    }
    await deps.mailer.send({ to: user.email, ...PAYMENT_TEXTS[user.language].autoMail[news](facts) })
  })
}
