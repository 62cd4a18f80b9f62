/**
 * Compares money returned at the gateway with what we have booked of it. The books follow the gateway's current state,
 * so neither the order of its events nor repeated ones matter.
 */

/**
 * `open`: disputed, nothing withdrawn yet. `pending`: on its way to the payer. `gone`: paid out. `returned`: the refund
 * failed or the dispute was won, so the money is back with us (or never left).
 */
export type BackState = 'open' | 'pending' | 'gone' | 'returned'

/** One amount of a payment that the gateway says was returned, or is to be returned. */
export interface GoneBack {
  /** The gateway's id for the refund or dispute, which does not change. */
  readonly id: string
  readonly kind: 'refund' | 'reversal' | 'dispute'
  /** Minor units of the payment's currency. */
  readonly amountMinor: number
  readonly state: BackState
  /** The key of our order, if we asked for this refund. */
  readonly orderKey: string | null
  /** The payment can only be returned once and in full, so any order of ours must be this refund. */
  readonly isWhole?: true
}

/** A refund that a withdrawal ordered. */
export interface OwnRefund {
  readonly withdrawal_id: string
  readonly reference: string
  readonly amount_minor: number
  readonly state: 'planned' | 'sent' | 'pending' | 'done' | 'failed'
}

/** What was booked for a refund or dispute that we did not order. */
export interface Clawback {
  readonly back_id: string
  readonly kind: GoneBack['kind']
  readonly state: BackState
  /** The amount currently taken off the wallet. */
  readonly booked_minor: number
  readonly postings: number
}

export interface BackFacts {
  readonly refunds: readonly OwnRefund[]
  readonly clawbacks: readonly Clawback[]
}

export type BackStep =
  | { readonly kind: 'refund'; readonly refund: OwnRefund; readonly to: 'pending' | 'done' | 'failed' }
  /** `byMinor` is taken off the wallet; a negative amount is put back; zero when only the state changed. */
  | {
      readonly kind: 'clawback'
      readonly item: GoneBack
      readonly known: Clawback | undefined
      readonly byMinor: number
    }

export const refundKey = ({ withdrawal_id, reference }: Pick<OwnRefund, 'withdrawal_id' | 'reference'>): string =>
  `${withdrawal_id}:${reference}`

/**
 * True for a refund that was ordered and is not known to have failed. One that failed here but went through at the
 * gateway is treated like any refund that we did not order.
 */
const isLive = ({ state }: OwnRefund): boolean => state === 'sent' || state === 'pending' || state === 'done'

export const findOrder = (item: GoneBack, refunds: readonly OwnRefund[]): OwnRefund | undefined =>
  refunds.find((refund) => isLive(refund) && (item.isWhole === true || item.orderKey === refundKey(refund)))

function planRefund(refund: OwnRefund, state: BackState): readonly BackStep[] {
  if (state === 'returned') return [{ kind: 'refund', refund, to: 'failed' }]
  if (state === 'gone') return refund.state === 'done' ? [] : [{ kind: 'refund', refund, to: 'done' }]
  return refund.state === 'sent' ? [{ kind: 'refund', refund, to: 'pending' }] : []
}

/** A pending refund is also taken off the wallet, so that it cannot be spent in the meantime. */
export const clawedMinor = ({ state, amountMinor }: GoneBack): number =>
  state === 'gone' || state === 'pending' ? amountMinor : 0

function planClawback(item: GoneBack, known: Clawback | undefined): readonly BackStep[] {
  const byMinor = clawedMinor(item) - (known?.booked_minor ?? 0)
  const isNews = known === undefined ? byMinor !== 0 || item.kind === 'dispute' : known.state !== item.state
  return byMinor !== 0 || isNews ? [{ kind: 'clawback', item, known, byMinor }] : []
}

/**
 * Reverses a full return that was booked before our order was answered: it is the order's own refund, and must be
 * booked only once.
 */
const planUnbooking = (item: GoneBack, known: Clawback | undefined): readonly BackStep[] =>
  known === undefined || known.booked_minor === 0
    ? []
    : [{ kind: 'clawback', item, known, byMinor: -known.booked_minor }]

/** Plans the postings that make our books match the gateway. Anything the gateway does not mention is left alone. */
export const planBack = (items: readonly GoneBack[], { refunds, clawbacks }: BackFacts): readonly BackStep[] =>
  items.flatMap((item) => {
    const refund = findOrder(item, refunds)
    const known = clawbacks.find(({ back_id }) => back_id === item.id)
    return refund === undefined
      ? planClawback(item, known)
      : [...planUnbooking(item, known), ...planRefund(refund, item.state)]
  })
