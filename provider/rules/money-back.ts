/**
 * Money that goes back at the gateway, compared with what is booked of it. What is booked follows what the gateway says now, so neither
 * the order of its news nor their repetition matters.
 */

/**
 * `open`: contested, and nothing was withdrawn. `pending`: on its way to the payer. `gone`: it has left. `returned`: the refund failed or
 * the dispute was won, so it is here (again).
 */
export type BackState = 'open' | 'pending' | 'gone' | 'returned'

/** What a gateway names that went back, or is to go back, of one payment. */
export interface GoneBack {
  /** The gateway's name of it, which stays. */
  readonly id: string
  readonly kind: 'refund' | 'reversal' | 'dispute'
  /** Minor units of the payment's currency. */
  readonly amountMinor: number
  readonly state: BackState
  /** The key of our order, where it is a refund that we asked for. */
  readonly orderKey: string | null
  /** A payment that goes back as a whole and once, so that an order of ours can only be this. */
  readonly isWhole?: true
}

/** A refund that a withdrawal ordered. */
export interface OwnRefund {
  readonly withdrawal_id: string
  readonly reference: string
  readonly amount_minor: number
  readonly state: 'planned' | 'sent' | 'pending' | 'done' | 'failed'
}

/** What was booked of a thing that went back without us. */
export interface Clawback {
  readonly back_id: string
  readonly kind: GoneBack['kind']
  readonly state: BackState
  /** Off the wallet now. */
  readonly booked_minor: number
  readonly postings: number
}

export interface BackFacts {
  readonly refunds: readonly OwnRefund[]
  readonly clawbacks: readonly Clawback[]
}

export type BackStep =
  | { readonly kind: 'refund'; readonly refund: OwnRefund; readonly to: 'pending' | 'done' | 'failed' }
  /** `byMinor` goes off the wallet; below zero it comes back; zero where only the state is news. */
  | {
      readonly kind: 'clawback'
      readonly item: GoneBack
      readonly known: Clawback | undefined
      readonly byMinor: number
    }

export const refundKey = ({ withdrawal_id, reference }: Pick<OwnRefund, 'withdrawal_id' | 'reference'>): string =>
  `${withdrawal_id}:${reference}`

/** Ordered, and not known to have failed. One that failed here and went back there all the same is like any other that we did not order. */
const isLive = ({ state }: OwnRefund): boolean => state === 'sent' || state === 'pending' || state === 'done'

export const findOrder = (item: GoneBack, refunds: readonly OwnRefund[]): OwnRefund | undefined =>
  refunds.find((refund) => isLive(refund) && (item.isWhole === true || item.orderKey === refundKey(refund)))

function planRefund(refund: OwnRefund, state: BackState): readonly BackStep[] {
  if (state === 'returned') return [{ kind: 'refund', refund, to: 'failed' }]
  if (state === 'gone') return refund.state === 'done' ? [] : [{ kind: 'refund', refund, to: 'done' }]
  return refund.state === 'sent' ? [{ kind: 'refund', refund, to: 'pending' }] : []
}

/** A refund that is on its way has left the wallet too: it must not be spent meanwhile. */
export const clawedMinor = ({ state, amountMinor }: GoneBack): number =>
  state === 'gone' || state === 'pending' ? amountMinor : 0

function planClawback(item: GoneBack, known: Clawback | undefined): readonly BackStep[] {
  const byMinor = clawedMinor(item) - (known?.booked_minor ?? 0)
  const isNews = known === undefined ? byMinor !== 0 || item.kind === 'dispute' : known.state !== item.state
  return byMinor !== 0 || isNews ? [{ kind: 'clawback', item, known, byMinor }] : []
}

/** A whole that was booked before our order of it was answered: it is the order's after all, and goes back once. */
const planUnbooking = (item: GoneBack, known: Clawback | undefined): readonly BackStep[] =>
  known === undefined || known.booked_minor === 0
    ? []
    : [{ kind: 'clawback', item, known, byMinor: -known.booked_minor }]

/** What is to be booked so that the books say what the gateway says. What the gateway does not name is left as it is. */
export const planBack = (items: readonly GoneBack[], { refunds, clawbacks }: BackFacts): readonly BackStep[] =>
  items.flatMap((item) => {
    const refund = findOrder(item, refunds)
    const known = clawbacks.find(({ back_id }) => back_id === item.id)
    return refund === undefined
      ? planClawback(item, known)
      : [...planUnbooking(item, known), ...planRefund(refund, item.state)]
  })
