/**
 * A marketplace order.
 *
 * ```
 * pending ──> accepted ──> processing ──> completed ──> returned (everything; a part leaves it completed)
 *    │ │          │             │
 *    │ └──────────┴─────────────┴──> cancelled   with a reason, fully refunded
 *    └──> rejected                               fully refunded
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

/** Whether the order can still end with a full refund. */
export const isOrderOpen = (stage: OrderStage): boolean => canBecome(stage, 'cancelled')

/** Drivers may cancel until processing begins. */
export const canDriverCancel = (stage: OrderStage): boolean => stage === 'pending' || stage === 'accepted'

interface StagedOrder {
  readonly stage: OrderStage
  /** `stage`: set on a line whose stage differs from the order's. */
  readonly lines: ReadonlyArray<{ readonly stage?: OrderStage }>
}

/** Whether the line was already refunded individually. */
export const isLineEnded = ({ stage }: { readonly stage?: OrderStage }): boolean =>
  stage === 'rejected' || stage === 'cancelled'

/** Whether the whole order may end now: `may` must accept the order's stage and that of each line still active. */
export const canEndOrder = (order: StagedOrder, may: (stage: OrderStage) => boolean): boolean =>
  may(order.stage) && order.lines.every((line) => isLineEnded(line) || may(line.stage ?? order.stage))

/** Reasons offered to a driver who cancels. */
export const ORDER_CANCEL_REASONS = ['changed_mind', 'ordered_twice', 'takes_too_long', 'other'] as const
export type OrderCancelReason = (typeof ORDER_CANCEL_REASONS)[number]
