import type { ParkingEvent } from '../contract/events.ts'
import { type Instant, mustInstant } from '../domain/instant.ts'
import { toLocalInput, zonedParts } from '../domain/zone.ts'
import { type Format, useFormat } from '../i18n/format.ts'
import { phoneZone } from '../lib/phone-zone.ts'
import { useNow } from './use-now.ts'

/** Times as sent by the provider, RFC 3339, with the venue's IANA zone. */
export interface Span {
  readonly from: string
  readonly until: string
  readonly zone: string
}

export interface EventWhen {
  /** "12 December". */
  readonly day: (at: string, zone: string) => string
  /** "Saturday 12 December". */
  readonly weekday: (at: string, zone: string) => string
  /** "18:00 – 23:00", with the zone when the phone's clock shows another time. */
  readonly times: (span: Span) => string
}

const NBSP = '\u00a0'
/** A line may break after a dash even before a no-break space. */
const WORD_JOINER = '\u2060'
const FIRST = 1

function longDay(format: Format, at: Instant, { zone, now }: { readonly zone: string; readonly now: Instant }): string {
  const { year, month, day } = zonedParts(at, zone)
  const dayText = format.language === 'fr' && day === FIRST ? '1er' : String(day)
  const date = `${dayText}${NBSP}${format.month(month, 'long')}`
  return year === zonedParts(now, zone).year ? date : `${date}${NBSP}${String(year)}`
}

function timesText(format: Format, { from: start, until: end, zone }: Span, now: Instant): string {
  const from = mustInstant(start)
  const until = mustInstant(end)
  const isOneDay = zonedParts(from, zone).dayNumber === zonedParts(until, zone).dayNumber
  const text = isOneDay
    ? `${format.time(from, zone)}${NBSP}–${WORD_JOINER}${NBSP}${format.time(until, zone)}`
    : format.stay(from, until, { zone, now })
  const isElsewhere = toLocalInput(from, zone) !== toLocalInput(from, phoneZone())
  return isElsewhere ? `${text}, ${format.zone(from, zone)}` : text
}

/** Returns formatters for the days and times of an event, in the venue's zone. */
export function useEventWhen(): EventWhen {
  const format = useFormat()
  const now = useNow()
  return {
    day: (at, zone) => longDay(format, mustInstant(at), { zone, now }),
    weekday: (at, zone) => {
      const instant = mustInstant(at)
      return `${format.weekday(zonedParts(instant, zone).weekday)} ${longDay(format, instant, { zone, now })}`
    },
    times: (span) => timesText(format, span, now),
  }
}

/** Returns the place of an event as one line. */
export const placeOf = ({ venue, city }: Pick<ParkingEvent, 'venue' | 'city'>): string =>
  [venue, city].filter((part) => part !== null).join(', ')
