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

/** Asks the gateway about a payment of its own; another's would let one gateway speak for the other. */
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
    // The event is kept and the payment due: the job asks when the database is back.
    deps.log.warn('webhook.settle_postponed', { gateway: name, reference })
  }
}

/**
 * Takes a webhook: signature, then one row by event id, then the answer. What it says is only a reason to ask the gateway, so its
 * order, its repetition and its content move no money; should the provider stop before it asks, the job finds the payment due.
 */
export async function acceptWebhook(
  deps: PaymentDeps,
  name: GatewayName,
  webhook: RawWebhook,
): Promise<Result<'new' | 'repeated', WebhookError | 'unknown_gateway'>> {
  // The sandbox signs for all its kinds alike.
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
  // Before the event is kept: a crash in between leaves the payment due, and the event may come again.
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
