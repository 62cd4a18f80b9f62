import type { PaymentKind } from '../../src/contract/payments.ts'
import { ok } from '../../src/lib/result.ts'
import type { Clock } from '../../src/lib/clock.ts'
import type { Database } from '../db/database.ts'
import { findCharge, insertCharge } from '../repositories/sandbox-charges.ts'
import type { Gateway, SavedMethods } from './gateway.ts'

/** Last four digits, modelled on Stripe's test cards: one card is always charged, the other is declined once saved. */
export const CARDS = { good: '4242', declining: '0341' } as const

interface SandboxBooks {
  readonly db: Database
  readonly clock: Clock
  readonly kind: PaymentKind
  readonly verify: Gateway['verify']
}

/** A card saved by the sandbox. Its token is its last digits, which determine whether it is declined. */
export const createSandboxSaved = ({ db, clock, kind, verify }: SandboxBooks): SavedMethods => ({
  async find({ reference }) {
    const charge = await findCharge(db, reference)
    const card = charge?.keeps === true ? charge.card : null
    return ok(card === null ? null : { token: card, brand: 'visa', last4: card })
  },
  async charge({ reference, amountMinor, currency, token }) {
    const settled = token === CARDS.declining ? ('failed' as const) : ('paid' as const)
    const charge = { reference, kind, amountMinor, currency, returnUrl: '', settled }
    await insertCharge(db, { ...charge, nowMs: clock.now() })
    const verified = await verify({ reference, gatewayReference: reference, currency })
    return verified.ok ? ok({ gatewayReference: reference, verified: verified.value }) : verified
  },
  forget: () => Promise.resolve(ok(null)),
})
