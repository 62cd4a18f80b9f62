/** Rows of `saved` that hold a list of the driver's which only grows. */
export const GIFTS = 'gifts'
export const ORDERS = 'orders'
export const KEPT_LISTS = [GIFTS, ORDERS] as const
