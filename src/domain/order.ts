/**
 * An order of the marketplace.
 *
 * ```
 * pending ──> accepted ──> processing ──> completed ──> returned (everything; a part leaves it completed)
 *    │ │          │             │
 *    │ └──────────┴─────────────┴──> cancelled   with a reason, everything back
 *    └──> rejected                               everything back
 * ```
 */
export const ORDER_STAGES = [
  'pending',
  'accepted',
  'processing',
  'completed',
  'cancelled',
  'rejected',
  'returned',
] as const
export type OrderStage = (typeof ORDER_STAGES)[number]

const NEXT: Readonly<Record<OrderStage, readonly OrderStage[]>> = {
  pending: ['accepted', 'rejected', 'cancelled'],
  accepted: ['processing', 'cancelled'],
  processing: ['completed', 'cancelled'],
  completed: ['returned'],
  cancelled: [],
  rejected: [],
  returned: [],
}

export const canBecome = (stage: OrderStage, next: OrderStage): boolean => NEXT[stage].includes(next)

/** What may still end with everything given back. */
export const isOrderOpen = (stage: OrderStage): boolean => canBecome(stage, 'cancelled')

/** Drivers cancel until the work on it begins. */
export const canDriverCancel = (stage: OrderStage): boolean => stage === 'pending' || stage === 'accepted'

interface StagedOrder {
  readonly stage: OrderStage
  /** `stage`: of a line that is not as far as its order. */
  readonly lines: ReadonlyArray<{ readonly stage?: OrderStage }>
}

/** Given back by itself already. */
export const isLineEnded = ({ stage }: { readonly stage?: OrderStage }): boolean =>
  stage === 'rejected' || stage === 'cancelled'

/** Whether all of it may end now: `may` says so of how far the order is, and each line that goes on. */
export const canEndOrder = (order: StagedOrder, may: (stage: OrderStage) => boolean): boolean =>
  may(order.stage) && order.lines.every((line) => isLineEnded(line) || may(line.stage ?? order.stage))

/** Why a driver cancels. */
export const ORDER_CANCEL_REASONS = ['changed_mind', 'ordered_twice', 'takes_too_long', 'other'] as const
export type OrderCancelReason = (typeof ORDER_CANCEL_REASONS)[number]
