import { readLocalText, removeLocalText, writeLocalText } from './local-text.ts'

/** A pass, and from when until when an attendant would let its car in or out; epoch milliseconds. */
export interface StayAhead {
  readonly path: string
  readonly fromMs: number
  readonly untilMs: number
}

const KEY = 'baywise-stays'

const isStay = (value: unknown): value is StayAhead =>
  typeof value === 'object' &&
  value !== null &&
  'path' in value &&
  typeof value.path === 'string' &&
  value.path.startsWith('/booking-details/') &&
  'fromMs' in value &&
  typeof value.fromMs === 'number' &&
  'untilMs' in value &&
  typeof value.untilMs === 'number'

/** The pass of the stay that runs. In localStorage, because a start cannot wait for a database to know where it leads. */
export function findRunningPass(nowMs: number): string | undefined {
  try {
    const kept: unknown = JSON.parse(readLocalText(KEY) ?? '[]')
    const stays = Array.isArray(kept) ? kept.filter(isStay) : []
    return stays.find(({ fromMs, untilMs }) => fromMs <= nowMs && nowMs < untilMs)?.path
  } catch {
    return undefined
  }
}

/** The next to end first. */
export function keepStays(stays: readonly StayAhead[]): void {
  const text = JSON.stringify(stays)
  if (text !== readLocalText(KEY)) writeLocalText(KEY, text)
}

/** At sign-out, and when a stay may not run any more. */
export const dropStays = (): void => removeLocalText(KEY)
