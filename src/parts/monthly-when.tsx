// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans, useLingui } from '@lingui/react/macro'
import { bookingSpans } from '../queries/booking-spans.ts'
import type { Booking } from '../contract/bookings.ts'
import type { DailyWindowWire } from '../contract/tariff.ts'
import { isTwelveHourZone } from '../domain/clock-text.ts'
import { mustInstant } from '../domain/instant.ts'
import { openingAhead } from '../domain/monthly-pass.ts'
import { localDayNumber } from '../domain/zone.ts'
import { useFormat } from '../i18n/format.ts'
import { useNow } from './use-now.ts'

export type PassBooking = Pick<Booking, 'start_time' | 'end_time' | 'park'> & Required<Pick<Booking, 'monthly'>>

/** Returns a formatter for a local day as sent by the provider: "24 Nov", "1er déc." */
export function useLocalDay(): (day: string) => string {
  const format = useFormat()
  const now = useNow()
  return (day) => format.date(mustInstant(`${day}T12:00:00Z`), 'UTC', now)
}

/** "24 Nov – 23 Dec". */
export function usePassDays(): (pass: { readonly first_day: string; readonly last_day: string }) => string {
  const day = useLocalDay()
  return ({ first_day: first, last_day: last }) => `${day(first)} – ${day(last)}`
}

/** "Valid today 06:00 – 20:00", "Valid until 23 Dec": what a driver wants to know about a monthly pass. */
export function MonthlyWhen({ booking }: { readonly booking: PassBooking }) {
  const format = useFormat()
  const day = useLocalDay()
  const now = useNow()
  const { timezone: zone } = booking.park
  const { first_day: first, last_day: last, hours } = booking.monthly
  if (now < mustInstant(booking.start_time)) return <Trans>Valid from {day(first)}</Trans>
  const next = hours.length === 0 ? undefined : openingAhead(bookingSpans(booking), now)
  if (next === undefined || localDayNumber(next.start, zone) > localDayNumber(now, zone)) {
    return <Trans>Valid until {day(last)}</Trans>
  }
  const from = format.time(next.start, zone)
  const until = format.time(next.end, zone)
  return (
    <Trans>
      Valid today {from} – {until}
    </Trans>
  )
}

/** Monday first. */
const WEEK = [1, 2, 3, 4, 5, 6, 0] as const

export interface HoursPlace {
  /** After a comma or a colon: no capital letter. */
  readonly inSentence?: boolean
}

/** "Mon – Fri 06:00 – 20:00", "Every day 18:00 – 08:00", "At any time". */
export function usePassHours(): (hours: readonly DailyWindowWire[], zone: string, place?: HoursPlace) => string {
  const { t } = useLingui()
  const hoursText = useHoursText()
  return (hours, zone, { inSentence = false } = {}) => {
    if (hours.length > 0)
      return hours.map((one, index) => hoursText(one, zone, { inSentence: inSentence || index > 0 })).join(', ')
    return inSentence ? t({ message: 'at any time', context: 'after a comma' }) : t`At any time`
  }
}

type Hours = Pick<DailyWindowWire, 'from_minute' | 'to_minute'> & { readonly days: readonly number[] }

const DAY_MINUTES = 1_440

/** One window: "Mon – Fri 06:00 – 20:00"; only the days when it covers whole days. */
export function useHoursText(): (hours: Hours, zone: string, place?: HoursPlace) => string {
  const { t } = useLingui()
  const format = useFormat()
  const name = (day: number): string => format.weekday(day, 'short')
  const daysText = (days: readonly number[], inSentence: boolean): string => {
    const on = WEEK.map((day) => days.includes(day))
    if (on.every(Boolean)) return inSentence ? t({ message: 'every day', context: 'after a comma' }) : t`Every day`
    const runs = WEEK.flatMap((day, index) => {
      if (on[index] !== true || on[index - 1] === true) return []
      const length = on.slice(index).findIndex((isOn) => !isOn)
      const last = WEEK[(length === -1 ? WEEK.length : index + length) - 1] ?? day
      return [last === day ? name(day) : `${name(day)} – ${name(last)}`]
    })
    return runs.join(', ')
  }
  return ({ days, from_minute: from, to_minute: to }, zone, { inSentence = false } = {}) => {
    const clock = (minute: number): string => format.minuteOfDay(minute, isTwelveHourZone(zone))
    if (from % DAY_MINUTES === 0 && to % DAY_MINUTES === 0) return daysText(days, inSentence)
    return `${daysText(days, inSentence)} ${clock(from)} – ${clock(to)}`
  }
}
