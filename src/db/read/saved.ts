import type { SavedAt } from '../schema.ts'

/** A value from the mirror and when the provider's answer arrived; null when there was none yet. */
export interface Saved<T> {
  readonly value: T
  readonly savedAt: SavedAt | null
}

/** The age of a list is the age of its oldest row. */
export const oldestOf = (times: readonly SavedAt[]): SavedAt | null =>
  times.length === 0 ? null : times.reduce((oldest, time) => Math.min(oldest, time))
