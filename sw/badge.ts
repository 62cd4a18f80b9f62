/// <reference lib="webworker" />
import { readBookings } from '../src/db/read/bookings.ts'
import { countCurrent } from '../src/domain/booking.ts'
import { systemClock } from '../src/lib/clock.ts'
import { toInstant } from '../src/domain/instant.ts'

/** Shows on the app icon how many bookings are running or upcoming, where the browser supports badges. */
export async function showBadge(): Promise<void> {
  const { navigator } = globalThis as { navigator?: Partial<Pick<WorkerNavigator, 'setAppBadge'>> }
  if (navigator?.setAppBadge === undefined) return
  const { value: bookings } = await readBookings()
  await navigator.setAppBadge(countCurrent(bookings, toInstant(systemClock.now())))
}
