import type { UserId } from '../../../src/domain/ids.ts'
import { FREE_CANCELLATION_HOURS, FREE_CANCELLATIONS } from '../../../src/domain/cancellation.ts'
import { HOUR_MS } from '../../../src/domain/instant.ts'
import type { Memory } from './memory.ts'

const DAY_MS = FREE_CANCELLATION_HOURS * HOUR_MS

/** When the driver may book again; null when at once. */
export function findBookAgainTime({ freeCancellations }: Memory, userId: UserId, nowMs: number): number | null {
  const counted = freeCancellations.filter((row) => row.userId === userId && row.cancelledMs > nowMs - DAY_MS)
  const oldest = counted.toSorted((a, b) => b.cancelledMs - a.cancelledMs)[FREE_CANCELLATIONS - 1]
  return oldest === undefined ? null : oldest.cancelledMs + DAY_MS
}

export const refuseDriver = (memory: Memory, userId: UserId, nowMs: number): 'too_many_cancellations' | null =>
  findBookAgainTime(memory, userId, nowMs) === null ? null : 'too_many_cancellations'

/** Counts a cancellation with a full refund. */
export function countFree({ freeCancellations }: Memory, userId: UserId, nowMs: number): void {
  freeCancellations.insert(freeCancellations.all().length + 1, { userId, cancelledMs: nowMs })
}
