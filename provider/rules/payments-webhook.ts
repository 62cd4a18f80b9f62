import type { GatewayName } from '../../src/contract/payments.ts'
import { err, ok, type Result } from '../../src/lib/result.ts'
import { runInBackground } from '../mail/background.ts'
import { getGateways } from '../gateways/gateways.ts'
import type { RawWebhook, WebhookError } from '../gateways/gateway.ts'
import { findPayment, keepWebhook } from '../repositories/payments.ts'
import type { PaymentDeps } from './payments-start.ts'
import { checkPayment } from './payments-verify.ts'

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
  const { eventId, type, reference } = event.value
  const isNew = await keepWebhook(deps.db, { gateway: name, eventId, type, reference, nowMs: webhook.nowMs })
  deps.log.info(isNew ? 'webhook.accepted' : 'webhook.repeated', { gateway: name, type, reference })
  if (isNew && reference !== null) {
    runInBackground(deps.log, 'webhook.settle', async () => {
      const payment = await findPayment(deps.db, reference)
      // A reference of another gateway would let one of them speak for the other.
      if (payment !== undefined && payment.gateway === name) await checkPayment(deps, payment)
    })
  }
  return ok(isNew ? 'new' : 'repeated')
}
