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

/** Why a driver cancels. */
export const ORDER_CANCEL_REASONS = ['changed_mind', 'ordered_twice', 'takes_too_long', 'other'] as const
export type OrderCancelReason = (typeof ORDER_CANCEL_REASONS)[number]
