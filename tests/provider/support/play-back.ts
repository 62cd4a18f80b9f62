import { type Later } from '../../../provider/gateways/sandbox-page.ts'
import { playBack } from '../../../provider/services/sandbox-back.ts'
import { newKey } from './test-driver.ts'
import { postWebhook } from './test-payments.ts'
import type { TestProvider } from './test-provider.ts'

const WORD: Readonly<Record<Later, string>> = {
  reverse: 'charge.reversed',
  dispute: 'charge.dispute.created',
  dispute_won: 'charge.dispute.closed',
  dispute_lost: 'charge.dispute.closed',
  slow_refunds: 'refund.created',
  refunds_arrive: 'refund.processed',
  refunds_fail: 'refund.failed',
}

interface Back {
  readonly reference: string
  readonly later: Later
  /** How often the event arrives: 0 (lost), once, or repeatedly. */
  readonly told: number
}

/** Moves money back at the gateway, or forward again. */
export async function goBackAtGateway(provider: TestProvider, { reference, later, told }: Back): Promise<void> {
  await playBack(provider.deps.db, { reference, later, nowMs: provider.clock.now() })
  const event = { id: newKey(), type: WORD[later] }
  for (let count = 0; count < told; count += 1) await postWebhook(provider, reference, event)
}
