// Rarely rendered: memoisation would double this file.
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

/**
 * Opens the address that the worker sends after a tap on a notification, without reloading, so that typed text is kept.
 */
function useOpenedPages(): void {
  const navigate = useNavigate()
  useEffect(() => {
    const listen = ({ data, ports }: MessageEvent) => {
      const asked = findOpenPage(data)
      if (asked === undefined) return
      // Only window.postMessage takes an origin; a port has none.
      // oxlint-disable-next-line unicorn/require-post-message-target-origin
      ports[0]?.postMessage('opened')
      void navigate(asked.path)
    }
    const { serviceWorker } = navigator
    serviceWorker?.addEventListener('message', listen)
    return () => serviceWorker?.removeEventListener('message', listen)
  }, [navigate])
}

/** False for a monthly pass: the provider announces its end days before. */
const isStay = ({ monthly }: BookingView): boolean => monthly === undefined

const byEnd = (a: BookingView, b: BookingView): number => Date.parse(a.end_time) - Date.parse(b.end_time)

/** Saves the pass windows for the next start, and sets the count on the app icon. */
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

/**
 * Returns the last booking of the stay that ends soon, and which reminder is due; null when none is. Back-to-back
 * bookings count as one stay.
 */
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

/**
 * Dismissed reminders, by end and reminder: the ten-minute one still appears after the thirty-minute one, and both
 * again after an extension.
 */
const putAway = new Set<string>()

/**
 * The in-app timer: shows a line on any open page half an hour and ten minutes before a stay ends. Also saves what runs
 * for the next start and the app icon, and opens the page that a notification leads to.
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
  // The booking's own pages already show this.
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
