import { failureOf, findExceededPrice, findNewRefund } from '../../actions/failures.ts'
import type { QueueableCommand } from '../../domain/commands.ts'
import type { Money } from '../../domain/money.ts'
import type { OutboxView } from '../../queries/query.ts'

/** The nearest alternative to a refused request: the same request at the current price or refund. */
export interface Nearest {
  readonly command: QueueableCommand
  readonly money: Money
}

/** Returns null when repeating the same request is the best option. */
export function nearestOf(view: OutboxView): Nearest | null {
  const { command } = view
  const failure = failureOf(view)
  if (failure === null) return null
  if (command?.kind === 'booking.extend') {
    const price = findExceededPrice(failure)
    if (price === undefined) return null
    const { total: amountMinor, currency } = price
    return { command: { ...command, maxPriceMinor: amountMinor }, money: { amountMinor, currency } }
  }
  if (command?.kind === 'booking.cancel') {
    const back = findNewRefund(failure)
    if (back === undefined) return null
    const { refund: amountMinor, currency } = back
    return { command: { ...command, minRefundMinor: amountMinor }, money: { amountMinor, currency } }
  }
  return null
}
