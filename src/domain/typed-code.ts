/** Codes that an attendant types: booking codes, and the code that pairs the phone. */
import { displayBookingCode, parseBookingCode, type CodeError } from './code.ts'
import type { BookingCode } from './ids.ts'
import type { Result } from '../lib/result.ts'

/** Number of consecutive misses from which the next try must wait. */
const FREE_MISSES = 5
const FIRST_WAIT_MS = 2_000
const MAX_WAIT_MS = 60_000

/**
 * Returns the delay before the next try after `misses` consecutive codes that were on no list: none before the fifth
 * miss, then doubling.
 */
export const typingWaitMs = (misses: number): number =>
  misses < FREE_MISSES ? 0 : Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** (misses - FREE_MISSES))

/** A pairing code has the format of a booking code: 7 random characters and a check character. */
declare const pairing: unique symbol
export type PairingCode = BookingCode & { readonly [pairing]: true }

export const toPairingCode = (code: BookingCode): PairingCode => code as PairingCode

const PAIR_PARAMETER = 'pair'

/** Returns the link for a pairing's QR code. The code is in the fragment, which is never sent to a server or logged. */
export const pairingLink = (origin: string, code: PairingCode): string =>
  `${origin}/check#${PAIR_PARAMETER}=${displayBookingCode(code)}`

/** Parses a typed code, or the whole link from the QR code. */
export function parsePairing(text: string): Result<PairingCode, CodeError> {
  const inLink = new RegExp(`#(?:.*&)?${PAIR_PARAMETER}=([^&]+)`).exec(text)?.[1]
  const parsed = parseBookingCode(inLink ?? text)
  return parsed.ok ? { ok: true, value: toPairingCode(parsed.value) } : parsed
}
