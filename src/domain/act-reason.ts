/** Longest reason of what staff do about money, in UTF-16 units. */
export const MAX_REASON = 200
