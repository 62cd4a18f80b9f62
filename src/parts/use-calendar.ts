import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { routes } from '../config/routes.ts'
import type { Booking } from '../contract/bookings.ts'
import { ALARM_MINUTES, toCalendarFile } from '../domain/calendar-event.ts'
import { mustInstant, toInstant } from '../domain/instant.ts'
import { saveCalendarExport, findExportedSequence } from '../lib/calendar-exports.ts'
import { systemClock } from '../lib/clock.ts'
import { saveFile } from './save-file.ts'

/** Every change to a part raises its version, and a calendar accepts the file with the higher sequence number. */
const sequenceOf = (parts: readonly Booking[]): number => parts.reduce((sum, { version }) => sum + version, 0)

const addressOf = (path: string): string => new URL(path, window.location.origin).href

/** `old`: the stay has changed since the file was saved. */
export type CalendarState = 'none' | 'old' | 'saved'

/** Saves a stay as a file for the phone's calendar; works offline. `parts` are back to back, in order of time. */
export function useCalendar(parts: readonly [Booking, ...Booking[]]) {
  const { t } = useLingui()
  const [first] = parts
  const last = parts.at(-1) ?? first
  const { booking_id: id, park } = first
  const sequence = sequenceOf(parts)
  const [kept, setKept] = useState(() => findExportedSequence(id))
  const state: CalendarState = kept === null ? 'none' : kept < sequence ? 'old' : 'saved'
  const save = () => {
    const text = toCalendarFile({
      uid: `${id}@baywise`,
      sequence,
      start: mustInstant(first.start_time),
      end: mustInstant(last.end_time),
      now: toInstant(systemClock.now()),
      title: t`Parking: ${park.name}`,
      place: [park.name, park.address].filter((line) => line !== null).join(', '),
      // The link goes into the notes, where calendars show links; few show the event's own URL.
      notes: [
        `${t`Plate`} ${last.plate}`,
        `${t`Code`} ${last.booking_code}`,
        `${t`Extend`} ${addressOf(routes.booking.href(last.booking_code, 'extend'))}`,
      ].join('\n'),
      url: addressOf(routes.pass.href(last.booking_code)),
      alarms: ALARM_MINUTES.map((minutes) => ({ minutes, text: t`${minutes} min left: leave or extend` })),
      geo: park.lat === null || park.lng === null ? null : { lat: park.lat, lng: park.lng },
    })
    saveFile(`baywise-${first.booking_code}.ics`, text, 'text/calendar;charset=utf-8')
    saveCalendarExport(id, sequence)
    setKept(sequence)
  }
  return { state, save }
}
