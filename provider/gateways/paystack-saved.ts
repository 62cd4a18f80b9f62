import { err, ok, type Result } from '../../src/lib/result.ts'
import type { ChargedMethod, GatewayTrouble, SavedCharge, SavedMethods, SentCharge, Verified } from './gateway.ts'
import { isRecord, textAt } from './signature.ts'
import { toWireAmount } from './wire-scale.ts'

export type AskPaystack = (
  method: 'GET' | 'POST',
  path: string,
  body?: unknown,
) => Promise<Result<unknown, GatewayTrouble>>

type ToVerified = (data: unknown, currency: SentCharge['currency']) => Verified

/**
 * An authorization can only be charged with the email address it was given for, even if the account's address has
 * changed.
 */
const toToken = (code: string, email: string): string => JSON.stringify({ code, email })

const readToken = (token: string): { readonly code: string; readonly email: string } => {
  const kept: unknown = JSON.parse(token)
  return { code: textAt(kept, 'code') ?? '', email: textAt(kept, 'email') ?? '' }
}

const pathOf = (reference: string): string => `/transaction/verify/${encodeURIComponent(reference)}`

async function findMethod(ask: AskPaystack, { reference }: SentCharge): ReturnType<SavedMethods['find']> {
  const data = await ask('GET', pathOf(reference))
  if (!data.ok) return data
  const authorization = isRecord(data.value) ? data.value['authorization'] : undefined
  const [code, email] = [textAt(authorization, 'authorization_code'), textAt(data.value, 'customer', 'email')]
  const isReusable = isRecord(authorization) && authorization['reusable'] === true
  if (!isReusable || code === null || email === null) return ok(null)
  return ok({
    token: toToken(code, email),
    brand: textAt(authorization, 'brand'),
    last4: textAt(authorization, 'last4'),
  })
}

const toCharged = (data: unknown, order: SavedCharge, toVerified: ToVerified): ChargedMethod => {
  // Paused: the bank asks the customer to confirm, but they are not present.
  const isPaused = isRecord(data) && data['paused'] === true
  const verified: Verified = isPaused ? { status: 'failed' } : toVerified(data, order.currency)
  return {
    gatewayReference: textAt(data, 'id'),
    verified: verified.status === 'abandoned' ? { status: 'pending' } : verified,
  }
}

/** https://paystack.com/docs/payments/recurring-charges/#charge-the-authorization */
async function chargeMethod(
  ask: AskPaystack,
  order: SavedCharge,
  toVerified: ToVerified,
): ReturnType<SavedMethods['charge']> {
  const { reference, amountMinor, currency, token } = order
  const { code, email } = readToken(token)
  const data = await ask('POST', '/transaction/charge_authorization', {
    email,
    amount: toWireAmount('paystack', amountMinor, currency),
    currency,
    authorization_code: code,
    reference,
  })
  if (data.ok) return ok(toCharged(data.value, order, toVerified))
  if (data.error.kind === 'unknown') return data
  // Paystack accepts a reference once: a refusal may mean that an earlier charge succeeded but its answer was lost.
  const known = await ask('GET', pathOf(reference))
  if (known.ok) return ok(toCharged(known.value, order, toVerified))
  return known.error.kind === 'unknown' ? known : err(data.error)
}

/** https://paystack.com/docs/api/customer/#deactivate-authorization */
async function forgetMethod(ask: AskPaystack, token: string): ReturnType<SavedMethods['forget']> {
  const done = await ask('POST', '/customer/authorization/deactivate', { authorization_code: readToken(token).code })
  return done.ok ? ok(null) : done
}

/** Charges through reusable authorizations. https://paystack.com/docs/payments/recurring-charges/ */
export const createPaystackSaved = (ask: AskPaystack, toVerified: ToVerified): SavedMethods => ({
  find: (charge) => findMethod(ask, charge),
  charge: (order) => chargeMethod(ask, order, toVerified),
  forget: (token) => forgetMethod(ask, token),
})
