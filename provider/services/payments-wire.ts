import type { PaymentInfo, PaymentWire } from '../../src/contract/payments.ts'
import { displayBookingCode } from '../../src/domain/code.ts'
import { toBookingCode } from '../../src/domain/ids.ts'
import { toRfc3339 } from '../../src/domain/instant.ts'
import { must, unreachable } from '../../src/lib/assert.ts'
import type { PaymentRow } from '../repositories/payments.ts'

/** A payment with a chosen gateway, in wire form. */
export function toPaymentWire(row: PaymentRow): PaymentWire {
  const gateway = row.gateway ?? 'sandbox'
  return {
    reference: row.reference,
    purpose: row.purpose,
    gateway,
    kind: row.kind ?? 'card',
    sandbox: gateway === 'sandbox',
    amount: row.amount_minor,
    currency: row.currency,
    state: row.state,
    reason: row.reason,
    outcome: row.outcome,
    refunded: Math.min(row.amount_minor, row.refunded_minor + row.clawed_minor),
    booking_code: row.booking_code === null ? null : displayBookingCode(toBookingCode(row.booking_code)),
    ...(row.order_code === null ? {} : { order_code: row.order_code }),
    created_at: toRfc3339(row.created_at),
    expires_at: toRfc3339(row.expires_at),
    settled_at: row.settled_at === null ? null : toRfc3339(row.settled_at),
    ...(row.method_id === null ? {} : { automatic: true }),
  }
}

function toLink(kind: PaymentInfo['kind'], link: string): Partial<PaymentInfo> {
  switch (kind) {
    case 'card_bank':
      return { authorization_url: link }
    case 'mobile_money':
      return { checkout_url: link }
    case 'card':
      return { payment_url: link }
    default:
      return unreachable(kind)
  }
}

/** How to pay a started payment. */
export function toPaymentInfo(row: PaymentRow): PaymentInfo {
  const start = must(row.start, `start of ${row.reference}`)
  const [gateway, kind] = [must(row.gateway, 'gateway'), must(row.kind, 'kind')]
  return {
    gateway,
    kind,
    sandbox: gateway === 'sandbox',
    expires_at: toRfc3339(row.expires_at),
    ...toLink(kind, start.link),
    ...(start.clientSecret === undefined ? {} : { client_secret: start.clientSecret }),
    ...(start.publicKey === undefined ? {} : { public_key: start.publicKey }),
  }
}
