import { readLocalText, removeLocalText, writeLocalText } from './local-storage.ts'

/** A pass, and the period in which an attendant would let its car in or out; epoch milliseconds. */
export interface PassWindow {
  readonly path: string
  readonly fromMs: number
  readonly untilMs: number
}

const KEY = 'baywise-stays'

const isStay = (value: unknown): value is PassWindow =>
  typeof value === 'object' &&
  value !== null &&
  'path' in value &&
  typeof value.path === 'string' &&
  value.path.startsWith('/booking-details/') &&
  'fromMs' in value &&
  typeof value.fromMs === 'number' &&
  'untilMs' in value &&
  typeof value.untilMs === 'number'

/**
 * Returns the path of the current stay's pass. Kept in localStorage, because start-up cannot wait for a database to
 * choose its page.
 */
export function findCurrentPass(nowMs: number): string | undefined {
  try {
    const kept: unknown = JSON.parse(readLocalText(KEY) ?? '[]')
    const stays = Array.isArray(kept) ? kept.filter(isStay) : []
    return stays.find(({ fromMs, untilMs }) => fromMs <= nowMs && nowMs < untilMs)?.path
  } catch {
    return undefined
  }
}

/** Saves the windows, ordered by end. */
export function savePassWindows(stays: readonly PassWindow[]): void {
  const text = JSON.stringify(stays)
  if (text !== readLocalText(KEY)) writeLocalText(KEY, text)
}

/** Called at sign-out, and when a stay may have been cancelled. */
export const deletePassWindows = (): void => removeLocalText(KEY)
