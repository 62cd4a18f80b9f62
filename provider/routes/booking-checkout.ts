import type { Context } from 'hono'
import type { ProviderDeps } from '../deps.ts'
import type { AppEnv } from '../http/app-env.ts'
import { problem } from '../http/problem.ts'
import { refuse } from '../http/refusal.ts'
import { requestOrigin } from '../http/request-origin.ts'
import type { IdempotentCall } from '../repositories/idempotency.ts'
import type { BookingDraft } from '../rules/book.ts'
import { findCheckoutRefusal, SpaceRefused, toBookingCheckout, toCheckoutWish } from '../rules/holds.ts'
import { parkFull } from '../rules/refusals.ts'
import { startPayment } from './payment-start.ts'

interface Checkout {
  readonly call: IdempotentCall
  readonly draft: BookingDraft
}

/** POST /bookings with `payment_method: gateway`: keeps the space, starts the payment, answers with both. */
export async function checkoutBooking(
  c: Context<AppEnv>,
  deps: ProviderDeps,
  { call, draft }: Checkout,
): Promise<Response> {
  const refusal = findCheckoutRefusal(draft)
  if (refusal !== undefined) return refuse(c, refusal)
  const user = await deps.store.findUser(draft.userId)
  if (user === undefined) return problem(c, 'token_invalid')
  const origin = requestOrigin(c, deps.config.publicUrl)
  const wish = toCheckoutWish(deps, { call, user, draft, origin })
  try {
    return await startPayment(c, deps, { wish, status: 201, toData: toBookingCheckout })
  } catch (error) {
    if (!(error instanceof SpaceRefused)) throw error
    if (error.refused !== 'park_full') return problem(c, error.refused)
    const nowMs = deps.clock.now()
    return refuse(c, await parkFull(deps.store, { park: draft.park, stay: draft.stay, nowMs }))
  }
}
