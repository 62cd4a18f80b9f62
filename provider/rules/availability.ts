/** Free spaces: capacity less the real bookings at the fullest moment; null where nobody counted the spaces. */
export const availableSpaces = (capacity: number | null, taken: number): number | null =>
  capacity === null ? null : Math.max(0, capacity - taken)
