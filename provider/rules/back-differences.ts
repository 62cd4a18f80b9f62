import { type BackFacts, type BackStep, clawedMinor, findOrder, type GoneBack, planBack } from './money-back.ts'

export interface BackDifference {
  readonly check:
    | 'reversal at the gateway is in the ledger'
    | 'dispute at the gateway is in the ledger'
    | 'money that came back at the gateway is in the wallet'
    | 'refund that the gateway paid is closed'
    | 'refund that failed at the gateway is in the wallet again'
    | 'withdrawal that was paid is known to the gateway'
    | 'reversal in the ledger is known to the gateway'
  /** Minor units taken off the wallet, according to the ledger. */
  readonly expected: number
  /** The same amount according to the gateway. */
  readonly found: number
}

/** Anything not booked yet is a difference, except a refund on its way and a dispute that took nothing. */
function ofStep(step: BackStep): readonly BackDifference[] {
  if (step.kind === 'refund') {
    const { amount_minor: amount, state } = step.refund
    if (step.to === 'pending') return []
    if (step.to === 'done') return [{ check: 'refund that the gateway paid is closed', expected: 0, found: amount }]
    const check = 'refund that failed at the gateway is in the wallet again' as const
    return [{ check, expected: state === 'planned' ? 0 : amount, found: 0 }]
  }
  const { item, known, byMinor } = step
  if (byMinor === 0) return []
  const check =
    byMinor < 0
      ? ('money that came back at the gateway is in the wallet' as const)
      : item.kind === 'dispute'
        ? ('dispute at the gateway is in the ledger' as const)
        : ('reversal at the gateway is in the ledger' as const)
  return [{ check, expected: known?.booked_minor ?? 0, found: clawedMinor(item) }]
}

/** Finds where our books and the gateway disagree about what was returned of one payment. */
export function findBackDifferences(items: readonly GoneBack[], facts: BackFacts): readonly BackDifference[] {
  // A failed refund is already reported by its step; one still on its way was marked as paid too early.
  const ended = new Set(
    items.filter(({ state }) => state === 'gone' || state === 'returned').map((item) => findOrder(item, facts.refunds)),
  )
  const unknown = facts.refunds
    .filter((refund) => refund.state === 'done' && !ended.has(refund))
    .map(({ amount_minor: expected }) => ({
      ...{ check: 'withdrawal that was paid is known to the gateway' as const, expected, found: 0 },
    }))
  const gone = facts.clawbacks
    .filter(({ back_id, booked_minor }) => booked_minor > 0 && !items.some(({ id }) => id === back_id))
    .map(({ booked_minor: expected }) => ({
      ...{ check: 'reversal in the ledger is known to the gateway' as const, expected, found: 0 },
    }))
  return [...planBack(items, facts).flatMap(ofStep), ...unknown, ...gone]
}
