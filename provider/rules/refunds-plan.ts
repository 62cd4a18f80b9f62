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

/** More sums are not looked for: hundreds of payments have more than there is time for. */
const MOST_SUMS = 5_000

/** A sum of whole payments: the last of them, and the sum before it. */
interface Step {
  readonly payment: Refundable
  readonly before: number
}

/** The sums, at most `mostMinor`, that whole payments add up to, each with its last payment; null where there is none. */
function sumsOf(wholes: readonly Refundable[], mostMinor: number): ReadonlyMap<number, Step | null> {
  const sums = new Map<number, Step | null>([[0, null]])
  for (const payment of wholes) {
    for (const before of [...sums.keys()]) {
      const sum = before + payment.leftMinor
      if (sum <= mostMinor && !sums.has(sum) && sums.size < MOST_SUMS) sums.set(sum, { payment, before })
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

/** The payments that give exactly `amountMinor` back, of those in parts the newest; undefined when none do. */
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

/** The most, up to `mostMinor`, that some of the payments give back exactly. */
export function mostRefundable(payments: readonly Refundable[], mostMinor: number): number {
  const { divisibleMinor, sums } = possibleOf(payments, mostMinor)
  return Math.max(...[...sums.keys()].map((sum) => Math.min(mostMinor, sum + divisibleMinor)))
}

/** The amounts next to one that cannot be given back exactly: below it and, up to `mostMinor`, above it. */
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
  /** Welcome and promotion credit and gifts ever received. */
  readonly giftMinor: number
  /** Bookings, extensions, orders and gifts for others less refunds, never below zero. */
  readonly spentMinor: number
}

/** Gifts are spent first and never paid out: what may go back is the rest, as far as payments are there to give it back by. */
export function withdrawableMinor(wallet: WalletFacts, payments: readonly Refundable[]): number {
  const giftLeft = Math.max(0, wallet.giftMinor - wallet.spentMinor)
  return mostRefundable(payments, Math.max(0, Math.min(wallet.balanceMinor - giftLeft, totalOf(payments))))
}
