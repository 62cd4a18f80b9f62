/**
 * Referral: a driver refers another, and after the new driver's first paid stay both receive credit that cannot be paid
 * out. Pure rules, so that every form of self-referral can be tested. Only the provider decides by them.
 */
import { parseBookingCode } from './code.ts'
import type { BookingCode } from './ids.ts'
import { DAY_MS } from './instant.ts'
import type { Currency } from './money.ts'

export const REFERRAL_STATES = ['waiting', 'credited', 'refused', 'expired', 'taken_back'] as const
export type ReferralState = (typeof REFERRAL_STATES)[number]

/** A code can be entered for this long after registration. */
export const REFERRAL_ENTRY_MS = 30 * DAY_MS
/** The qualifying stay must end within this time after the code is entered. */
export const REFERRAL_STAY_MS = 90 * DAY_MS
/** How long after the credit a gateway may return the new driver's payment; the credit is then reversed as well. */
export const REFERRAL_CLAIM_MS = 120 * DAY_MS
/** A postponed credit expires after this time. */
const REFERRAL_WAIT_MS = REFERRAL_STAY_MS + REFERRAL_CLAIM_MS
/** How long traces of referred drivers are stored, even after their account is deleted. */
export const REFERRAL_MARK_MS = 365 * DAY_MS
/** Period over which a driver's referral credits are counted. */
export const REFERRAL_LIMIT_MS = 30 * DAY_MS

/** A referral code has the format of a booking code: 7 random characters and a check character. */
declare const referral: unique symbol
export type ReferralCode = BookingCode & { readonly [referral]: true }

export const toReferralCode = (code: BookingCode): ReferralCode => code as ReferralCode

/** Reads a typed code or a shared link. Returns null if it is neither. */
export function readReferralCode(text: string): ReferralCode | null {
  const parsed = parseBookingCode(/[?&]ref=([^&#\s]+)/.exec(text)?.[1] ?? text)
  return parsed.ok ? toReferralCode(parsed.value) : null
}

/** Evidence that two accounts belong to the same person; keyed hashes where the provider stores nothing else. */
export interface Traces {
  /** Normalised plates of vehicles and bookings. */
  readonly plates: readonly string[]
  /** Ids of app installations on which they signed in. */
  readonly devices: readonly string[]
  /** Payment methods saved at a gateway. */
  readonly cards: readonly string[]
  readonly phones: readonly string[]
}

const meet = (a: readonly string[], b: readonly string[]): boolean => a.some((one) => b.includes(one))

/** One common trace is enough: a driver who lends a car to a friend cannot refer that friend. */
export const isSamePerson = (a: Traces, b: Traces): boolean =>
  meet(a.plates, b.plates) || meet(a.devices, b.devices) || meet(a.cards, b.cards) || meet(a.phones, b.phones)

export interface EntryFacts {
  readonly nowMs: number
  readonly registeredMs: number
  /** Any code entered earlier counts, whatever its outcome. */
  readonly hasEntered: boolean
  /** A paid booking of theirs has begun. */
  readonly hasParked: boolean
  readonly isOwn: boolean
  /** The code's owner was referred by the driver who now enters it. */
  readonly isCircle: boolean
  readonly isSamePerson: boolean
}

export const mayEnterUntil = (registeredMs: number): number => registeredMs + REFERRAL_ENTRY_MS

/** Whether a driver may enter any code at all. */
export const isNew = (facts: Pick<EntryFacts, 'nowMs' | 'registeredMs' | 'hasEntered' | 'hasParked'>): boolean =>
  facts.nowMs < mayEnterUntil(facts.registeredMs) && !facts.hasEntered && !facts.hasParked

/** The reasons for refusing a code are not distinguished: that would help people to evade the rules. */
export const mayEnter = (facts: EntryFacts): boolean =>
  isNew(facts) && !facts.isOwn && !facts.isCircle && !facts.isSamePerson

export interface ReferralTerms {
  /** Credit of the referrer, in minor units. */
  readonly referrerMinor: number
  /** Credit of the new driver. */
  readonly referredMinor: number
  /** Minimum price of the qualifying stay. */
  readonly minimumMinor: number
  /** Maximum referral credits per driver in `REFERRAL_LIMIT_MS`. */
  readonly limit: number
}

export interface EndedStay {
  /** Price paid, less refunds. */
  readonly paidMinor: number
  readonly currency: Currency
  /** Terms of the stay's country at the time the code was entered. Null: no referral credit there. */
  readonly terms: ReferralTerms | null
}

/** Returns the first qualifying stay, given ended stays in their order. */
export const stayThatCounts = <Stay extends EndedStay>(
  stays: readonly Stay[],
): (Stay & { readonly terms: ReferralTerms }) | undefined => {
  for (const stay of stays) {
    const { terms } = stay
    if (terms !== null && stay.paidMinor > 0 && stay.paidMinor >= terms.minimumMinor) return { ...stay, terms }
  }
  return undefined
}

export interface CreditFacts<Stay extends EndedStay> {
  readonly nowMs: number
  readonly enteredMs: number
  readonly stays: readonly Stay[]
  /** Neither account was deleted. */
  readonly areThere: boolean
  readonly isSamePerson: boolean
  /** A plate, device or card of theirs was referred before, possibly by an account since deleted. */
  readonly wasBrought: boolean
  /** Their payment is disputed or was returned by the gateway, or one of the accounts is suspended. */
  readonly isContested: boolean
  /** The referrer's number of credits in the last `REFERRAL_LIMIT_MS`. */
  readonly creditsOfReferrer: number
}

export type CreditVerdict<Stay extends EndedStay> =
  | { readonly kind: 'wait' }
  | { readonly kind: 'expired' }
  | { readonly kind: 'refused'; readonly reason: 'gone' | 'same' | 'again' }
  | { readonly kind: 'credit'; readonly stay: Stay & { readonly terms: ReferralTerms } }

/**
 * Decides on a credit for both drivers or for neither. Above the limit, and during a dispute, the credit is postponed,
 * so that neither loses it because of the other.
 */
export function judgeReferral<Stay extends EndedStay>(facts: CreditFacts<Stay>): CreditVerdict<Stay> {
  if (!facts.areThere) return { kind: 'refused', reason: 'gone' }
  const stay = stayThatCounts(facts.stays)
  if (stay === undefined) return { kind: facts.nowMs >= facts.enteredMs + REFERRAL_STAY_MS ? 'expired' : 'wait' }
  if (facts.isSamePerson) return { kind: 'refused', reason: 'same' }
  if (facts.wasBrought) return { kind: 'refused', reason: 'again' }
  if (facts.nowMs >= facts.enteredMs + REFERRAL_WAIT_MS) return { kind: 'expired' }
  if (facts.isContested || facts.creditsOfReferrer >= stay.terms.limit) return { kind: 'wait' }
  return { kind: 'credit', stay }
}

/**
 * Returns the amount of a credit to reverse: at most the balance, because the credit may have been spent in good faith.
 */
export const takenBackMinor = (creditMinor: number, balanceMinor: number): number =>
  Math.max(0, Math.min(creditMinor, balanceMinor))
