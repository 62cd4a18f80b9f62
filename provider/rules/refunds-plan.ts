/** What is left to refund of a payment. Lists are ordered newest first. */
export interface Refundable {
  readonly reference: string
  readonly leftMinor: number
  /** False for a mobile-money session, which can only be refunded in full. */
  readonly inParts: boolean
}

export interface PlannedRefund {
  readonly reference: string
  readonly amountMinor: number
}

/** Limits the search: with hundreds of payments the number of sums would take too long. */
const MAX_SUMS = 5_000

/** A sum of whole payments: the last payment added, and the sum before it. */
interface Step {
  readonly payment: Refundable
  readonly before: number
}

/**
 * The sums up to `mostMinor` that whole payments add up to, each with the last payment added; null for the empty sum.
 */
function sumsOf(wholes: readonly Refundable[], mostMinor: number): ReadonlyMap<number, Step | null> {
  const sums = new Map<number, Step | null>([[0, null]])
  for (const payment of wholes) {
    for (const before of [...sums.keys()]) {
      const sum = before + payment.leftMinor
      if (sum <= mostMinor && !sums.has(sum) && sums.size < MAX_SUMS) sums.set(sum, { payment, before })
    }
  }
  return sums
}

const totalOf = (payments: readonly Refundable[]): number => payments.reduce((sum, { leftMinor }) => sum + leftMinor, 0)

interface Possible {
  readonly divisible: readonly Refundable[]
  readonly divisibleMinor: number
  readonly sums: ReadonlyMap<number, Step | null>
}

function possibleOf(payments: readonly Refundable[], mostMinor: number): Possible {
  const divisible = payments.filter(({ inParts }) => inParts)
  const wholes = payments.filter(({ inParts }) => !inParts)
  return { divisible, divisibleMinor: totalOf(divisible), sums: sumsOf(wholes, mostMinor) }
}

/**
 * Chooses refunds that add up to exactly `amountMinor`, preferring the newest of the divisible payments; undefined when
 * none do.
 */
export function planRefunds(
  payments: readonly Refundable[],
  amountMinor: number,
): readonly PlannedRefund[] | undefined {
  const { divisible, divisibleMinor, sums } = possibleOf(payments, amountMinor)
  const whole = [...sums.keys()].find((sum) => amountMinor - sum <= divisibleMinor)
  if (whole === undefined || amountMinor <= 0) return undefined
  const plan: PlannedRefund[] = []
  for (let step = sums.get(whole) ?? null; step !== null; step = sums.get(step.before) ?? null)
    plan.push({ reference: step.payment.reference, amountMinor: step.payment.leftMinor })
  let leftMinor = amountMinor - whole
  for (const { reference, leftMinor: thereMinor } of divisible) {
    const partMinor = Math.min(leftMinor, thereMinor)
    if (partMinor > 0) plan.push({ reference, amountMinor: partMinor })
    leftMinor -= partMinor
  }
  return plan
}

/** The largest amount up to `mostMinor` that the payments can refund exactly. */
export function mostRefundable(payments: readonly Refundable[], mostMinor: number): number {
  const { divisibleMinor, sums } = possibleOf(payments, mostMinor)
  return Math.max(...[...sums.keys()].map((sum) => Math.min(mostMinor, sum + divisibleMinor)))
}

/**
 * The closest refundable amounts to one that cannot be refunded exactly: one below and, up to `mostMinor`, one above.
 */
export function nearestRefundable(
  payments: readonly Refundable[],
  { amountMinor, mostMinor }: { readonly amountMinor: number; readonly mostMinor: number },
): readonly number[] {
  const above = [...possibleOf(payments, mostMinor).sums.keys()].filter((sum) => sum > amountMinor)
  const below = mostRefundable(payments, amountMinor)
  return [...(below > 0 ? [below] : []), ...(above.length > 0 ? [Math.min(...above)] : [])]
}

export interface WalletFacts {
  readonly balanceMinor: number
  /** Total of all welcome credit, promotion credit and gifts received. */
  readonly giftMinor: number
  /** Bookings, extensions, orders and gifts for others, less refunds; never below zero. */
  readonly spentMinor: number
}

/**
 * Gifts are spent first and never paid out: the rest can be withdrawn, as far as there are payments to refund it to.
 */
export function withdrawableMinor(wallet: WalletFacts, payments: readonly Refundable[]): number {
  const giftLeft = Math.max(0, wallet.giftMinor - wallet.spentMinor)
  return mostRefundable(payments, Math.max(0, Math.min(wallet.balanceMinor - giftLeft, totalOf(payments))))
}
