/** What is left of a payment to give back. Newest first in a list of them. */
export interface Refundable {
  readonly reference: string
  readonly leftMinor: number
  /** A session of mobile money is given back as a whole or not at all. */
  readonly inParts: boolean
}

export interface PlannedRefund {
  readonly reference: string
  readonly amountMinor: number
}

/** The newest payments that give exactly `amountMinor` back; undefined when they cannot. */
export function planRefunds(
  payments: readonly Refundable[],
  amountMinor: number,
): readonly PlannedRefund[] | undefined {
  const plan: PlannedRefund[] = []
  let leftMinor = amountMinor
  for (const payment of payments) {
    const partMinor = Math.min(leftMinor, payment.leftMinor)
    if (partMinor <= 0 || (!payment.inParts && partMinor < payment.leftMinor)) continue
    plan.push({ reference: payment.reference, amountMinor: partMinor })
    leftMinor -= partMinor
  }
  return leftMinor === 0 && plan.length > 0 ? plan : undefined
}

export interface WalletFacts {
  readonly balanceMinor: number
  /** Welcome and promotion credit ever given. */
  readonly giftMinor: number
  /** Bookings and extensions less refunds, never below zero. */
  readonly spentMinor: number
}

/** Gifts are spent first and never paid out: what may go back is the rest, as far as payments are there to give it back by. */
export function withdrawableMinor(wallet: WalletFacts, payments: readonly Refundable[]): number {
  const giftLeft = Math.max(0, wallet.giftMinor - wallet.spentMinor)
  const paidLeft = payments.reduce((sum, { leftMinor }) => sum + leftMinor, 0)
  return Math.max(0, Math.min(wallet.balanceMinor - giftLeft, paidLeft))
}
