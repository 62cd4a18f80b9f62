import type { Result } from '../lib/result.ts'
import { type ExtendInput, extendBookingCommand } from '../outbox/commands/as-seen.ts'
import { type Asker, thisAsker } from '../outbox/enqueue.ts'
import type { ActionError } from './action-error.ts'
import { ask, type Asked } from './ask.ts'

/** Refusals: max_price_exceeded, stale_base, grace_over, park_full, wallet_too_low. */
export const extendBooking = (input: ExtendInput, asker: Asker = thisAsker): Promise<Result<Asked, ActionError>> =>
  ask(asker, extendBookingCommand(input))
