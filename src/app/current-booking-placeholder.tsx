import { useState } from 'react'
import { useLocation } from 'react-router-dom'
import { systemClock } from '../lib/clock.ts'
import { findCurrentPass } from '../lib/pass-windows.ts'
import { RunningBooking } from '../ui/running-booking.tsx'
import { Waiting } from '../ui/waiting.tsx'

/**
 * Holds the place of the running booking's bar until the database has answered: the map and its sheet sit above it and
 * would move.
 */
export function CurrentBookingPlaceholder() {
  const { pathname } = useLocation()
  const [pass] = useState(() => findCurrentPass(systemClock.now()))
  const isShown = pass !== undefined && !pathname.startsWith(pass.replace(/\/pass$/, ''))
  return (
    <>
      {isShown && <RunningBooking form="bar" left="" place="" action={null} />}
      <Waiting />
    </>
  )
}
