// Drawn seldom: what the compiler adds would be half of its bytes.
'use no memo'
import { Trans } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router-dom'
import { routes } from '../config/routes.ts'
import { accessWindow, bookingPhase, countCurrent } from '../domain/booking.ts'
import { MINUTE_MS, mustInstant } from '../domain/instant.ts'
import { touchingStays } from '../domain/touching-stays.ts'
import { ALARM_MINUTES } from '../domain/calendar-event.ts'
import { useFormat } from '../i18n/format.ts'
import { findOpenPage } from '../lib/open-page.ts'
import { savePassWindows } from '../lib/pass-windows.ts'
import { useNow } from '../parts/use-now.ts'
import type { BookingView } from '../queries/query.ts'
import { useBookings } from '../queries/use-bookings.ts'
import { buttonLook } from '../ui/button-look.ts'
import { ButtonRow } from '../ui/button-row.tsx'
import { Button } from '../ui/button.tsx'
import styles from './app.module.css'

/** An address that the worker asks for, after a tap on a notification: shown without loading anew, nothing typed is lost. */
function useOpenedPages(): void {
  const navigate = useNavigate()
  useEffect(() => {
    const listen = ({ data, ports }: MessageEvent) => {
      const asked = findOpenPage(data)
      if (asked === undefined) return
      // A port has no origin argument: that is the window's postMessage.
      // oxlint-disable-next-line unicorn/require-post-message-target-origin
      ports[0]?.postMessage('opened')
      void navigate(asked.path)
    }
    const { serviceWorker } = navigator
    serviceWorker?.addEventListener('message', listen)
    return () => serviceWorker?.removeEventListener('message', listen)
  }, [navigate])
}

/** A monthly pass runs for a month: its end is told by the provider, days before. */
const isStay = ({ monthly }: BookingView): boolean => monthly === undefined

const byEnd = (a: BookingView, b: BookingView): number => Date.parse(a.end_time) - Date.parse(b.end_time)

/** For the next start, and for the app's icon. */
function useKeptOutside(bookings: readonly BookingView[] | null, now: ReturnType<typeof useNow>): void {
  const count = bookings === null ? null : countCurrent(bookings.filter(isStay), now)
  useEffect(() => {
    if (bookings === null) return
    const active = bookings.filter(({ status }) => status === 'active').toSorted(byEnd)
    savePassWindows(
      active.map((booking) => {
        const { fromMs, toMs: untilMs } = accessWindow(booking)
        return { path: routes.pass.href(booking.booking_code), fromMs, untilMs }
      }),
    )
  }, [bookings])
  useEffect(() => {
    if (count !== null) void navigator.setAppBadge?.(count).catch(() => undefined)
  }, [count])
}

/** The stay whose end is near: its last booking, and which of the reminders is due. Back to back bookings end once. */
function findEnding(bookings: readonly BookingView[], now: ReturnType<typeof useNow>) {
  const running = bookings
    .filter((booking) => isStay(booking) && bookingPhase(booking, now) === 'running')
    .toSorted(byEnd)
  for (const booking of running) {
    const last = touchingStays(booking, bookings).at(-1) ?? booking
    const leftMs = mustInstant(last.end_time) - now
    const minutes = ALARM_MINUTES.findLast((limit) => leftMs <= limit * MINUTE_MS)
    if (minutes !== undefined && (last.checked_out_at ?? null) === null) return { last, leftMs, minutes }
  }
  return null
}

/** What was put away, by end and reminder: the ten minutes are said again after the thirty, and both after an extension. */
const putAway = new Set<string>()

/**
 * The in-app timer: half an hour and ten minutes before the end of a stay a line in whatever page is open. It also tells the next start and
 * the app's icon what runs, and opens what a notification asks for.
 */
export default function Reminders() {
  const format = useFormat()
  const { pathname } = useLocation()
  const saved = useBookings()
  const now = useNow(5_000)
  const [, setPutAway] = useState(0)
  const bookings = saved.status === 'ready' ? saved.value : null
  useOpenedPages()
  useKeptOutside(bookings, now)
  const ending = findEnding(bookings ?? [], now)
  if (ending === null) return null
  const { last, leftMs, minutes } = ending
  const key = `${last.booking_id} ${last.end_time} ${String(minutes)}`
  // Its own pages say all this themselves.
  if (putAway.has(key) || pathname.startsWith(routes.booking.href(last.booking_code))) return null
  const left = format.duration(Math.ceil(leftMs / MINUTE_MS) * MINUTE_MS)
  const time = format.time(mustInstant(last.end_time), last.park.timezone)
  const { name } = last.park
  return (
    <div className={styles.banner} role="status" data-now>
      <p>
        <Trans>
          {left} left at {name}, until {time}
        </Trans>
      </p>
      <ButtonRow>
        <Link
          to={routes.booking.href(last.booking_code, 'extend')}
          {...buttonLook({ kind: 'secondary', size: 'small' })}
        >
          <Trans>Extend</Trans>
        </Link>
        <Button kind="plain" size="small" onClick={() => setPutAway(putAway.add(key).size)}>
          <Trans>Later</Trans>
        </Button>
      </ButtonRow>
    </div>
  )
}
