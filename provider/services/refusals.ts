import type { UserId } from '../../src/domain/ids.ts'
import { toInstant, toRfc3339 } from '../../src/domain/instant.ts'
import type { Currency } from '../../src/domain/money.ts'
import { unreachable } from '../../src/lib/assert.ts'
import { couponRefusal, type Refusal } from '../rules/refusal.ts'
import { formatTime, formatWeekday } from '../messages/format.ts'
import type { Language } from '../messages/language.ts'
import type { Alternatives, WantedSpace } from '../repositories/bookable-parks.ts'
import type { CouponRefusal, DriverRefusal, MoneyRefusal, SpaceRefusal } from '../repositories/booking-writes.ts'
import type { Rows } from '../repositories/store.ts'

export interface Charge {
  readonly userId: UserId
  readonly currency: Currency
  readonly totalMinor: number
}

/**
 * States how much is missing, with a different code when a return at a gateway left the wallet below zero. Read after
 * the refusal: a top-up in between can lower the amount, but never below 1.
 */
export async function walletTooLow(rows: Pick<Rows, 'findWallet'>, charge: Charge): Promise<Refusal> {
  const wallet = await rows.findWallet(charge.userId, charge.currency)
  const balance = wallet?.balance_minor ?? 0
  const missing = Math.max(1, charge.totalMinor - balance)
  return {
    code: balance < 0 ? 'wallet_below_zero' : 'wallet_too_low',
    extra: { missing, balance, currency: charge.currency },
    amounts: { missing, balance },
    currency: charge.currency,
  }
}

const JOIN: Readonly<
  Record<Language, { readonly times: string; readonly parks: string; readonly or: string; readonly demo: string }>
> = {
  en: { times: 'Free at', parks: 'Free nearby', or: ' or ', demo: 'demo name' },
  fr: { times: 'Libre à', parks: 'À proximité', or: ' ou ', demo: 'nom démo' },
}

/** Marks a name that was invented for the sandbox. */
export const nameOf = ({ name, demo_fields: fields }: Alternatives['parks'][number], language: Language): string =>
  fields.includes('name') ? `${name} (${JOIN[language].demo})` : name

function sayAlternatives(
  { times, parks }: Alternatives,
  timezone: string,
  language: Language,
): Readonly<Record<string, string>> {
  const words = JOIN[language]
  const colon = language === 'fr' ? '\u00a0: ' : ': '
  const sentences = [
    ...(times.length === 0
      ? []
      : [`${words.times} ${times.map(({ startMs }) => formatTime(startMs, timezone, language)).join(words.or)}.`]),
    ...(parks.length === 0 ? [] : [`${words.parks}${colon}${parks.map((park) => nameOf(park, language)).join(', ')}.`]),
  ]
  return sentences.length === 0 ? {} : { alternatives: sentences.join(' ') }
}

/** Lists the nearest free times here and the nearest car parks with space. */
async function parkFull(rows: Pick<Rows, 'findAlternatives'>, wanted: WantedSpace): Promise<Refusal> {
  const found = await rows.findAlternatives(wanted)
  const times = found.times.map(({ startMs, endMs }) => ({
    start_time: toRfc3339(startMs),
    end_time: toRfc3339(endMs),
  }))
  return {
    code: 'park_full',
    extra: { alternatives: { times, parks: found.parks } },
    say: (language) => sayAlternatives(found, wanted.park.timezone, language),
  }
}

/** States when the driver may book again. Read after the refusal, so by then it may already be possible. */
export async function bookAgainLater(
  rows: Pick<Rows, 'findBookAgainTime'>,
  asked: { readonly userId: UserId; readonly timezone: string; readonly nowMs: number },
): Promise<Refusal> {
  const { timezone, nowMs } = asked
  const againMs = toInstant((await rows.findBookAgainTime(asked.userId, nowMs)) ?? nowMs)
  return {
    code: 'too_many_cancellations',
    extra: { book_again_at: toRfc3339(againMs) },
    say: (language) => ({
      day: formatWeekday(againMs, timezone, language),
      time: formatTime(againMs, timezone, language),
    }),
  }
}

/** Converts a refusal of the database while making or changing a booking. A paid booking always has a wallet. */
export async function toBookingRefusal(
  rows: Pick<Rows, 'findWallet' | 'findAlternatives' | 'findBookAgainTime'>,
  refused: SpaceRefusal | MoneyRefusal | DriverRefusal | CouponRefusal,
  facts: WantedSpace & Charge,
): Promise<Refusal> {
  switch (refused) {
    case 'park_full':
      return parkFull(rows, facts)
    case 'wallet_too_low':
    case 'wallet_missing':
      return walletTooLow(rows, facts)
    case 'too_many_cancellations':
      return bookAgainLater(rows, { ...facts, timezone: facts.park.timezone })
    case 'event_moved':
      return { code: 'times_invalid' }
    case 'coupon_not_found':
    case 'coupon_expired':
    case 'coupon_used_up':
    case 'coupon_used':
      return couponRefusal(refused)
    case 'company_not_found':
    case 'company_plate':
    case 'company_limit':
    case 'company_too_low':
    case 'park_closed':
    case 'park_not_found':
    case 'event_sold_out':
    case 'event_cancelled':
    case 'product_not_found':
    case 'product_sold_out':
      return { code: refused }
    default:
      return unreachable(refused)
  }
}
