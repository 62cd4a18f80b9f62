import type { GatewayName } from '../../src/contract/payments.ts'
import { err, ok, type Result } from '../../src/lib/result.ts'
import { runInBackground } from './background.ts'
import { isDatabaseUnavailable } from '../db/unavailable.ts'
import { getGateways } from '../gateways/gateways.ts'
import type { RawWebhook, WebhookError } from '../gateways/gateway.ts'
import { findReference, wakeBack } from '../repositories/clawbacks.ts'
import { findPayment, keepWebhook } from '../repositories/payments.ts'
import { checkBack, hasMoney } from './payments-back.ts'
import type { PaymentDeps } from './payments-start.ts'
import { checkPayment } from './payments-verify.ts'

/** Asks the gateway about one of its own payments only, so that no gateway can trigger changes for another's. */
async function settleOf(
  deps: PaymentDeps,
  name: GatewayName,
  { reference, isBack }: { readonly reference: string; readonly isBack: boolean },
): Promise<void> {
  try {
    const payment = await findPayment(deps.db, reference)
    if (payment?.gateway !== name) return
    const { payment: settled } = await checkPayment(deps, payment)
    if (isBack && hasMoney(settled)) await checkBack(deps, settled)
  } catch (error) {
    if (!isDatabaseUnavailable(error)) throw error
    // The event is stored and the payment is due, so the job asks once the database is back.
    deps.log.warn('webhook.settle_postponed', { gateway: name, reference })
  }
}

/**
 * Accepts a webhook: checks the signature, stores one row per event id, then answers. A webhook only triggers a query
 * to the gateway, so its order, repetition and content move no money; if the provider stops before asking, the job
 * finds the payment due.
 */
export async function acceptWebhook(
  deps: PaymentDeps,
  name: GatewayName,
  webhook: RawWebhook,
): Promise<Result<'new' | 'repeated', WebhookError | 'unknown_gateway'>> {
  // The sandbox signs all its kinds alike.
  const gateway = getGateways(deps).find(name, 'card')
  if (gateway === undefined) return err('unknown_gateway')
  const event = await gateway.readWebhook(webhook)
  if (!event.ok) {
    deps.log.warn('webhook.refused', { gateway: name, reason: event.error })
    return event
  }
  const { eventId, type, gatewayReference = null, isBack } = event.value
  const named = event.value.reference
  const reference = named ?? (gatewayReference === null ? null : await findReference(deps.db, name, gatewayReference))
  // Done before the event is stored: a crash in between leaves the payment due, and the event may arrive again.
  if (isBack && reference !== null) await wakeBack(deps.db, { gateway: name, reference, nowMs: webhook.nowMs })
  const isNew = await deps.db.transaction((tx) =>
    keepWebhook(tx, { gateway: name, eventId, type, reference, nowMs: webhook.nowMs }),
  )
  deps.log.info(isNew ? 'webhook.accepted' : 'webhook.repeated', { gateway: name, type, reference })
  if (isNew && reference !== null) {
    runInBackground(deps.log, 'webhook.settle', () => settleOf(deps, name, { reference, isBack }))
  }
  return ok(isNew ? 'new' : 'repeated')
}
