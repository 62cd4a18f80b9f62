/**
 * Referral: a driver brings another, and after the other's first paid stay both get credit that is never paid out. Pure rules, so that every
 * way to bring oneself is tried against them. The provider alone decides by them.
 */
import { parseBookingCode } from './code.ts'
import type { BookingCode } from './ids.ts'
import { DAY_MS } from './instant.ts'
import type { Currency } from './money.ts'

export const REFERRAL_STATES = ['waiting', 'credited', 'refused', 'expired', 'taken_back'] as const
export type ReferralState = (typeof REFERRAL_STATES)[number]

/** A code is entered within so long of registering... */
export const REFERRAL_ENTRY_MS = 30 * DAY_MS
/** ...and the stay that counts has ended within so long of entering it. */
export const REFERRAL_STAY_MS = 90 * DAY_MS
/** For so long after the credit, what the driver who was brought has paid may go back at the gateway: then the credit goes back too. */
export const REFERRAL_CLAIM_MS = 120 * DAY_MS
/** A credit that waited for so long after that is waited for no more. */
const REFERRAL_WAIT_MS = REFERRAL_STAY_MS + REFERRAL_CLAIM_MS
/** So long the marks of those who were brought are remembered, also when their account is gone. */
export const REFERRAL_MARK_MS = 365 * DAY_MS
/** Credits of one driver for bringing others are counted over so long. */
export const REFERRAL_LIMIT_MS = 30 * DAY_MS

/** A referral code has the form of a booking code: 7 random characters and one that checks them. */
declare const referral: unique symbol
export type ReferralCode = BookingCode & { readonly [referral]: true }

export const toReferralCode = (code: BookingCode): ReferralCode => code as ReferralCode

/** As typed, or the link that was shared; null: neither. */
export function readReferralCode(text: string): ReferralCode | null {
  const parsed = parseBookingCode(/[?&]ref=([^&#\s]+)/.exec(text)?.[1] ?? text)
  return parsed.ok ? toReferralCode(parsed.value) : null
}

/** What may show that two accounts are one person's; keyed hashes where the provider keeps no more. */
export interface Traces {
  /** Normalised, of vehicles and of bookings. */
  readonly plates: readonly string[]
  /** Installations of the app that they have signed in on. */
  readonly devices: readonly string[]
  /** Ways to pay that a gateway keeps. */
  readonly cards: readonly string[]
  readonly phones: readonly string[]
}

const meet = (a: readonly string[], b: readonly string[]): boolean => a.some((one) => b.includes(one))

/** One trace in common is enough: a driver who lends a car to a friend has to bring another friend. */
export const isSamePerson = (a: Traces, b: Traces): boolean =>
  meet(a.plates, b.plates) || meet(a.devices, b.devices) || meet(a.cards, b.cards) || meet(a.phones, b.phones)

export interface EntryFacts {
  readonly nowMs: number
  readonly registeredMs: number
  /** An earlier code counts for ever, whatever became of it. */
  readonly hasEntered: boolean
  /** A booking of theirs that cost something has begun. */
  readonly hasParked: boolean
  readonly isOwn: boolean
  /** The owner of the code was brought by who enters it. */
  readonly isCircle: boolean
  readonly isSamePerson: boolean
}

export const mayEnterUntil = (registeredMs: number): number => registeredMs + REFERRAL_ENTRY_MS

/** Whether a driver may enter a code at all. */
export const isNew = (facts: Pick<EntryFacts, 'nowMs' | 'registeredMs' | 'hasEntered' | 'hasParked'>): boolean =>
  facts.nowMs < mayEnterUntil(facts.registeredMs) && !facts.hasEntered && !facts.hasParked

/** Why a code is refused is not told apart: it would teach how to get round it. */
export const mayEnter = (facts: EntryFacts): boolean =>
  isNew(facts) && !facts.isOwn && !facts.isCircle && !facts.isSamePerson

export interface ReferralTerms {
  /** Minor units, for who brought. */
  readonly referrerMinor: number
  /** For who was brought. */
  readonly referredMinor: number
  /** What the stay costs at least. */
  readonly minimumMinor: number
  /** Credits for bringing others, over `REFERRAL_LIMIT_MS`. */
  readonly limit: number
}

export interface EndedStay {
  /** What it cost after everything that came back. */
  readonly paidMinor: number
  readonly currency: Currency
  /** Of the stay's country, as they were when the code was entered; null: there is no credit there. */
  readonly terms: ReferralTerms | null
}

/** The first that counts, of those that have ended, in their order. */
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
  /** A plate, device or card of theirs was brought before, by an account that may be gone. */
  readonly wasBrought: boolean
  /** Money that they paid with is contested, or went back at the gateway; or one of the accounts is closed for now. */
  readonly isContested: boolean
  /** What the driver who brought them was credited over the last `REFERRAL_LIMIT_MS`. */
  readonly creditsOfReferrer: number
}

export type CreditVerdict<Stay extends EndedStay> =
  | { readonly kind: 'wait' }
  | { readonly kind: 'expired' }
  | { readonly kind: 'refused'; readonly reason: 'gone' | 'same' | 'again' }
  | { readonly kind: 'credit'; readonly stay: Stay & { readonly terms: ReferralTerms } }

/** Both are credited, or neither. Beyond the limit, and while money is contested, a credit waits: nobody loses it by the other's doing. */
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

/** What is taken back of a credit: never more than the wallet holds, for it may be spent and was given in good faith. */
export const takenBackMinor = (creditMinor: number, balanceMinor: number): number =>
  Math.max(0, Math.min(creditMinor, balanceMinor))
