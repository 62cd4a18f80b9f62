import { readLocalText, removeLocalText, writeLocalText } from './local-storage.ts'

const KEY = 'baywise-arrivals'
/** Bookings that are remembered; older ones have long ended. */
const MOST = 20

/** Codes of bookings that the provider agreed to while this page was open. */
const agreed = new Set<string>()

export const noteArrival = (code: string): void => void agreed.add(code)

/** True the first time on this phone that a booking is shown after the provider agreed; never again, whichever way leads there. */
export function takeArrival(code: string): boolean {
  if (!agreed.delete(code)) return false
  const shown = (readLocalText(KEY) ?? '').split(' ')
  if (shown.includes(code)) return false
  writeLocalText(KEY, [...shown.slice(1 - MOST), code].join(' '))
  return true
}

/** At sign-out. */
export const dropArrivals = (): void => removeLocalText(KEY)
