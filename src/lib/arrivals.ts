import { readLocalText, removeLocalText, writeLocalText } from './local-storage.ts'

const KEY = 'baywise-arrivals'
/** Number of bookings remembered; older ones ended long ago. */
const MAX_ENTRIES = 20

/** Codes of bookings that the provider confirmed while this page was open. */
const agreed = new Set<string>()

export const noteArrival = (code: string): void => void agreed.add(code)

/**
 * Returns true the first time a confirmed booking is shown on this phone, and false ever after, whatever page shows it.
 */
export function takeArrival(code: string): boolean {
  if (!agreed.delete(code)) return false
  const shown = (readLocalText(KEY) ?? '').split(' ')
  if (shown.includes(code)) return false
  writeLocalText(KEY, [...shown.slice(1 - MAX_ENTRIES), code].join(' '))
  return true
}

/** Called at sign-out. */
export const dropArrivals = (): void => removeLocalText(KEY)
