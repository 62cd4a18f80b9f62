/** Codes that an attendant types: a booking's, and the one that pairs the phone. */
import { displayBookingCode, parseBookingCode, type CodeError } from './code.ts'
import type { BookingCode } from './ids.ts'
import type { Result } from '../lib/result.ts'

/** Misses that cost no wait. */
const FREE_MISSES = 5
const FIRST_WAIT_MS = 2_000
const LONGEST_WAIT_MS = 60_000

/** How long the next try waits after `misses` codes in a row that were on no list: nothing until the fifth, then twice as long each time. */
export const typingWaitMs = (misses: number): number =>
  misses < FREE_MISSES ? 0 : Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (misses - FREE_MISSES))

/** A pairing code has the form of a booking code: 7 random characters and one that checks them. */
declare const pairing: unique symbol
export type PairingCode = BookingCode & { readonly [pairing]: true }

export const toPairingCode = (code: BookingCode): PairingCode => code as PairingCode

const PAIR_PARAMETER = 'pair'

/** What the QR of a pairing holds. The code is in the fragment, which no server and no log ever sees. */
export const pairingLink = (origin: string, code: PairingCode): string =>
  `${origin}/check#${PAIR_PARAMETER}=${displayBookingCode(code)}`

/** A code as typed, or the whole link of the QR. */
export function parsePairing(text: string): Result<PairingCode, CodeError> {
  const inLink = new RegExp(`#(?:.*&)?${PAIR_PARAMETER}=([^&]+)`).exec(text)?.[1]
  const parsed = parseBookingCode(inLink ?? text)
  return parsed.ok ? { ok: true, value: toPairingCode(parsed.value) } : parsed
}
